package dev.sinew.io.format;

import dev.sinew.io.file.StagedFiles;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.io.parts.ModelContent;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
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
 * One file format: how its files are recognised, what can be read from them and written to them. A new format is a subclass and a line in
 * {@link Formats}; formats of other modules are found by {@link java.util.ServiceLoader}. What a format does not list in {@link #reads} and
 * {@link #writes} is never asked of it; what it lists it overrides.
 */
public abstract class Format {
    /** What a file can hold. */
    public enum Content {
        /** One mesh. */
        MESH,
        /** Positions frame by frame, without faces. */
        CACHE,
        /** A mesh together with its frames. */
        SEQUENCE,
        /** A mesh on bones. */
        MODEL,
        /** The motion of a skeleton alone. */
        MOTION
    }

    /**
     * What is known of a file before a reader opens it.
     *
     * @param bytes the first ones, {@link Formats#HEAD_BYTES} or all of a shorter file
     * @param size of the file
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

    /** Which part of a file that holds several things is read. Empty fields take everything. */
    public record Selection(List<String> objects, Optional<String> clip, OptionalDouble framesPerSecond) {}

    /** Writes meshes of the same faces, one per file. */
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
     * @param name as people call it
     * @param endings of file names, lower case with the dot; the first is the default
     * @param help one line: what files of the format hold
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

    /** The default ending. */
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

    /** Further endings of its files, which are not written and not offered. */
    public List<String> otherEndings() {
        return List.of();
    }

    /** Whether the ending of a name is one of this format's. */
    public final boolean names(Path file) {
        String lower = file.toString().toLowerCase(Locale.ROOT);
        return endings.stream().anyMatch(lower::endsWith)
                || otherEndings().stream().anyMatch(lower::endsWith);
    }

    /** The module that must be present, where the format is not part of this one. */
    public Optional<String> module() {
        return Optional.empty();
    }

    /** Rejects a file of a format whose module is missing. */
    public void requirePresent(Path file) {}

    /** Whether a file is certainly of this format, whatever its name. */
    public boolean begins(Head head) {
        return false;
    }

    /** Whether a file may be of this format; asked where neither content nor name decide. */
    public boolean resembles(Head head) {
        return false;
    }

    /** A mesh without frames: its files can be the frames of a sequence. */
    public final boolean isMesh() {
        return reads(Content.MESH) && !reads(Content.SEQUENCE);
    }

    /** Frames that need a mesh beside them. */
    public final boolean isCache() {
        return reads(Content.CACHE) && !reads(Content.SEQUENCE);
    }

    /** Reads {@link Content#MESH}. */
    public ReadMesh readMesh(Path file) {
        throw isCache()
                ? new RefusedException(file + " is a " + name + " point cache where a mesh is needed")
                : noMesh(file);
    }

    /** What is wrong with a file from which no mesh can be read. */
    public static RefusedException noMesh(Path file) {
        return new RefusedException(file + " is no mesh that is read here: it is neither "
                + Formats.list(
                        Stream.concat(
                                        Formats.endings(Format::isMesh).stream(),
                                        Formats.endings(f -> f.reads(Content.MESH) && !f.isMesh()).stream())
                                .toList(),
                        "nor"));
    }

    /** Positions and faces of {@link #readMesh}; everything else may be missing. */
    public Mesh readGeometry(Path file) {
        return readMesh(file).mesh();
    }

    /** How the format's files number the first vertex and face, for messages. */
    public int firstNumber() {
        return 0;
    }

    /** Opens {@link Content#CACHE}. */
    public FrameCache openCache(Path file) {
        throw new RefusedException(file + " holds no positions of frames");
    }

    /** Opens {@link Content#SEQUENCE}. */
    public AnimatedMesh openSequence(Path file, Selection selection) {
        throw new RefusedException(file + " is no sequence that is read here");
    }

    /** Names of the animations of a {@link Content#SEQUENCE}, where the format has some. */
    public List<String> clips(Path file) {
        return List.of();
    }

    /** Whether a file of this format holds a {@link Content#MODEL} and not only meshes. */
    public boolean holdsModel(Path file) {
        return reads(Content.MODEL);
    }

    /** Reads {@link Content#MODEL}, in metres and y-up. */
    public SkinnedModel readModel(Path file, Selection selection) {
        throw new RefusedException(file + " is no model that is read here");
    }

    /** Files that a reader opens besides the file itself. */
    public List<Path> filesBeside(Path file) {
        return List.of();
    }

    /** About how large what a file holds is, from as few bytes as possible; nothing where the length of the file says enough. */
    public Optional<SequenceSize> size(Path file) throws IOException {
        return Optional.empty();
    }

    /**
     * Begins to write {@link Content#MESH}: what goes beside the meshes is written here.
     *
     * @param like a mesh with the faces and materials of all that follow
     * @param stem name of the files without number and ending
     */
    public MeshOutput meshOutput(StagedFiles files, Mesh like, String stem) {
        throw new RefusedException("a mesh is not written as " + ending());
    }

    /** Writes {@link Content#CACHE}. */
    public void writeCache(OutputStream out, MeshSequence sequence) throws IOException {
        throw new RefusedException("frames are not written as " + ending());
    }

    /** Writes {@link Content#SEQUENCE}, all of it or nothing. */
    public void writeSequence(MeshSequence sequence, Path file) {
        throw new RefusedException("a sequence is not written as " + ending());
    }

    /** Writes {@link Content#MODEL}, all of it or nothing. */
    public WrittenModel writeModel(ModelContent content, Path file, Storage storage) {
        throw new RefusedException("a model is not written as " + ending());
    }
}
