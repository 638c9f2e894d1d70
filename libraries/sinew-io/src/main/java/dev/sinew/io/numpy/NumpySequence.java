package dev.sinew.io.numpy;

import static dev.sinew.run.InvalidInputException.field;

import dev.sinew.io.numpy.NumpyMesh.PoseArray;
import dev.sinew.io.parts.AnimatedMesh;
import dev.sinew.io.parts.FrameCache;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.InvalidInputException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * An animated mesh from arrays: {@code poses} (F, V, 3), {@code faces}, and optionally {@code rest} (V, 3) and {@code fps}.
 * Other names that tools use are accepted too.
 *
 * <p>Opens the file for each call and closes it again, so instances need no closing.
 */
@SuppressWarnings("exports") // caches stay inside: a caller opens this through Sequences
public final class NumpySequence implements AnimatedMesh, FrameCache {
    static final List<String> POSES = List.of("poses", "vertices", "verts", "positions");
    static final List<String> REST = List.of("rest", "rest_pose", "v_template");
    static final List<String> FACES = List.of("faces", "triangles", "f");
    static final List<String> RATE = List.of("fps", "frames_per_second", "framerate", "mocap_framerate");

    private final Path file;
    private final int vertices;
    private final int frames;
    private final OptionalDouble rate;
    private final List<String> notes = new ArrayList<>();

    private NumpySequence(Path file) {
        this.file = file;
        try (NumpyFile arrays = NumpyFile.open(file)) {
            PoseArray poses = poses(arrays);
            vertices = poses.vertices();
            frames = poses.frames();
            rate = rate(arrays);
        }
    }

    /** Opens a file with poses; reads faces only when needed. */
    public static NumpySequence open(Path file) {
        return new NumpySequence(file);
    }

    /** Whether a file with these first bytes is one of NumPy's. */
    public static boolean begins(byte[] head) {
        return NumpyFile.isArray(head) || NumpyFile.isArchive(head);
    }

    /** Whether a file is a single array, which can contain positions but no faces. */
    public static boolean isSingleArray(byte[] head) {
        return NumpyFile.isArray(head);
    }

    private PoseArray poses(NumpyFile arrays) {
        if (arrays.isSingleArray()) {
            return PoseArray.ofFrames(arrays.onlyArray());
        }
        return PoseArray.ofFrames(
                arrays.find(POSES).orElseThrow(() -> missing(arrays, "poses", "(frames, vertices, 3)")));
    }

    private InvalidInputException missing(NumpyFile arrays, String name, String shape) {
        return new InvalidInputException(
                file + " has no array named " + name + " of shape " + shape + "; it has: " + arrays.names());
    }

    private OptionalDouble rate(NumpyFile arrays) {
        Optional<NpyArray> found = arrays.isSingleArray() ? Optional.empty() : arrays.find(RATE);
        if (found.isEmpty()) {
            return OptionalDouble.empty();
        }
        NpyArray array = found.get();
        double[] value = {0};
        if (array.header().count(array.what()) == 1) {
            array.forEach((at, number) -> value[0] = number);
        }
        if (!(value[0] > 0 && value[0] <= 1e6)) {
            notes.add(array.what() + " is not a valid rate in frames per second and is ignored");
            return OptionalDouble.empty();
        }
        return OptionalDouble.of(value[0]);
    }

    /** Not supported: an array may be compressed or in any order, so it is read completely. */
    @Override
    public Optional<FrameSource> streamFrames(int[] wanted) {
        return Optional.empty();
    }

    @Override
    public String name() {
        String name = String.valueOf(file.getFileName());
        return name.lastIndexOf('.') > 0 ? name.substring(0, name.lastIndexOf('.')) : name;
    }

    @Override
    public Path file() {
        return file;
    }

    @Override
    public int vertices() {
        return vertices;
    }

    @Override
    public int frames() {
        return frames;
    }

    @Override
    public int frameCount() {
        return frames;
    }

    @Override
    public OptionalDouble framesPerSecond() {
        return rate;
    }

    @Override
    public List<String> notes() {
        return List.copyOf(notes);
    }

    @Override
    public Mesh rest(int frame) {
        try (NumpyFile arrays = NumpyFile.open(file)) {
            if (arrays.isSingleArray() || arrays.find(FACES).isEmpty()) {
                throw new InvalidInputException(
                        file + " has poses but no faces. Add an array named faces of shape (faces, 3),"
                                + " or give a mesh as input and this file with " + field("frames"));
            }
            Optional<PoseArray> own = arrays.find(REST).map(PoseArray::ofPose);
            if (own.isPresent() && own.get().vertices() != vertices) {
                throw new InvalidInputException(file + ": its rest pose has "
                        + own.get().vertices() + " vertices, but its poses have " + vertices);
            }
            float[] positions =
                    own.isPresent() ? own.get().readFirst() : poses(arrays).read(new int[] {frame})[0];
            return NumpyMesh.of(arrays, positions);
        }
    }

    @Override
    public float[][] read(int[] wanted) {
        try (NumpyFile arrays = NumpyFile.open(file)) {
            return poses(arrays).read(wanted);
        }
    }
}
