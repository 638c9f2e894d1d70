package dev.sinew.io;

import dev.sinew.mesh.BadInputException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes a file whole or not at all: into a temporary one beside it, then moved into place. */
public final class AtomicFile {
    /** Puts content into a stream. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    private AtomicFile() {}

    /** Missing parent folders are refused, not made: a mistyped path should be noticed. */
    public static void write(Path file, Content content) {
        Path target = file.toAbsolutePath();
        if (Files.isDirectory(target)) {
            throw new BadInputException("cannot write " + file + ": it is a directory");
        }
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new BadInputException("cannot write " + file + ": the folder " + folder + " does not exist");
        }
        Path temporary = null;
        try {
            // Not createTempFile: that one hides the file from everybody else (mode 600), and the move keeps it so.
            temporary = folder.resolve("." + target.getFileName() + "." + UUID.randomUUID() + ".part");
            try (OutputStream out = new BufferedOutputStream(
                    Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    1 << 16)) {
                content.writeTo(out);
            }
            move(temporary, target);
            temporary = null;
        } catch (IOException e) {
            throw new BadInputException("cannot write " + file + ": " + e.getMessage(), e);
        } finally {
            deleteQuietly(temporary);
        }
    }

    private static void move(Path temporary, Path target) throws IOException {
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void deleteQuietly(Path temporary) {
        if (temporary == null) {
            return;
        }
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            temporary.toFile().deleteOnExit();
        }
    }
}
