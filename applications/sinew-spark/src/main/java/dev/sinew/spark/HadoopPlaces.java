package dev.sinew.spark;

import dev.sinew.job.batch.Elsewhere;
import dev.sinew.run.RefusedException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Stream;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.CommonPathCapabilities;
import org.apache.hadoop.fs.FSDataOutputStream;
import org.apache.hadoop.fs.FileChecksum;
import org.apache.hadoop.fs.FileContext;
import org.apache.hadoop.fs.FileStatus;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.fs.Options.Rename;
import org.apache.hadoop.fs.RemoteIterator;
import org.apache.hadoop.fs.UnsupportedFileSystemException;

/** Files by Hadoop's FileSystem (hdfs, s3a, whatever Hadoop is set up for), staged to a folder of this machine that lives as long as this process. */
final class HadoopPlaces implements Elsewhere {
    private final Configuration conf;
    private final MirrorNames names;

    /** What files here were when they were the same as there: by their names here. */
    private final Map<Path, Same> same = new ConcurrentHashMap<>();

    private final Set<Path> listed = ConcurrentHashMap.newKeySet();
    private final Map<Path, Integer> holders = new HashMap<>();

    /** Size and time there, and here. */
    private record Same(String there, String here) {}

    HadoopPlaces(Configuration conf, Path root) {
        this.conf = conf;
        this.names = new MirrorNames(root);
    }

    /** The name there of a file that stands elsewhere. */
    Optional<org.apache.hadoop.fs.Path> there(Path file) {
        return names.there(file).map(org.apache.hadoop.fs.Path::new);
    }

    @Override
    public String local(String text) {
        String named = names.local(text);
        if (!named.equals(text) && !named.matches("(?s).*[*?\\[{\"].*")) {
            // Folders there come with their files: nobody has to make them before.
            there(Path.of(named)).ifPresent(place -> {
                try {
                    Files.createDirectories(Path.of(named).getParent());
                } catch (IOException e) {
                    throw new RefusedException("cannot stage " + place + ": " + e.getMessage(), e);
                }
            });
        }
        return named;
    }

    @Override
    public String told(String text) {
        return names.told(text);
    }

    /** What is asked of the files there. */
    @FunctionalInterface
    private interface Question<T> {
        T ask(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException;
    }

    private <T> T ask(String verb, org.apache.hadoop.fs.Path path, Question<T> question) {
        try {
            return question.ask(path.getFileSystem(conf), path);
        } catch (UnsupportedFileSystemException unknown) {
            throw new RefusedException(
                    "cannot " + verb + " " + path + ": Hadoop has no files of the kind "
                            + path.toUri().getScheme() + ":// here; its jar must stand beside Spark's",
                    unknown);
        } catch (IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new RefusedException("cannot " + verb + " " + path + ": " + why, e);
        }
    }

    private Optional<FileStatus> status(org.apache.hadoop.fs.Path place) {
        return ask("read", place, (files, path) -> {
            try {
                return Optional.of(files.getFileStatus(path));
            } catch (FileNotFoundException none) {
                return Optional.empty();
            }
        });
    }

    @Override
    public void list(Path place, boolean below) {
        there(place).ifPresent(path -> {
            boolean folder = status(path).filter(FileStatus::isDirectory).isPresent();
            Path start =
                    (folder ? place : place.resolveSibling("")).toAbsolutePath().normalize();
            there(start).filter(at -> listed.add(start) || below).ifPresent(at -> list(at, start, below));
        });
    }

    private void list(org.apache.hadoop.fs.Path folder, Path here, boolean below) {
        ask("list", folder, (files, path) -> {
            if (!files.exists(path)) {
                return null;
            }
            Files.createDirectories(here);
            RemoteIterator<? extends FileStatus> all = files.listFiles(path, below);
            String root = path.toUri().getPath();
            while (all.hasNext()) {
                String file = all.next().getPath().toUri().getPath();
                placeholder(here.resolve(file.substring(root.length()).replaceFirst("^/+", "")));
            }
            return null;
        });
    }

    private static void placeholder(Path file) throws IOException {
        Files.createDirectories(file.getParent());
        if (!Files.exists(file)) {
            Files.createFile(file);
        }
    }

    @Override
    public Optional<String> stamp(Path file) {
        return there(file)
                .flatMap(path -> status(path).map(status -> {
                    String sum = ask("read", path, (files, at) -> {
                        FileChecksum known = files.getFileChecksum(at);
                        return known == null ? "" : known.toString();
                    });
                    return path + "|" + stamp(status) + "|" + sum;
                }));
    }

    private static String stamp(FileStatus status) {
        return status.getLen() + "|" + status.getModificationTime();
    }

    private static String stampHere(Path file) throws IOException {
        return Files.size(file) + "|" + Files.getLastModifiedTime(file);
    }

