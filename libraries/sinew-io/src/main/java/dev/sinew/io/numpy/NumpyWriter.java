package dev.sinew.io.numpy;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.io.OutputStream;

/** Writes a sequence as {@code poses}, {@code rest}, {@code faces} and {@code fps}, which {@link NumpySequence} reads. */
public final class NumpyWriter {
    private NumpyWriter() {}

    public static void write(OutputStream out, MeshSequence sequence) throws IOException {
        try (NpzWriter arrays = new NpzWriter(out)) {
            long[] shape = {sequence.frameCount(), sequence.vertexCount(), 3};
            arrays.floats("poses", shape, numbers -> {
                for (int f = 0; f < sequence.frameCount(); f++) {
                    for (float value : checked(sequence, f)) {
                        numbers.put(value);
                    }
                }
            });
            mesh(arrays, sequence.rest());
            arrays.doubles("fps", new long[0], new double[] {sequence.framesPerSecond()});
        }
    }

    private static float[] checked(MeshSequence sequence, int f) {
        float[] frame = sequence.frame(f);
        MeshSequence.checkFrame("sequence '" + sequence.name() + "'", f, frame, sequence.vertexCount());
        return frame;
    }

    /** {@code rest} and {@code faces}: (T, 3) where all are triangles, else a list in which -1 ends a face. */
    static void mesh(NpzWriter arrays, Mesh mesh) throws IOException {
        arrays.floats("rest", new long[] {mesh.vertexCount(), 3}, mesh.positions());
        int faces = mesh.faceCount();
        if (mesh.corners().length == 3 * faces) {
            arrays.ints("faces", new long[] {faces, 3}, mesh.corners());
            return;
        }
        arrays.ints("faces", new long[] {mesh.corners().length + faces}, out -> {
            for (int k = 0; k < faces; k++) {
                for (int c = mesh.faceStarts()[k]; c < mesh.faceStarts()[k + 1]; c++) {
                    out.put(mesh.corners()[c]);
                }
                out.put(-1);
            }
        });
    }
}
