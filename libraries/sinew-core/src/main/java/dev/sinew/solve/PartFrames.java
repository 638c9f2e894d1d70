package dev.sinew.solve;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import java.io.Serializable;
import java.util.Optional;

/**
 * Some vertices of the frames of others: from their file, or held.
 *
 * @param file null where they are held
 * @param vertices rising
 * @param held one array per frame; null where they are in their file
 * @param shades normals of each frame, for the corners of the part; empty where there are none
 */
record PartFrames(FrameSource file, int[] vertices, float[][] held, CornerAttribute[] shades)
        implements FrameSource, Serializable {
    /** Vertices that are no farther from each other than this are fetched together. */
    private static final int NEAR = 64;

    @Override
    public int frameCount() {
        return held == null ? file.frameCount() : held.length;
    }

    @Override
    public boolean isStreamed() {
        return held == null;
    }

    @Override
    public float[] frame(int f) {
        if (held != null) {
            return held[f];
        }
        float[] all = new float[3 * vertices.length];
        positions(f, 0, vertices.length, all, 0);
        return all;
    }

    @Override
    public void positions(int f, int from, int to, float[] out, int at) {
        if (held != null) {
            System.arraycopy(held[f], 3 * from, out, at, 3 * (to - from));
            return;
        }
        for (int k = from; k < to; ) {
            int end = k + 1;
            while (end < to && vertices[end] - vertices[end - 1] <= NEAR) {
                end++;
            }
            float[] run = new float[3 * (vertices[end - 1] + 1 - vertices[k])];
            file.positions(f, vertices[k], vertices[end - 1] + 1, run, 0);
            for (int j = k; j < end; j++) {
                System.arraycopy(run, 3 * (vertices[j] - vertices[k]), out, at + 3 * (j - from), 3);
            }
            k = end;
        }
    }

    @Override
    public Optional<CornerAttribute> normals(int f) {
        return held == null || shades.length == 0 ? Optional.empty() : Optional.of(shades[f]);
    }
}
