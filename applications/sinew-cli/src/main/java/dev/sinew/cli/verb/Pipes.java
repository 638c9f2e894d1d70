package dev.sinew.cli.verb;

import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Inputs that can be read only once: pipes, {@code /dev/stdin}, devices. Readers look at a file several times, so what a pipe delivers is
 * copied into a temporary file, which is deleted when the program ends.
 */
public final class Pipes {
    private Pipes() {}

    /** The value of an option with its pipes replaced by files; other values stay as they are. */
    public static Object spooled(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(Pipes::spooled).toList();
        }
        return value instanceof Path path && isPipe(path) ? copy(path) : value;
    }

    private static boolean isPipe(Path path) {
        return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
    }

    private static Path copy(Path pipe) {
        try {
            Path folder = Files.createTempDirectory("sinew-pipe");
            Path file = folder.resolve(pipe.getFileName());
            folder.toFile().deleteOnExit();
            file.toFile().deleteOnExit();
            Files.copy(pipe, file);
            return file;
        } catch (IOException e) {
            throw new RefusedException(pipe + " cannot be read: " + e.getMessage(), e);
        }
    }
}
