package dev.sinew.job.batch;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.file.Version;
import dev.sinew.io.format.Formats;
import dev.sinew.job.Job;
import dev.sinew.job.Requests;
import dev.sinew.job.text.Json;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Content by its SHA-256. A file is read again only where its size, its time or its number on the disk changed since it was read for a
 * batch last: what tells git as much.
 */
final class Hashes {
    private static final int BLOCK = 1 << 16;

    /** Hashes of files from an earlier run, by stamp. */
    private final Map<String, String> known = new ConcurrentHashMap<>();

    /** @param stamps of an earlier run */
    void remember(Map<String, String> stamps) {
        known.putAll(stamps);
    }

    /**
     * What an asset depends on: the version, the request, and the content of every input file. Where these are, and
     * where the output goes, makes no difference.
     */
    String fingerprint(Asset asset, boolean shown) {
        Map<String, Object> tree = new TreeMap<>(Requests.tree(asset.job()));
        tree.put("version", Version.current());
        tree.put("shown", shown);
        List.of("input", "output").forEach(tree::remove);
        MessageDigest digest = digest();
        digest.update(RemoteFiles.current().described(Json.line(tree)).getBytes(StandardCharsets.UTF_8));
        for (Path file : files(asset)) {
            digest.update(file.getFileName().toString().getBytes(StandardCharsets.UTF_8));
            digest.update(of(file).getBytes(StandardCharsets.US_ASCII));
        }
        return hex(digest);
    }

    /** Every file that the job will read, as far as known without reading them; in order, as frames have one. */
    static List<Path> files(Asset asset) {
        return files(asset.job());
    }

    /** The same of a job. */
    static List<Path> files(Job<?> job) {
        if (RemoteFiles.current() != RemoteFiles.NOWHERE) {
            job.reads().forEach(Hashes::bringNames);
        }
        return job.reads().stream()
                .flatMap(input -> MeshSequences.filesBehind(input).stream())
                .filter(Files::isRegularFile)
                .distinct()
                .toList();
    }

    /** The files that a remote input refers to: those beside it, and those that its text names. */
    private static void bringNames(Path input) {
        RemoteFiles there = RemoteFiles.current();
        there.list(input, false);
        List<Path> files = MeshSequences.filesBehind(input);
        files.stream().filter(file -> Formats.OBJ.names(file)).findFirst().ifPresent(there::bring);
        files.stream()
                .filter(file -> Formats.endsIn(file, Formats.GLTF.endings().subList(1, 2)))
                .forEach(there::bring);
        MeshSequences.filesBehind(input).forEach(file -> there.list(file, false));
    }

    /** The stamps of the files behind an asset, for the next run. */
    Map<String, String> stamps(Asset asset) {
        Map<String, String> stamps = new TreeMap<>();
        files(asset).forEach(file -> stamps.put(stamp(file), of(file)));
        return stamps;
    }

    String of(Path file) {
        return known.computeIfAbsent(stamp(file), stamp -> {
            RemoteFiles.current().bring(file);
            return content(file);
        });
    }

    private static String stamp(Path file) {
        return RemoteFiles.current().stamp(file).orElseGet(() -> stampHere(file));
    }

    private static String stampHere(Path file) {
        try {
            BasicFileAttributes facts = Files.readAttributes(file, BasicFileAttributes.class);
            return file.toAbsolutePath().normalize() + "|" + facts.size() + "|" + facts.lastModifiedTime() + "|"
                    + facts.fileKey();
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + file + ": " + e.getMessage(), e);
        }
    }

    static String content(Path file) {
        MessageDigest digest = digest();
        byte[] block = new byte[BLOCK];
        try (InputStream in = Files.newInputStream(file)) {
            for (int count = in.read(block); count >= 0; count = in.read(block)) {
                digest.update(block, 0, count);
            }
        } catch (IOException e) {
            throw new InvalidInputException("cannot read " + file + ": " + e.getMessage(), e);
        }
        return hex(digest);
    }

    private static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JVM has SHA-256", e);
        }
    }

    private static String hex(MessageDigest digest) {
        return HexFormat.of().formatHex(digest.digest());
    }
}
