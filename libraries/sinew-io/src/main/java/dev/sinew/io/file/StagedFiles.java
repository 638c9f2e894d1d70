package dev.sinew.io.file;

import dev.sinew.run.InvalidInputException;
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
 * Writes several files of one folder together, or none of them: {@link AtomicFile} for multi-file outputs. All are first
 * written under temporary names; {@link #commit} renames them.
 */
public final class StagedFiles implements AutoCloseable {
    /** What to do if the folder does not exist. */
    public enum MissingFolder {
        /** Reject, so that a mistyped path is noticed. */
        REJECT,
        /** Create the folder, which is part of the output; its parent must exist. */
        CREATE
    }

    private final Path folder;
    private final boolean createdFolder;
    private final Map<Path, Path> temporaryOfTarget = new LinkedHashMap<>();
    private boolean committed;

    public StagedFiles(Path folder, MissingFolder missing) {
        this.folder = folder.toAbsolutePath().normalize();
        this.createdFolder = missing == MissingFolder.CREATE && !Files.exists(this.folder);
        Path needed = createdFolder ? this.folder.getParent() : this.folder;
        if (needed == null || !Files.isDirectory(needed)) {
            throw new InvalidInputException("cannot write into " + folder + ": "
                    + (needed != null && Files.exists(needed)
                            ? needed + " is not a folder"
                            : "the folder " + needed + " does not exist"));
        }
        try {
            if (createdFolder) {
                Files.createDirectory(this.folder);
            }
        } catch (IOException e) {
            throw rejection(this.folder, e);
        }
    }

    public Path folder() {
        return folder;
    }

    public void write(String name, AtomicFile.Content content) {
        Path target = folder.resolve(name);
        if (Files.isDirectory(target)) {
            throw new InvalidInputException("cannot write " + target + ": it is a directory");
        }
        Path temporary = AtomicFile.temporaryIn(folder);
        temporaryOfTarget.put(target, temporary);
        try (OutputStream out = new BufferedOutputStream(
                Files.newOutputStream(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE), 1 << 16)) {
            content.writeTo(out);
        } catch (IOException e) {
            throw rejection(target, e);
        }
    }

    /** Moves all files to their targets. */
    public void commit() {
        for (Map.Entry<Path, Path> entry : temporaryOfTarget.entrySet()) {
            try {
                AtomicFile.move(entry.getValue(), entry.getKey());
            } catch (IOException e) {
                throw rejection(entry.getKey(), e);
            }
        }
        committed = true;
    }

    private static InvalidInputException rejection(Path file, IOException e) {
        String reason = e instanceof AccessDeniedException ? "permission denied" : e.getMessage();
        return new InvalidInputException("cannot write " + file + ": " + reason, e);
    }

    /** Deletes everything that was not committed. */
    @Override
    public void close() {
        if (committed) {
            return;
        }
        temporaryOfTarget.values().forEach(StagedFiles::deleteQuietly);
        if (createdFolder) {
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
