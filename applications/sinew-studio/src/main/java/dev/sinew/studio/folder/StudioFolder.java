package dev.sinew.studio.folder;

import dev.sinew.run.InvalidInputException;
import dev.sinew.studio.guard.RejectedRequestException;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** The folder of a studio: the user's files, and in {@code .sinew} the files of the studio. */
public final class StudioFolder implements AutoCloseable {
    /** Subfolder for the studio's own files. */
    public static final String PRIVATE_FOLDER = ".sinew";

    private final Path root;
    private final Path own;
    private final FileChannel lockFile;
    private final FileLock lock;

    private StudioFolder(Path root, FileChannel lockFile, FileLock lock) {
        this.root = root;
        this.own = root.resolve(PRIVATE_FOLDER);
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /**
     * Opens and locks a folder.
     *
     * @throws InvalidInputException if it is not a folder, not writable, or open in another studio
     */
    public static StudioFolder open(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new InvalidInputException(folder + " is not a folder; give the folder of your files");
        }
        try {
            Path root = folder.toRealPath();
            Path own = Files.createDirectories(root.resolve(PRIVATE_FOLDER));
            FileChannel file =
                    FileChannel.open(own.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(file);
            if (lock == null) {
                file.close();
                throw new InvalidInputException(folder + " is already open in another studio");
            }
            Files.createDirectories(own.resolve("runs"));
            Files.createDirectories(own.resolve("library"));
            return new StudioFolder(root, file, lock);
        } catch (IOException e) {
            throw new InvalidInputException("cannot store runs in " + folder + ": " + e.getMessage(), e);
        }
    }

    private static FileLock tryLock(FileChannel file) throws IOException {
        try {
            return file.tryLock();
        } catch (OverlappingFileLockException inThisProcess) {
            return null;
        }
    }

    public Path root() {
        return root;
    }

    public Path runs() {
        return own.resolve("runs");
    }

    /** Cached facts and thumbnails of the folder's files. */
    public Path library() {
        return own.resolve("library");
    }

    public Path token() {
        return own.resolve("token");
    }

    /** The file with the port of the last session, which open pages still use. */
    public Path port() {
        return own.resolve("port");
    }

    /**
     * Resolves a name relative to the folder.
     *
     * @throws RejectedRequestException if the path leads outside the folder, directly or through links
     */
    public Path resolve(String name) {
        try {
            Path path = root.resolve(name).normalize();
            if (name.isBlank() || Path.of(name).isAbsolute() || !path.startsWith(root) || !isInside(path)) {
                throw RejectedRequestException.badRequest("'" + abbreviate(name) + "' is outside the studio's folder");
            }
            return path;
        } catch (InvalidPathException | IOException e) {
            throw RejectedRequestException.badRequest("'" + abbreviate(name) + "' is not a valid file name");
        }
    }

    /** Follows links. For a file that does not exist yet, its parent folder decides. */
    private boolean isInside(Path path) throws IOException {
        Path there = path;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return there != null && there.toRealPath().startsWith(root);
    }

    private static String abbreviate(String name) {
        String clean = name.replaceAll("\\p{Cntrl}", "?");
        return clean.length() > 80 ? clean.substring(0, 79) + "…" : clean;
    }

    /** The name of a file as the page and the command line use it, relative to the folder. */
    public String nameOf(Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    /** Deletes a folder with its content. Links inside it are deleted, not followed. */
    public static void delete(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return;
        }
        List<Path> deepestFirst;
        try (Stream<Path> all = Files.walk(folder)) {
            deepestFirst = all.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : deepestFirst) {
            Files.deleteIfExists(path);
        }
    }

    @Override
    public void close() throws IOException {
        lock.release();
        lockFile.close();
    }
}
