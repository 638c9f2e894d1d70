package dev.sinew.io.parts;

import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Opens files for reading and reports why one cannot be read. */
public final class InputFiles {
    private InputFiles() {}

    /** Rejects missing files, folders and files without read permission. */
    public static void requireFile(Path file) {
        if (!Files.exists(file)) {
            throw new InvalidInputException(file + " does not exist");
        }
        if (Files.isDirectory(file)) {
            throw new InvalidInputException(file + " is a folder, not a file");
        }
        if (!Files.isReadable(file)) {
            throw new InvalidInputException(file + " cannot be read: permission denied");
        }
    }

    /** The first bytes of a file, fewer than {@code count} if it is shorter. */
    public static byte[] head(Path file, int count) {
        requireFile(file);
        try (InputStream in = Files.newInputStream(file)) {
            return in.readNBytes(count);
        } catch (IOException e) {
            throw rejection(file, e);
        }
    }

    public static boolean startsWith(byte[] head, String ascii) {
        if (head.length < ascii.length()) {
            return false;
        }
        for (int k = 0; k < ascii.length(); k++) {
            if (head[k] != ascii.charAt(k)) {
                return false;
            }
        }
        return true;
    }

    public static InvalidInputException rejection(Path file, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new InvalidInputException(file + " does not exist", e);
        }
        if (e instanceof AccessDeniedException) {
            return new InvalidInputException(file + " cannot be read: permission denied", e);
        }
        return new InvalidInputException(file + " cannot be read: " + e.getMessage(), e);
    }
}
