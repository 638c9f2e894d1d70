package dev.sinew.io.file;

import dev.sinew.run.InvalidInputException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AtomicMoveNotSupportedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.UUID;

/** Writes a file completely or not at all: to a temporary file in the same folder, which is then renamed. */
public final class AtomicFile {
    /** Writes content to a stream. */
    @FunctionalInterface
    public interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    /** The number of chained links that Linux follows. */
    private static final int MAX_LINKS = 40;

    private AtomicFile() {}

    /**
     * Rejects a path that {@link #write} would reject, before expensive work is done. Creates an empty file as a test,
     * because permissions do not reveal read-only disks and do not apply to root.
     *
     * @return the final target: links are followed, so a link to a file stays a link
     */
    public static Path requireWritable(Path file) {
        Path target = target(file);
        Path probe = temporary(target);
        try {
            Files.createFile(probe);
        } catch (IOException e) {
            throw new InvalidInputException("cannot write " + file + ": no files can be created in its folder", e);
        } finally {
            deleteQuietly(probe);
        }
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw new InvalidInputException("cannot write " + file + ": permission denied");
        }
        return target;
    }

    private static Path target(Path file) {
        Path target = followLinks(file.toAbsolutePath());
        if (Files.isDirectory(target)) {
            throw new InvalidInputException("cannot write " + file + ": it is a directory");
        }
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            // Moving a file over /dev/null would replace the device.
            throw new InvalidInputException("cannot write " + file + ": it is not an ordinary file");
        }
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new InvalidInputException("cannot write " + file + ": the folder " + folder + " does not exist");
        }
        return target;
    }

    /** Not createTempFile, which restricts access to the owner (mode 600); the move would keep that. */
    private static Path temporary(Path target) {
        return temporaryIn(target.getParent());
    }

    /** A unique name. Not derived from the target's, which may already have the maximum length. */
    public static Path temporaryIn(Path folder) {
        return folder.resolve("." + UUID.randomUUID() + ".part");
    }

    /** The end of a chain of links, whether the file exists or not: a link stays a link, and its target is written. */
    private static Path followLinks(Path file) {
        Path at = file;
        try {
            for (int k = 0; k < MAX_LINKS && Files.isSymbolicLink(at); k++) {
                at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
            }
        } catch (IOException unreadable) {
            return file;
        }
        if (Files.isSymbolicLink(at)) {
            throw new InvalidInputException("cannot write " + file + ": its symbolic links form a cycle");
        }
        return at;
    }

    /** Rejects missing parent folders instead of creating them, so that a mistyped path is noticed. */
    public static void write(Path file, Content content) {
        Path target = target(file);
        Path temporary = temporary(target);
        try {
            try (OutputStream out = new BufferedOutputStream(
                    Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                    1 << 16)) {
                content.writeTo(out);
            }
            move(temporary, target);
        } catch (IOException e) {
            throw new InvalidInputException("cannot write " + file + ": " + e.getMessage(), e);
        } finally {
            deleteQuietly(temporary);
        }
    }

    /** Moves a finished file to its target and replaces an existing one. */
    public static void move(Path temporary, Path target) throws IOException {
        try {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (AtomicMoveNotSupportedException e) {
            Files.move(temporary, target, StandardCopyOption.REPLACE_EXISTING);
        }
    }

    private static void deleteQuietly(Path temporary) {
        try {
            Files.deleteIfExists(temporary);
        } catch (IOException e) {
            temporary.toFile().deleteOnExit();
        }
    }
}
