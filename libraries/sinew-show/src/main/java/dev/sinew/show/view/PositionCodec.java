package dev.sinew.show.view;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;

/**
 * Encodes positions of a sequence as integers, frame by frame: the difference from a prediction by a neighbouring vertex and the
 * frames before.
 *
 * <p>With q the position in cells from the frame's origin and p the neighbour (docs/reference/viewer-format.md), all modulo 2^16:
 *
 * <pre>
 * r_f = q_f(i) − q_f(p)                        the edge, which moves less than its ends
 * e_f = r_f − r_{f−1} − (r_{f−1} − r_{f−2})/2    half the velocity, which compresses better than none or all of it
 * </pre>
 */
final class PositionCodec {
    /** Vertex without a neighbour before it. */
    static final int NONE = -1;

    private final int[] neighbour;
    private final ViewUnit unit;
    private final double cell;
    private final int most;
    private final int[] quantised;
    /** r of the last frame and of the one before, 3N */
    private short[] last;

    private short[] beforeLast;
    private int frames;

    /** @param bits per coordinate, at most 16 */
    PositionCodec(int[] neighbour, ViewUnit unit, double longestSide, int bits) {
        this.neighbour = neighbour;
        this.unit = unit;
        this.most = (1 << bits) - 1;
        this.cell = cell(unit, longestSide, bits);
        this.quantised = new int[3 * neighbour.length];
        this.last = new short[quantised.length];
        this.beforeLast = new short[quantised.length];
    }

    /** The quantisation step, as a fraction of the size. */
    static double cell(ViewUnit unit, double longestSide, int bits) {
        return longestSide > 0 ? longestSide / unit.size() / ((1 << bits) - 1) : 1;
    }

    /**
     * For every vertex, the nearest preceding vertex that shares an edge, or else the preceding vertex. A decoder that goes
     * upwards already knows it.
     */
    static int[] neighbours(Mesh mesh) {
        int[] neighbour = new int[mesh.vertexCount()];
        Arrays.fill(neighbour, NONE);
        int[] starts = mesh.faceStarts();
        int[] corners = mesh.corners();
        for (int k = 0; k < mesh.faceCount(); k++) {
            int a = corners[starts[k + 1] - 1];
            for (int c = starts[k]; c < starts[k + 1]; c++) {
                int b = corners[c];
                int high = Math.max(a, b);
                int low = Math.min(a, b);
                if (low < high && low > neighbour[high]) {
                    neighbour[high] = low;
                }
                a = b;
            }
        }
        for (int i = 1; i < neighbour.length; i++) {
            neighbour[i] = neighbour[i] == NONE ? i - 1 : neighbour[i];
        }
        return neighbour;
    }

    int bytesPerFrame() {
        return 2 * quantised.length;
    }

    /**
     * Encodes the next frame: N low bytes of x, of y, of z, then the high bytes.
     *
     * @param origin smallest corner of the frame, in sizes
     * @param out {@link #bytesPerFrame()} bytes from {@code at} on, modified
     */
    void encode(float[] xyz, float[] origin, byte[] out, int at) {
        quantise(xyz, origin);
        int n = neighbour.length;
        short[] edges = frames < 2 ? new short[quantised.length] : beforeLast;
        for (int i = 0; i < n; i++) {
            for (int x = 0; x < 3; x++) {
                int k = 3 * i + x;
                int foretold = predict(k);
                short r = (short) (quantised[k] - (neighbour[i] == NONE ? 0 : quantised[3 * neighbour[i] + x]));
                int e = Buffers.zigzag(r - foretold, 16);
                out[at + x * n + i] = (byte) e;
                out[at + (x + 3) * n + i] = (byte) (e >> 8);
                edges[k] = r;
            }
        }
        beforeLast = last;
        last = edges;
        frames++;
    }

    private int predict(int k) {
        if (frames == 0) {
            return 0;
        }
        int speed = frames == 1 ? 0 : (short) (last[k] - beforeLast[k]);
        return last[k] + (speed >> 1);
    }

    private void quantise(float[] xyz, float[] origin) {
        for (int k = 0; k < quantised.length; k++) {
            int x = k % 3;
            long q = Math.round((unit.posed(xyz[k], x) - origin[x]) / cell);
            quantised[k] = (int) Math.max(0, Math.min(most, q));
        }
    }
}
