package dev.sinew.io.format;

import dev.sinew.io.file.StagedFiles;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A file format: how its files are recognised, and what can be read from them and written to them. To add a format, write a
 * subclass and add it to {@link Formats}; {@link java.util.ServiceLoader} finds formats in other modules. Override the
 * methods for everything that {@link #reads} and {@link #writes} list; others are never called.
 */
public abstract class Format {
    /** The content of a file. */
    public enum Content {
        /** One mesh. */
        MESH,
        /** Positions per frame, without faces. */
        CACHE,
        /** A mesh with its frames. */
        SEQUENCE,
        /** A skinned mesh. */
        MODEL,
        /** Only the motion of a skeleton. */
        MOTION
    }

    /**
     * What is known about a file before a reader opens it.
     *
     * @param bytes the first {@link Formats#HEAD_BYTES} bytes, or all of a shorter file
     * @param size size of the file
     */
    public record Head(byte[] bytes, long size) {
        /** Whether the file begins with these characters, one byte each. */
        public boolean startsWith(String start) {
            boolean same = bytes.length >= start.length();
            for (int k = 0; same && k < start.length(); k++) {
                same = (bytes[k] & 0xff) == start.charAt(k);
            }
            return same;
        }
    }

    /** Selects what to read from a file. Empty fields select everything. */
    public record Selection(List<String> objects, Optional<String> clip, OptionalDouble framesPerSecond) {}

    /** Writes meshes with the same faces, one per file. */
    @FunctionalInterface
    public interface MeshOutput {
        void write(OutputStream out, Mesh mesh) throws IOException;
    }

    private final String name;
    private final List<String> endings;
    private final Set<Content> reads;
    private final Set<Content> writes;
    private final String help;

    /**
     * @param name the common name
     * @param endings file extensions, in lower case with the dot; the first is the default
     * @param help one line that describes the files
     */
    protected Format(String name, List<String> endings, Set<Content> reads, Set<Content> writes, String help) {
        this.name = name;
        this.endings = List.copyOf(endings);
        this.reads = Set.copyOf(reads);
        this.writes = Set.copyOf(writes);
        this.help = help;
    }

    public final String name() {
        return name;
    }

    public final List<String> endings() {
        return endings;
    }

    /** The default file extension. */
    public final String ending() {
        return endings.get(0);
    }

    public final boolean reads(Content content) {
        return reads.contains(content);
    }

    public final boolean writes(Content content) {
        return writes.contains(content);
    }

    public final Set<Content> reads() {
        return reads;
    }

    public final Set<Content> writes() {
        return writes;
    }

    public final String help() {
        return help;
    }

    /** Further file extensions, which are read but not written or listed. */
    public List<String> otherEndings() {
        return List.of();
    }

    /** Whether the file extension is one of this format's. */
    public final boolean names(Path file) {
        String lower = file.toString().toLowerCase(Locale.ROOT);
        return endings.stream().anyMatch(lower::endsWith)
                || otherEndings().stream().anyMatch(lower::endsWith);
    }

    /** The module that implements the format, if it is a separate one. */
    public Optional<String> module() {
        return Optional.empty();
    }

    /** Rejects a file of a format whose module is missing. */
    public void requirePresent(Path file) {}

    /** Whether a file certainly has this format, regardless of its name. */
    public boolean begins(Head head) {
        return false;
    }

    /** Whether a file may have this format; asked if neither content nor name decide. */
    public boolean resembles(Head head) {
        return false;
    }

    /** Whether it contains meshes without frames, which can be the frames of a sequence. */
    public final boolean isMesh() {
        return reads(Content.MESH) && !reads(Content.SEQUENCE);
    }

    /** Whether it contains frames that need a separate mesh. */
    public final boolean isCache() {
        return reads(Content.CACHE) && !reads(Content.SEQUENCE);
    }

    /** Reads {@link Content#MESH}. */
    public ReadMesh readMesh(Path file) {
        throw isCache() ? new InvalidInputException(file + " is a " + name + " point cache, not a mesh") : noMesh(file);
    }

    /** The error for a file that is not a mesh. */
    public static InvalidInputException noMesh(Path file) {
        return new InvalidInputException(file + " is not a supported mesh file: it is neither "
                + Formats.list(
                        Stream.concat(
                                        Formats.endings(Format::isMesh).stream(),
                                        Formats.endings(f -> f.reads(Content.MESH) && !f.isMesh()).stream())
                                .toList(),
                        "nor"));
    }

    /** Reads positions and faces as {@link #readMesh} does; everything else may be missing. */
    public Mesh readGeometry(Path file) {
        return readMesh(file).mesh();
    }

    /** The number of the first vertex and face in the format's files, for messages. */
    public int firstNumber() {
        return 0;
    }

    /** Opens {@link Content#CACHE}. */
    public FrameCache openCache(Path file) {
        throw new InvalidInputException(file + " is not a point cache");
    }

    /** Opens {@link Content#SEQUENCE}. */
    public AnimatedMesh openSequence(Path file, Selection selection) {
        throw new InvalidInputException(file + " is not a supported mesh sequence");
    }

    /** Names of the animations of a {@link Content#SEQUENCE}, if the format has any. */
    public List<String> clips(Path file) {
        return List.of();
    }

    /** Whether a file contains a {@link Content#MODEL}, not only meshes. */
    public boolean holdsModel(Path file) {
        return reads(Content.MODEL);
    }

    /** Whether a file contains a mesh, and not only a skeleton with clips, as libraries of animations have them. */
    public boolean holdsMesh(Path file) {
        return reads.stream().anyMatch(content -> content != Content.MOTION);
    }

    /** Reads {@link Content#MODEL}, in metres and y-up. */
    public ModelDocument readDocument(Path file, Selection selection) {
        throw new InvalidInputException(file + " is not a supported model");
    }

    /** Reads the skeleton and the clips of a {@link Content#MODEL} or of a file with {@link Content#MOTION}; a mesh may be missing. */
    public SkeletonMotion readMotion(Path file) {
        Selection all = new Selection(List.of(), Optional.empty(), OptionalDouble.empty());
        return SkeletonMotion.of(readDocument(file, all).model());
    }

    /** Other files that a reader opens for this file. */
    public List<Path> filesBeside(Path file) {
        return List.of();
    }

    /**
     * The approximate size of a file's content, from as few bytes as possible; empty if the length of the file is enough.
     */
    public Optional<SequenceSize> size(Path file) throws IOException {
        return Optional.empty();
    }

    /**
     * Starts writing {@link Content#MESH}: writes the files that go with the meshes.
     *
     * @param like a mesh with the faces and materials of all that follow
     * @param stem name of the files without number and extension
     */
    public MeshOutput meshOutput(StagedFiles files, Mesh like, String stem) {
        throw new InvalidInputException("a mesh cannot be written as " + ending());
    }

    /** Writes {@link Content#CACHE}. */
    public void writeCache(OutputStream out, MeshSequence sequence) throws IOException {
        throw new InvalidInputException("frames cannot be written as " + ending());
    }

    /** Writes {@link Content#SEQUENCE}, completely or not at all. */
    public void writeSequence(MeshSequence sequence, Path file) {
        throw new InvalidInputException("a sequence cannot be written as " + ending());
    }

    /** Writes {@link Content#MODEL}, completely or not at all. Formats other than glTF get no {@link ModelDocument#extensions}. */
    public WrittenModel writeModel(ModelDocument document, Path file, Storage storage) {
        throw new InvalidInputException("a model cannot be written as " + ending());
    }
}
