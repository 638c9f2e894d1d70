package dev.sinew.io;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Reads and writes mesh sequences and meshes, in any supported format. */
public final class MeshSequences {
    private MeshSequences() {}

    /** Reads a sequence without the notes; see {@link #readWithNotes}. */
    public static MeshSequence read(SequenceInput input) {
        return readWithNotes(input).sequence();
    }

    /**
     * Reads a folder, glob or list of mesh files in natural order, a mesh with a PC2 or MDD point cache, or a file with mesh
     * and frames (Alembic, glTF, NumPy's .npz). The rest pose is the mesh of a cache, the pose of a glTF without animation,
     * or else the first selected frame. All frames must have the first frame's vertices and faces. Only the first frame's
     * UVs, normals, colours, materials and groups are kept.
     */
    public static ReadSequence readWithNotes(SequenceInput input) {
        return withinMemory(input.paths(), () -> new SequenceReader(input).read());
    }

    /** Whether a file contains a mesh together with its frames. Its content decides, not its name. */
    public static boolean holdsFrames(Path file) {
        return Formats.of(file).filter(format -> format.reads(Content.SEQUENCE)).isPresent();
    }

    /**
     * The files that a reader may open for a path: those in a folder or matching a glob, a mesh's point cache or a cache's
     * mesh, and the material files that an OBJ names.
     */
    public static List<Path> filesBehind(Path path) {
        Set<Path> files = new LinkedHashSet<>();
        for (Path file : named(path)) {
            files.add(file);
            files.addAll(Formats.beside(file, Format::isMesh));
            files.addAll(Formats.beside(file, Format::isCache));
        }
        // The first frame's materials apply to all.
        files.stream()
                .filter(file -> Formats.isNamed(file, Format::isMesh) && Files.isRegularFile(file))
                .findFirst()
                .ifPresent(mesh -> files.addAll(besideNamed(mesh)));
        List.copyOf(files).stream()
                .filter(file -> !Formats.isNamed(file, Format::isMesh))
                .forEach(file -> files.addAll(besideNamed(file)));
        return List.copyOf(files);
    }

    private static List<Path> besideNamed(Path file) {
        return Formats.named(file).map(format -> format.filesBeside(file)).orElse(List.of());
    }

    private static List<Path> named(Path path) {
        if (Files.isDirectory(path)) {
            return Globs.entries(path);
        }
        return !Files.exists(path) && Globs.isGlob(path) ? Globs.expand(path) : List.of(path);
    }

    /**
     * The names of the animations of a glTF, USD or FBX file, with or without a skin; empty for other formats. {@link
     * SequenceInput.Choice} selects one.
     */
    public static List<String> clips(Path file) {
        return Files.isRegularFile(file)
                ? Formats.of(file).map(format -> format.clips(file)).orElse(List.of())
                : List.of();
    }

    /** Whether the input is a mesh file without frames: {@link #read} would reject it as a sequence. */
    public static boolean isLoneMesh(SequenceInput input) {
        return SequenceLocator.isLoneMesh(input);
    }

    /** The file that provides the rest pose only because it is the first frame: present if every frame is a file. */
    public static Optional<Path> firstOfFrames(SequenceInput input) {
        return SequenceLocator.locate(input) instanceof SequenceLocator.Frames frames
                        && input.range().count(frames.files().size()) > 0
                ? Optional.of(frames.files().get(input.range().frame(0)))
                : Optional.empty();
    }

    /** Reads one mesh file: {@code .obj}, {@code .ply}, or {@code .npz} with arrays. */
    public static Mesh readMesh(Path file) {
        return readMeshWithNotes(file).mesh();
    }

    /** Reads one mesh file, rotated and scaled as {@link SequenceInput} describes for sequences. */
    public static Mesh readMesh(Path file, UpAxis up, double scale) {
        return new Placement(up, scale).place(readMesh(file), file);
    }

    /** Reads one mesh file, with notes about ignored content. A mesh may have no faces, but needs vertices. */
    public static ReadMesh readMeshWithNotes(Path file) {
        return withinMemory(List.of(file), () -> meshFormat(file).readMesh(file));
    }

    /** The format of a mesh file; rejects other files. */
    static Format meshFormat(Path file) {
        Optional<Format> format = Formats.of(file);
        return format.filter(found -> found.reads(Content.MESH) || found.isCache())
                .orElseThrow(() -> Format.noMesh(file));
    }

    /** Reports running out of memory as an input error: a valid file may be too large for this machine. */
    private static <T> T withinMemory(List<Path> files, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (OutOfMemoryError e) {
            throw new InvalidInputException(
                    files.get(0) + (files.size() > 1 ? " and the other files do" : " does") + " not fit into "
                            + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB, the memory available to Java. Start Java with a larger -Xmx",
                    e);
        }
    }

    /**
     * Writes a sequence, completely or not at all. The file extension selects the format: {@code .abc}, {@code .npz}, {@code
     * .pc2} and {@code .mdd} next to an {@code .obj} of the same name, or a folder of frames. For a path such as {@code
     * out/frame.obj} or {@code out/frame.ply} the frames are {@code out/frame_0000.obj} and so on.
     *
     * <p>Frames in a folder have no separate rest pose. PLY stores no materials, groups, or normals that differ between the
     * corners of a vertex.
     */
    public static void write(MeshSequence sequence, Path file) {
        SequenceWriter.write(sequence, file);
    }

    /** The mesh in frame f, with that frame's normals. */
    public static Mesh frame(MeshSequence sequence, int f) {
        return SequenceWriter.frame(sequence, f);
    }

    /** Writes one mesh as {@code .obj}, with its materials and images, or as {@code .ply}. */
    public static void writeMesh(Mesh mesh, Path file) {
        SequenceWriter.writeMesh(mesh, file);
    }
}
