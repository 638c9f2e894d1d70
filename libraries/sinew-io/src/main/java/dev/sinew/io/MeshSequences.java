package dev.sinew.io;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.io.format.Format;
import dev.sinew.io.format.Format.Content;
import dev.sinew.io.format.Formats;
import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.RefusedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Mesh sequences from and to files, whatever the format. */
public final class MeshSequences {
    private MeshSequences() {}

    /** The sequence alone; see {@link #readWithNotes}. */
    public static MeshSequence read(SequenceInput input) {
        return readWithNotes(input).sequence();
    }

    /**
     * A folder, glob or list of OBJ or PLY frames in natural order, a mesh with a PC2 or MDD point cache, or a file that holds
     * mesh and frames: Alembic, glTF, NumPy's .npz. The rest pose is the mesh beside a cache, the pose of a glTF without animation, else
     * the first frame taken. Frames must agree in vertices and faces with the first one;
     * only the first one's UVs, normals, colours, materials and groups are kept.
     */
    public static ReadSequence readWithNotes(SequenceInput input) {
        return withinMemory(input.paths(), () -> new SequenceReader(input).read());
    }

    /** Whether a file holds a mesh together with its frames; what is inside decides, not its name. */
    public static boolean holdsFrames(Path file) {
        return Formats.of(file).filter(format -> format.reads(Content.SEQUENCE)).isPresent();
    }

    /**
     * The files that a reader may open for a path: those of a folder or behind a glob, a mesh's point cache or a cache's
     * mesh beside it, and the material files that an OBJ names.
     */
    public static List<Path> filesBehind(Path path) {
        Set<Path> files = new LinkedHashSet<>();
        for (Path file : named(path)) {
            files.add(file);
            files.addAll(Formats.beside(file, Format::isMesh));
            files.addAll(Formats.beside(file, Format::isCache));
        }
        // The first frame's materials count for all.
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
     * Names of the animations of a glTF or USD file that holds meshes with or without a skin; empty for files of other formats.
     * {@link SequenceInput.Choice} picks one.
     */
    public static List<String> clips(Path file) {
        return Files.isRegularFile(file)
                ? Formats.of(file).map(format -> format.clips(file)).orElse(List.of())
                : List.of();
    }

    /** Whether the input is a mesh file without frames: {@link #read} would refuse it as a sequence. */
    public static boolean isLoneMesh(SequenceInput input) {
        return SequenceLocator.isLoneMesh(input);
    }

    /** The file whose mesh is the rest pose for no other reason than that it comes first: where every frame is a file. */
    public static Optional<Path> firstOfFrames(SequenceInput input) {
        return SequenceLocator.locate(input) instanceof SequenceLocator.Frames frames
                        && input.range().count(frames.files().size()) > 0
                ? Optional.of(frames.files().get(input.range().frame(0)))
                : Optional.empty();
    }

    /** One mesh file: {@code .obj}, {@code .ply}, or {@code .npz} with arrays. */
    public static Mesh readMesh(Path file) {
        return readMeshWithNotes(file).mesh();
    }

    /** One mesh file, turned and scaled as {@link SequenceInput} says for sequences. */
    public static Mesh readMesh(Path file, UpAxis up, double scale) {
        return new Placement(up, scale).place(readMesh(file), file);
    }

    /** One mesh file, with sentences about what was left aside. A mesh may have no faces, but not no vertices. */
    public static ReadMesh readMeshWithNotes(Path file) {
        return withinMemory(List.of(file), () -> meshFormat(file).readMesh(file));
    }

    /** The format of a mesh file; rejects what is no mesh. */
    static Format meshFormat(Path file) {
        Optional<Format> format = Formats.of(file);
        return format.filter(found -> found.reads(Content.MESH) || found.isCache())
                .orElseThrow(() -> Format.noMesh(file));
    }

    /** A file may be sound and yet too large for this machine: that is for its owner to know, in a sentence. */
    private static <T> T withinMemory(List<Path> files, Supplier<T> reading) {
        try {
            return reading.get();
        } catch (OutOfMemoryError e) {
            throw new RefusedException(
                    files.get(0) + (files.size() > 1 ? " and the other files do" : " does") + " not fit into the "
                            + (Runtime.getRuntime().maxMemory() >> 20)
                            + " MiB that Java may use; start Java with a larger -Xmx",
                    e);
        }
    }

    /**
     * Writes a sequence; the ending of the name decides: {@code .abc}, {@code .npz}, {@code .pc2} and {@code .mdd} beside an {@code .obj} of the same
     * name, or a folder of frames for a path such as {@code out/frame.obj} or {@code out/frame.ply}, which become
     * {@code out/frame_0000.obj} and so on. All of it is written or nothing.
     *
     * <p>Frames in a folder have no rest pose of their own, and PLY knows neither materials nor groups, nor normals that
     * differ between the corners of a vertex: those are lost.
     */
    public static void write(MeshSequence sequence, Path file) {
        SequenceWriter.write(sequence, file);
    }

    /** The mesh in frame f, with normals that suit it. */
    public static Mesh frame(MeshSequence sequence, int f) {
        return SequenceWriter.frame(sequence, f);
    }

    /** Writes one mesh as {@code .obj}, with its materials and images beside it, or as {@code .ply}. */
    public static void writeMesh(Mesh mesh, Path file) {
        SequenceWriter.writeMesh(mesh, file);
    }
}
