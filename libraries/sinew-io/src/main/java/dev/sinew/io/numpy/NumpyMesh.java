package dev.sinew.io.numpy;

import dev.sinew.io.parts.ReadMesh;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** One mesh from arrays: {@code rest}, or else the first of {@code poses}, and {@code faces} where there are some. */
public final class NumpyMesh {
    private NumpyMesh() {}

    public static ReadMesh read(Path file) {
        try (NumpyFile arrays = NumpyFile.open(file)) {
            if (arrays.isSingleArray()) {
                throw new RefusedException(
                        file + " is a single array where a mesh is needed; an .npz has rest and faces");
            }
            return new ReadMesh(of(arrays, positions(file, arrays)), List.of());
        }
    }

    private static float[] positions(Path file, NumpyFile arrays) {
        Optional<NpyArray> rest = arrays.find(NumpySequence.REST);
        if (rest.isPresent()) {
            return PoseArray.ofPose(rest.get()).readFirst();
        }
        NpyArray poses = arrays.find(NumpySequence.POSES)
                .orElseThrow(() -> new RefusedException(file
                        + " has no array named rest of shape (vertices, 3), nor poses; it has: " + arrays.names()));
        return (poses.shape().size() == 2 ? PoseArray.ofPose(poses) : PoseArray.ofFrames(poses)).readFirst();
    }

    static Mesh of(NumpyFile arrays, float[] positions) {
        requireFinite(arrays, positions);
        Optional<FaceArray> faces =
                arrays.find(NumpySequence.FACES).map(array -> FaceArray.read(array, positions.length / 3));
        return Mesh.of(
                positions,
                faces.map(FaceArray::starts).orElse(new int[1]),
                faces.map(FaceArray::corners).orElse(new int[0]),
                Mesh.Surface.bare());
    }

    private static void requireFinite(NumpyFile arrays, float[] positions) {
        for (int k = 0; k < positions.length; k++) {
            if (!Float.isFinite(positions[k])) {
                throw new RefusedException(arrays.file() + ": vertex " + k / 3 + " has the coordinate " + positions[k]
                        + ", only finite numbers can be worked with");
            }
        }
    }
}
