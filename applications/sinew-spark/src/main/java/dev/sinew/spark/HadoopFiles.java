package dev.sinew.spark;

import dev.sinew.job.batch.RemoteFiles;
import dev.sinew.run.InvalidInputException;
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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
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

/** Files on Hadoop file systems (hdfs, s3a and others), staged to a local folder that lives as long as this process. */
final class HadoopFiles implements RemoteFiles {
    private final Configuration conf;
    private final StagedNames names;

    /** Stamps of local files when they were equal to the remote ones, by local name. */
    private final Map<Path, Stamps> synced = new ConcurrentHashMap<>();

    private final Set<Path> listed = ConcurrentHashMap.newKeySet();
    private final Map<Path, Integer> holders = new HashMap<>();

    /** Size and time of the remote and of the local file. */
    private record Stamps(String remote, String local) {}

    HadoopFiles(Configuration conf, Path root) {
        this.conf = conf;
        this.names = new StagedNames(root);
    }

    /** The remote name of a staged file. */
    Optional<org.apache.hadoop.fs.Path> remoteName(Path file) {
        return names.remoteName(file).map(org.apache.hadoop.fs.Path::new);
    }

    @Override
    public String local(String text) {
        String named = names.local(text);
        if (!named.equals(text) && !named.matches("(?s).*[*?\\[{\"].*")) {
            // Remote folders are created with their files.
            remoteName(Path.of(named)).ifPresent(place -> {
                try {
                    Files.createDirectories(Path.of(named).getParent());
                } catch (IOException e) {
                    throw new InvalidInputException("cannot stage " + place + ": " + e.getMessage(), e);
                }
            });
        }
        return named;
    }

    @Override
    public String described(String text) {
        return names.described(text);
    }

    /** An operation on a remote file system. */
    @FunctionalInterface
    private interface Operation<T> {
        T perform(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException;
    }

    private <T> T perform(String verb, org.apache.hadoop.fs.Path path, Operation<T> operation) {
        try {
            return operation.perform(path.getFileSystem(conf), path);
        } catch (UnsupportedFileSystemException unknown) {
            throw new InvalidInputException(
                    "cannot " + verb + " " + path + ": Hadoop has no file system for "
                            + path.toUri().getScheme() + "://; add its jar to Spark's jars",
                    unknown);
        } catch (IOException | RuntimeException e) {
            String why = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new InvalidInputException("cannot " + verb + " " + path + ": " + why, e);
        }
    }

    private Optional<FileStatus> status(org.apache.hadoop.fs.Path place) {
        return perform("read", place, (files, path) -> {
            try {
                return Optional.of(files.getFileStatus(path));
            } catch (FileNotFoundException none) {
                return Optional.empty();
            }
        });
    }

    @Override
    public void list(Path place, boolean below) {
        remoteName(place).ifPresent(path -> {
            boolean folder = status(path).filter(FileStatus::isDirectory).isPresent();
            Path start =
                    (folder ? place : place.resolveSibling("")).toAbsolutePath().normalize();
            remoteName(start).filter(at -> listed.add(start) || below).ifPresent(at -> list(at, start, below));
        });
    }

