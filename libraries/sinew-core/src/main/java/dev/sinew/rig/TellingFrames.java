package dev.sinew.rig;

import dev.sinew.mesh.MeshSequence;
import java.util.Arrays;

/**
 * The frames of a sequence that differ most: the first, then always the one farthest from those chosen, the travel of the
 * body left aside. Where bones are is told by the poses there are, not by how long each of them lasts.
 */
final class TellingFrames {
    private static final int SAMPLES = 600;

    private TellingFrames() {}

    /** At most {@code most} frames, rising, the first one among them. */
    static int[] of(MeshSequence sequence, int most) {
        int frames = sequence.frameCount();
        if (frames <= most) {
            int[] all = new int[frames];
            Arrays.setAll(all, f -> f);
            return all;
        }
        float[][] poses = new float[frames][];
        for (int f = 0; f < frames; f++) {
            poses[f] = sampled(sequence.frame(f));
        }
        double[] distances = new double[frames];
        Arrays.fill(distances, Double.POSITIVE_INFINITY);
        boolean[] chosen = new boolean[frames];
        int next = 0;
        for (int k = 0; k < most; k++) {
            chosen[next] = true;
            int farthest = 0;
            for (int f = 0; f < frames; f++) {
                distances[f] = Math.min(distances[f], squaredDistance(poses[f], poses[next]));
                farthest = distances[f] > distances[farthest] ? f : farthest;
            }
            next = farthest;
        }
        int[] rising = new int[most];
        int count = 0;
        for (int f = 0; f < frames; f++) {
            if (chosen[f]) {
                rising[count++] = f;
            }
        }
        return Arrays.copyOf(rising, count);
    }

    /** Some of the vertices, seen from their middle. */
    private static float[] sampled(float[] xyz) {
        int step = Math.max(1, xyz.length / 3 / SAMPLES);
        int count = (xyz.length / 3 + step - 1) / step;
        float[] some = new float[3 * count];
        double[] mean = new double[3];
        for (int i = 0; i < count; i++) {
            for (int x = 0; x < 3; x++) {
                some[3 * i + x] = xyz[3 * i * step + x];
                mean[x] += some[3 * i + x] / (double) count;
            }
        }
        for (int k = 0; k < some.length; k++) {
            some[k] -= (float) mean[k % 3];
        }
        return some;
    }

    private static double squaredDistance(float[] a, float[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += (a[k] - b[k]) * (double) (a[k] - b[k]);
        }
        return sum;
    }
}
