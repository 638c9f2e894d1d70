package dev.sinew.show.picture;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.List;

/** A crude model: distributed bones that only translate, weights by distance. */
final class ToyModel {
    private ToyModel() {}

    static SkinnedModel of(MeshSequence sequence, int bones) {
        float[] rest = sequence.rest().positions();
        int n = sequence.vertexCount();
        double[] pivots = spread(rest, bones);
        int[] nearest = new int[2 * n];
        double[] weights = new double[2 * n];
        for (int i = 0; i < n; i++) {
            weigh(rest, pivots, i, nearest, weights);
        }
        double[] matrices = new double[12 * bones * sequence.frameCount()];
        for (int f = 0; f < sequence.frameCount(); f++) {
            shift(rest, sequence.frame(f), nearest, bones, matrices, 12 * bones * f);
        }
        Clip clip = new Clip("toy", 30, new BoneMotion(bones, sequence.frameCount(), matrices));
        return new SkinnedModel(
                sequence.rest(),
                SkinWeights.of(2, nearest, weights),
                Skeleton.flat(pivots),
                BoneType.RIGID,
                List.of(clip));
    }

    /** Each pivot is as far as possible from those before it. */
    private static double[] spread(float[] rest, int bones) {
        double[] pivots = new double[3 * bones];
        double[] away = new double[rest.length / 3];
        Arrays.fill(away, Double.MAX_VALUE);
        int next = 0;
        for (int j = 0; j < bones; j++) {
            for (int c = 0; c < 3; c++) {
                pivots[3 * j + c] = rest[3 * next + c];
            }
            for (int i = 0; i < away.length; i++) {
                away[i] = Math.min(away[i], squared(rest, i, pivots, j));
                next = away[i] > away[next] ? i : next;
            }
        }
        return pivots;
    }

    private static double squared(float[] rest, int i, double[] pivots, int j) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            sum += (rest[3 * i + c] - pivots[3 * j + c]) * (rest[3 * i + c] - pivots[3 * j + c]);
        }
        return sum;
    }

    private static void weigh(float[] rest, double[] pivots, int i, int[] nearest, double[] weights) {
        int first = -1;
        int second = -1;
        for (int j = 0; j < pivots.length / 3; j++) {
            if (first < 0 || squared(rest, i, pivots, j) < squared(rest, i, pivots, first)) {
                second = first;
                first = j;
            } else if (second < 0 || squared(rest, i, pivots, j) < squared(rest, i, pivots, second)) {
                second = j;
            }
        }
        second = Math.max(0, second);
        double a = squared(rest, i, pivots, first);
        double b = squared(rest, i, pivots, second);
        nearest[2 * i] = first;
        nearest[2 * i + 1] = second;
        weights[2 * i] = first == second ? 1 : b * b / (a * a + b * b);
        weights[2 * i + 1] = 1 - weights[2 * i];
    }

    private static void shift(float[] rest, float[] posed, int[] nearest, int bones, double[] out, int at) {
        double[] sum = new double[4 * bones];
        for (int i = 0; i < rest.length / 3; i++) {
            int j = nearest[2 * i];
            for (int c = 0; c < 3; c++) {
                sum[4 * j + c] += posed[3 * i + c] - rest[3 * i + c];
            }
            sum[4 * j + 3]++;
        }
        for (int j = 0; j < bones; j++) {
            for (int r = 0; r < 3; r++) {
                out[at + 12 * j + 5 * r] = 1;
                out[at + 12 * j + 4 * r + 3] = sum[4 * j + 3] == 0 ? 0 : sum[4 * j + r] / sum[4 * j + 3];
            }
        }
    }
}
