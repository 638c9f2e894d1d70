package dev.sinew.io.file;

import dev.sinew.run.RefusedException;
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

    /** As many links behind one another as Linux follows. */
    private static final int MOST_LINKS = 40;

    private AtomicFile() {}

    /**
     * Refuses a path that {@link #write} would refuse, before hours of work are spent on its content. Tries it out with an
     * empty file: permissions alone do not tell about read-only disks, and mean nothing to root.
     *
     * @return where the file will stand: links are followed, so that a link to a file stays a link
     */
    public static Path requireWritable(Path file) {
        Path target = target(file);
        Path probe = temporary(target);
        try {
            Files.createFile(probe);
        } catch (IOException e) {
            throw new RefusedException("cannot write " + file + ": its folder does not take new files", e);
        } finally {
            deleteQuietly(probe);
        }
        if (Files.exists(target) && !Files.isWritable(target)) {
            throw new RefusedException("cannot write " + file + ": permission denied");
        }
        return target;
    }

    private static Path target(Path file) {
        Path target = followLinks(file.toAbsolutePath());
        if (Files.isDirectory(target)) {
            throw new RefusedException("cannot write " + file + ": it is a directory");
        }
        if (Files.exists(target) && !Files.isRegularFile(target)) {
            // Moving a file over /dev/null would replace the device.
            throw new RefusedException("cannot write " + file + ": it is not an ordinary file");
        }
        Path folder = target.getParent();
        if (folder == null || !Files.isDirectory(folder)) {
            throw new RefusedException("cannot write " + file + ": the folder " + folder + " does not exist");
        }
        return target;
    }

    /** Not createTempFile: that one hides the file from everybody else (mode 600), and the move keeps it so. */
    private static Path temporary(Path target) {
        return temporaryIn(target.getParent());
    }

    /** A name that nobody else takes. Not made of the target's, which may be as long as a name can be. */
    public static Path temporaryIn(Path folder) {
        return folder.resolve("." + UUID.randomUUID() + ".part");
    }

    /** Where a chain of links ends, be there a file or not: a link stays a link and gets what it leads to. */
    private static Path followLinks(Path file) {
        Path at = file;
        try {
            for (int k = 0; k < MOST_LINKS && Files.isSymbolicLink(at); k++) {
                at = at.resolveSibling(Files.readSymbolicLink(at)).normalize();
            }
        } catch (IOException unreadable) {
            return file;
        }
        if (Files.isSymbolicLink(at)) {
            throw new RefusedException("cannot write " + file + ": its links lead in a circle");
        }
        return at;
    }

    /** Missing parent folders are refused, not made: a mistyped path should be noticed. */
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
            throw new RefusedException("cannot write " + file + ": " + e.getMessage(), e);
        } finally {
            deleteQuietly(temporary);
        }
    }

    /** Gives a finished file its place, over the one that may be there. */
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
