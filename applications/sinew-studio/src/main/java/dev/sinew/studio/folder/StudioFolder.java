package dev.sinew.studio.folder;

import dev.sinew.run.RefusedException;
import dev.sinew.studio.guard.TurnedAwayException;
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

/** The folder a studio works in: what a person keeps there, and beside it, in {@code .sinew}, what the studio made. */
public final class StudioFolder implements AutoCloseable {
    /** What is ours inside it. */
    public static final String OWN = ".sinew";

    private final Path root;
    private final Path own;
    private final FileChannel lockFile;
    private final FileLock lock;

    private StudioFolder(Path root, FileChannel lockFile, FileLock lock) {
        this.root = root;
        this.own = root.resolve(OWN);
        this.lockFile = lockFile;
        this.lock = lock;
    }

    /** Refuses what is no folder, cannot be written, or is open in another studio. */
    public static StudioFolder open(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new RefusedException(folder + " is not a folder: the studio keeps its runs inside one");
        }
        try {
            Path root = folder.toRealPath();
            Path own = Files.createDirectories(root.resolve(OWN));
            FileChannel file =
                    FileChannel.open(own.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock = tryLock(file);
            if (lock == null) {
                file.close();
                throw new RefusedException(folder + " is open in another studio already");
            }
            Files.createDirectories(own.resolve("runs"));
            Files.createDirectories(own.resolve("shelf"));
            return new StudioFolder(root, file, lock);
        } catch (IOException e) {
            throw new RefusedException("cannot keep runs in " + folder + ": " + e.getMessage(), e);
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

    /** Facts and thumbnails of what the folder holds. */
    public Path library() {
        return own.resolve("shelf");
    }

    public Path token() {
        return own.resolve("token");
    }

    /** The port of the last time, which pages still know. */
    public Path port() {
        return own.resolve("port");
    }

    /**
     * A path inside the folder, named relative to it.
     *
     * @throws TurnedAwayException where it would lead out of it, also by links
     */
    public Path inside(String name) {
        try {
            Path path = root.resolve(name).normalize();
            if (name.isBlank() || Path.of(name).isAbsolute() || !path.startsWith(root) || !endsInside(path)) {
                throw TurnedAwayException.wrong("'" + shortened(name) + "' does not lie inside the studio's folder");
            }
            return path;
        } catch (InvalidPathException | IOException e) {
            throw TurnedAwayException.wrong("'" + shortened(name) + "' is not the name of a file");
        }
    }

    /** A link may lead anywhere; what is not there yet is judged by the folder it would lie in. */
    private boolean endsInside(Path path) throws IOException {
        Path there = path;
        while (there != null && !Files.exists(there)) {
            there = there.getParent();
        }
        return there != null && there.toRealPath().startsWith(root);
    }

    private static String shortened(String name) {
        String clean = name.replaceAll("\\p{Cntrl}", "?");
        return clean.length() > 80 ? clean.substring(0, 79) + "…" : clean;
    }

    /** What the page and the command line call a file of the folder. */
    public String nameOf(Path path) {
        return root.relativize(path).toString().replace('\\', '/');
    }

    /** Takes a folder and all it holds away; links inside it are taken away, not followed. */
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
