package dev.sinew.job.batch;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.text.Json;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The journal of a batch, in a folder beside its outputs. Each asset is built in a separate folder; then its entry is written, which names
 * every file by content; then the files are moved into place. So whatever ends the process in between, the next one sees which of the three
 * happened, and does the rest once.
 */
final class BatchJournal {
    static final String FOLDER = ".sinew-batch";

    private final Path out;
    private final Path folder;

    BatchJournal(Path out) {
        this.out = out;
        this.folder = out.resolve(FOLDER);
        try {
            for (String room : List.of("entries", "work", "locks")) {
                Files.createDirectories(folder.resolve(room));
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot write into " + out + ": " + e.getMessage(), e);
        }
    }

    /**
     * What is known about an asset.
     *
     * @param fingerprint what it was made from
     * @param files its outputs by content, relative to the batch's folder
     * @param stamps of the inputs
     * @param row what the results say about it
     */
    record Entry(String fingerprint, Map<String, String> files, Map<String, String> stamps, Map<String, Object> row) {}

    private Path entryFile(Asset asset) {
        return folder.resolve("entries").resolve(key(asset) + ".json");
    }

    /** A file name that is valid everywhere and unique to the asset. */
    private static String key(Asset asset) {
        String plain = asset.name().replaceAll("[^\\w.-]", "_");
        String tail = plain.substring(Math.max(0, plain.length() - 80));
        return tail + "-" + String.format("%08x", asset.name().hashCode());
    }

    Optional<Entry> entry(Asset asset) {
        Path file = entryFile(asset);
        RemoteFiles.current().bring(file);
        if (!Files.exists(file)) {
            return Optional.empty();
        }
        try {
            Map<String, Object> tree = Json.read(Files.readString(file));
            return Optional.of(new Entry(
                    String.valueOf(tree.get("fingerprint")),
                    texts(tree.get("files")),
                    texts(tree.get("stamps")),
                    Json.read(Json.line(tree.get("row")))));
        } catch (IOException | RuntimeException damaged) {
            // Treated as missing: the asset is built again.
            return Optional.empty();
        }
    }

    private static Map<String, String> texts(Object tree) {
        Map<String, String> texts = new LinkedHashMap<>();
        ((Map<?, ?>) tree).forEach((name, text) -> texts.put(String.valueOf(name), String.valueOf(text)));
        return texts;
    }

    /** The outputs are in the asset's own folder; from here on any process moves them into place. */
    void write(Asset asset, Entry entry) {
        RemoteFiles there = RemoteFiles.current();
        entry.files.keySet().forEach(file -> there.put(workFolder(asset).resolve(file)));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("fingerprint", entry.fingerprint);
        tree.put("files", entry.files);
        tree.put("stamps", entry.stamps);
        tree.put("row", entry.row);
        byte[] text = there.described(Json.text(tree)).getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(entryFile(asset), stream -> stream.write(text));
        there.put(entryFile(asset));
    }

    /** An empty folder to build an asset in. */
    Path freshFolder(Asset asset) {
        Path place = workFolder(asset);
        delete(place);
        try {
            for (Path output : asset.job().writes()) {
                Path parent = place.resolve(output).getParent();
                Files.createDirectories(parent);
            }
            return place;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Path workFolder(Asset asset) {
        return folder.resolve("work").resolve(key(asset));
    }

    /** The files in a folder, with their hashes. */
    static Map<String, String> contents(Path place) {
        Map<String, String> contents = new TreeMap<>();
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                contents.put(Asset.slashed(place.relativize(file)), Hashes.content(file));
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return contents;
    }

    /**
     * Whether all files of an entry are in place with their content; finished files that were not moved yet are moved now.
     */
    boolean settle(Asset asset, Entry entry) {
        Path staged = workFolder(asset);
        boolean whole = true;
        for (Map.Entry<String, String> file : entry.files.entrySet()) {
            Path target = out.resolve(file.getKey());
            Path made = staged.resolve(file.getKey());
            if (has(target, file.getValue())) {
                continue;
            }
            if (has(made, file.getValue())) {
                move(made, target);
            } else {
                whole = false;
            }
        }
        if (whole) {
            delete(staged);
        }
        return whole;
    }

    private static boolean has(Path file, String content) {
        RemoteFiles.current().bring(file);
        return Files.isRegularFile(file) && Hashes.content(file).equals(content);
    }

    private static void move(Path from, Path to) {
        try {
            RemoteFiles.current().move(from, to);
            Files.createDirectories(to.toAbsolutePath().getParent());
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            throw new InvalidInputException("cannot write " + to + ": " + e.getMessage(), e);
        }
    }

    void discard(Asset asset) {
        delete(workFolder(asset));
    }

    private static void delete(Path place) {
        RemoteFiles.current().delete(place);
        if (!Files.exists(place)) {
            return;
        }
        try (Stream<Path> files = Files.walk(place)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(FileChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Held until closed. */
    interface Lock extends AutoCloseable {
        @Override
        void close();
    }

    /** Locks an asset until it is closed or this process ends; empty if another process holds the lock. */
    Optional<Lock> lock(Asset asset) {
        try {
            FileChannel channel = FileChannel.open(
                    folder.resolve("locks").resolve(key(asset)), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            FileLock lock;
            try {
                lock = channel.tryLock();
            } catch (OverlappingFileLockException here) {
                lock = null;
            }
            if (lock == null) {
                channel.close();
                return Optional.empty();
            }
            return Optional.of(() -> close(channel));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
