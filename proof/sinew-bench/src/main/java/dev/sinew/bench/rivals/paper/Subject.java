package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.rivals.method.Animation;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.file.Version;
import dev.sinew.sample.Sample;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** A sequence of the tables, loaded on demand and identified by its content. */
final class Subject {
    private static final int SHOWN = 12;

    private final String name;
    private final Path file;
    private final String fingerprint;
    private Animation animation;

    private Subject(String name, Path file, String fingerprint) {
        this.name = name;
        this.file = file;
        this.fingerprint = fingerprint;
    }

    static Subject of(String name, Path file) {
        return new Subject(name, file, hash(file));
    }

    /** A sample as a file, created if missing. */
    static Subject of(Sample sample, int vertices, int frames, Path folder) {
        String name = sample.name() + "-" + vertices + "x" + frames + "-" + Version.current();
        Path file = folder.resolve(name + ".npz");
        if (!Files.exists(file)) {
            MeshSequences.write(sample.make(vertices, frames), file);
        }
        return new Subject("sample " + sample.name(), file, hash(file));
    }

    String name() {
        return name;
    }

    Path file() {
        return file;
    }

    String fingerprint() {
        return fingerprint;
    }

    Animation animation() {
        if (animation == null) {
            animation = Animation.of(MeshSequences.read(SequenceInput.of(file)));
        }
        return animation;
    }

    /** Frees the trajectories; those of many sequences would not fit into memory. */
    void forget() {
        animation = null;
    }

    private static String hash(Path file) {
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-256");
            for (Path part : MeshSequences.filesBehind(file)) {
                digest.update(Files.readAllBytes(part));
            }
            return HexFormat.of().formatHex(digest.digest()).substring(0, SHOWN);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