    private void list(org.apache.hadoop.fs.Path folder, Path local, boolean below) {
        perform("list", folder, (files, path) -> {
            if (!files.exists(path)) {
                return null;
            }
            Files.createDirectories(local);
            RemoteIterator<? extends FileStatus> all = files.listFiles(path, below);
            String root = path.toUri().getPath();
            while (all.hasNext()) {
                String file = all.next().getPath().toUri().getPath();
                placeholder(local.resolve(file.substring(root.length()).replaceFirst("^/+", "")));
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
        return remoteName(file)
                .flatMap(path -> status(path).map(status -> {
                    String sum = perform("read", path, (files, at) -> {
                        FileChecksum known = files.getFileChecksum(at);
                        return known == null ? "" : known.toString();
                    });
                    return path + "|" + stamp(status) + "|" + sum;
                }));
    }

    private static String stamp(FileStatus status) {
        return status.getLen() + "|" + status.getModificationTime();
    }

    private static String localStamp(Path file) throws IOException {
        return Files.size(file) + "|" + Files.getLastModifiedTime(file);
    }

    @Override
    public void bring(Path file) {
        remoteName(file).ifPresent(path -> bring(path, file.toAbsolutePath().normalize()));
    }

    private synchronized void bring(org.apache.hadoop.fs.Path place, Path file) {
        Optional<FileStatus> status = status(place).filter(FileStatus::isFile);
        if (status.isEmpty()) {
            return;
        }
        perform("read", place, (files, path) -> {
            Stamps known = synced.get(file);
            boolean current = known != null
                    && known.remote.equals(stamp(status.get()))
                    && Files.exists(file)
                    && known.local.equals(localStamp(file));
            if (!current) {
                fetch(files, path, file);
                synced.put(file, new Stamps(stamp(status.get()), localStamp(file)));
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
                .filter(file -> remoteName(file).isPresent())
                .map(file -> file.toAbsolutePath().normalize())
                .toList();
        synchronized (holders) {
            mirrored.forEach(file -> holders.merge(file, 1, Integer::sum));
        }
        mirrored.forEach(this::bring);
        return () -> mirrored.forEach(this::release);
    }

    private void release(Path file) {
        synchronized (holders) {
            if (holders.merge(file, -1, Integer::sum) > 0) {
                return;
            }
            try {
                synced.remove(file);
                Files.deleteIfExists(file);
                placeholder(file);
            } catch (IOException e) {
                throw new InvalidInputException("cannot free " + file + ": " + e.getMessage(), e);
            }
        }
    }

    @Override
    public void put(Path file) {
        Path local = file.toAbsolutePath().normalize();
        remoteName(local)
                .ifPresent(place -> perform("write", place, (files, path) -> {
                    if (isObjectStore(files, path)) {
                        upload(files, local, path);
                    } else {
                        org.apache.hadoop.fs.Path part =
                                new org.apache.hadoop.fs.Path(path.getParent(), "." + UUID.randomUUID() + ".part");
                        try (OutputStream out = files.create(part, true)) {
                            Files.copy(local, out);
                        }
                        rename(files, part, path);
                    }
                    synced.put(local, new Stamps(stamp(files.getFileStatus(path)), localStamp(local)));
                    return null;
                }));
    }

    /** Whether it is an object store (such as S3): written files appear when they are closed, and renaming copies. */
    private static boolean isObjectStore(FileSystem files, org.apache.hadoop.fs.Path path) throws IOException {
        return files.hasPathCapability(path, CommonPathCapabilities.ABORTABLE_STREAM);
    }

    private static void upload(FileSystem files, Path local, org.apache.hadoop.fs.Path path) throws IOException {
        FSDataOutputStream out = files.create(path, true);
        try {
            Files.copy(local, out);
        } catch (IOException e) {
            // Closing it would create an object from the partial data.
            out.abort();
            throw e;
        }
        out.close();
    }

    /** Replaces an existing file, atomically if the file system can. */
    private void rename(FileSystem files, org.apache.hadoop.fs.Path from, org.apache.hadoop.fs.Path to)
            throws IOException {
        files.mkdirs(to.getParent());
        try {
            FileContext.getFileContext(to.toUri(), conf).rename(from, to, Rename.OVERWRITE);
        } catch (UnsupportedFileSystemException plain) {
            files.delete(to, false);
            if (!files.rename(from, to)) {
                throw new IOException("cannot rename it from " + from, plain);
            }
        }
    }

    @Override
    public void move(Path from, Path to) {
        remoteName(from)
                .ifPresent(source -> remoteName(to)
                        .ifPresent(target -> perform("write", target, (files, path) -> {
                            Path local = from.toAbsolutePath().normalize();
                            if (isObjectStore(files, path)) {
                                upload(files, local, path);
                                files.delete(source, false);
                            } else {
                                rename(files, source, path);
                            }
                            synced.remove(local);
                            synced.put(
                                    to.toAbsolutePath().normalize(),
                                    new Stamps(stamp(files.getFileStatus(path)), localStamp(local)));
                            return null;
                        })));
    }

    @Override
    public void delete(Path folder) {
        remoteName(folder).ifPresent(place -> perform("delete", place, (files, path) -> files.delete(path, true)));
    }

    @Override
    public void settle() {
        try (Stream<Path> all = Files.walk(names.root())) {
            for (Path file : all.filter(Files::isRegularFile).toList()) {
                Stamps known = synced.get(file);
                boolean internal = file.toString().contains("/.sinew-batch/");
                if (!internal && Files.size(file) > 0 && (known == null || !known.local.equals(localStamp(file)))) {
                    put(file);
                }
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + names.root() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Maps remote names to local ones: {@code hdfs://host:9000/a/b.abc} is {@code hdfs/host:9000/a/b.abc} below the root. {@code
     * file:///a} is /a.
     *
     * @param root absolute
     */
    private record StagedNames(Path root) {
        private static final Pattern FILE = Pattern.compile("(?<![\\w+.-])file:(?://)?(?=/)");

        /** Excludes masters and web pages, which have similar names. */
        private static final Pattern NAME =
                Pattern.compile("(?<![\\w+./:-])(?!(?:spark|k8s|https?)://)([a-z][a-z0-9+.-]*)://([^/\\s\"',]*)(?=/)");

        /** Placeholder for names without a host. */
        private static final String NO_HOST = "-";

        String local(String text) {
            String plain = FILE.matcher(text).replaceAll("");
            return NAME.matcher(plain)
                    .replaceAll(found -> Matcher.quoteReplacement(
                            root + "/" + found.group(1) + "/" + (found.group(2).isEmpty() ? NO_HOST : found.group(2))));
        }

        String described(String text) {
            if (!text.contains(root.toString())) {
                return text;
            }
            return Pattern.compile(Pattern.quote(root.toString()) + "/([a-z][a-z0-9+.-]*)/([^/\\s\"',]*)")
                    .matcher(text)
                    .replaceAll(found -> Matcher.quoteReplacement(
                            found.group(1) + "://" + (found.group(2).equals(NO_HOST) ? "" : found.group(2))));
        }

        /** The remote name; empty for a local file. */
        Optional<String> remoteName(Path file) {
            Path whole = file.toAbsolutePath().normalize();
            boolean below = whole.startsWith(root) && whole.getNameCount() >= root.getNameCount() + 2;
            if (!below) {
                return Optional.empty();
            }
            String name = described(whole.toString());
            return Optional.of(whole.getNameCount() == root.getNameCount() + 2 ? name + "/" : name);
        }
    }
}
