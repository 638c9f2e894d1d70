package dev.sinew.io.file;

import dev.sinew.run.RefusedException;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Writes several files of one folder together or none of them: {@link AtomicFile} for outputs that are more than one file.
 * All are written under temporary names first; {@link #commit} moves them into place.
 */
public final class StagedFiles implements AutoCloseable {
    /** What to do about a folder that is not there. */
    public enum MissingFolder {
        /** A mistyped path should be noticed. */
        REFUSE,
        /** The folder is part of the output; the one it lies in must be there. */
        MAKE
    }

    private final Path folder;
    private final boolean madeFolder;
    private final Map<Path, Path> temporaryOfTarget = new LinkedHashMap<>();
    private boolean committed;

    public StagedFiles(Path folder, MissingFolder missing) {
        this.folder = folder.toAbsolutePath().normalize();
        this.madeFolder = missing == MissingFolder.MAKE && !Files.exists(this.folder);
        Path needed = madeFolder ? this.folder.getParent() : this.folder;
        if (needed == null || !Files.isDirectory(needed)) {
            throw new RefusedException("cannot write into " + folder + ": "
                    + (needed != null && Files.exists(needed)
                            ? needed + " is not a folder"
                            : "the folder " + needed + " does not exist"));
        }
        try {
            if (madeFolder) {
                Files.createDirectory(this.folder);
            }
        } catch (IOException e) {
            throw refusal(this.folder, e);
        }
    }

    public Path folder() {
        return folder;
    }

    public void write(String name, AtomicFile.Content content) {
        Path target = folder.resolve(name);
        if (Files.isDirectory(target)) {
            throw new RefusedException("cannot write " + target + ": it is a directory");
        }
        Path temporary = AtomicFile.temporaryIn(folder);
        temporaryOfTarget.put(target, temporary);
        try (OutputStream out = new BufferedOutputStream(
                Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 1 << 16)) {
            content.writeTo(out);
        } catch (IOException e) {
            throw refusal(target, e);
        }
    }

    /** Moves everything into place. */
    public void commit() {
        for (Map.Entry<Path, Path> entry : temporaryOfTarget.entrySet()) {
            try {
                AtomicFile.move(entry.getValue(), entry.getKey());
            } catch (IOException e) {
                throw refusal(entry.getKey(), e);
            }
        }
        committed = true;
    }

    private static RefusedException refusal(Path file, IOException e) {
        String reason = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
        return new RefusedException("cannot write " + file + ": " + reason, e);
    }

    /** Leaves nothing behind of what was not committed. */
    @Override
    public void close() {
        if (committed) {
            return;
        }
        temporaryOfTarget.values().forEach(StagedFiles::deleteQuietly);
        if (madeFolder) {
            deleteQuietly(folder);
        }
    }

    private static void deleteQuietly(Path path) {
        try {
            Files.deleteIfExists(path);
        } catch (IOException e) {
            path.toFile().deleteOnExit();
        }
    }
}