    @Override
    public void bring(Path file) {
        there(file).ifPresent(path -> bring(path, file.toAbsolutePath().normalize()));
    }

    private synchronized void bring(org.apache.hadoop.fs.Path place, Path file) {
        Optional<FileStatus> status = status(place).filter(FileStatus::isFile);
        if (status.isEmpty()) {
            return;
        }
        ask("read", place, (files, path) -> {
            Same known = same.get(file);
            boolean current = known != null
                    && known.there.equals(stamp(status.get()))
                    && Files.exists(file)
                    && known.here.equals(stampHere(file));
            if (!current) {
                fetch(files, path, file);
                same.put(file, new Same(stamp(status.get()), stampHere(file)));
            }
            return null;
        });
    }

    private static void fetch(FileSystem files, org.apache.hadoop.fs.Path path, Path file) throws IOException {
        Files.createDirectories(file.getParent());
        Path part = file.resolveSibling("." + UUID.randomUUID() + ".part");
        try (InputStream in = files.open(path)) {
            Files.copy(in, part);
            Files.move(part, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } finally {
            Files.deleteIfExists(part);
        }
    }

    @Override
    public Held hold(List<Path> files) {
        List<Path> mirrored = files.stream()
                .filter(file -> there(file).isPresent())
                .map(file -> file.toAbsolutePath().normalize())
                .toList();
        synchronized (holders) {
            mirrored.forEach(file -> holders.merge(file, 1, Integer::sum));
        }
        mirrored.forEach(this::bring);
        return () -> mirrored.forEach(this::letGo);
    }

    private void letGo(Path file) {
        synchronized (holders) {
            if (holders.merge(file, -1, Integer::sum) > 0) {
                return;
            }
            try {
                same.remove(file);
                Files.deleteIfExists(file);
                placeholder(file);
            } catch (IOException e) {
                throw new RefusedException("cannot free " + file + ": " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void put(Path file) {
        Path here = file.toAbsolutePath().normalize();
        there(here)
                .ifPresent(place -> ask("write", place, (files, path) -> {
                    if (storesObjects(files, path)) {
                        upload(files, here, path);
                    } else {
                        org.apache.hadoop.fs.Path part =
                                new org.apache.hadoop.fs.Path(path.getParent(), "." + UUID.randomUUID() + ".part");
                        try (OutputStream out = files.create(part, true)) {
                            Files.copy(here, out);
                        }
                        rename(files, part, path);
                    }
                    same.put(here, new Same(stamp(files.getFileStatus(path)), stampHere(here)));
                    return null;
                }));
    }

    /** Where what is written is there at once and whole when it is closed, or given up and never there (S3); renaming is copying there. */
    private static boolean storesObjects(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException {
        return files.hasPathCapability(path, CommonPathCapabilities.ABORTABLE_STREAM);
    }

    private static void upload(FileSystem files, Path here, org.apache.hadoop.fs.Path path) throws IOException {
        FSDataOutputStream out = files.create(path, true);
        try {
            Files.copy(here, out);
        } catch (IOException e) {
            // To close it would make an object of what has come so far.
            out.abort();
            throw e;
        }
        out.close();
    }

    /** Replaces what has that name: at once where these files can. */
    private void rename(FileSystem files, org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
            throws IOException {
        files.mkdirs(to.getParent());
        try {
            FileContext.getFileContext(to.toUri(), conf).rename(from, to, Rename.OVERWRITE);
        } catch (UnsupportedFileSystemException plain) {
            files.delete(to, false);
            if (!files.rename(from, to)) {
                throw new IOException("it could not be renamed from " + from, plain);
            }
        }
    }

    @Override
    public void move(Path from, Path to) {
        there(from)
                .ifPresent(source -> there(to)
                        .ifPresent(target -> ask("write", target, (files, path) -> {
                            Path here = from.toAbsolutePath().normalize();
                            if (storesObjects(files, path)) {
                                upload(files, here, path);
                                files.delete(source, false);
                            } else {
                                rename(files, source, path);
                            }
                            same.remove(here);
                            same.put(
                                    to.toAbsolutePath().normalize(),
                                    new Same(stamp(files.getFileStatus(path)), stampHere(here)));
                            return null;
                        })));
    }

    @Override
    public void delete(Path folder) {
        there(folder).ifPresent(place -> ask("delete", place, (files, path) -> files.delete(path, true)));
    }

    @Override
    public void settle() {
        try (Stream<Path> all = Files.walk(names.root())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Same known = same.get(file);
                boolean internal = file.toString().contains("/.sinew-batch/");
                if (!internal && Files.size(file) > 0 && (known == null || !known.here.equals(stampHere(file)))) {
                    put(file);
                }
            }
        } catch (IOException e) {
            throw new RefusedException("cannot read " + names.root() + ": " + e.getMessage(), e);
        }
    }
}
