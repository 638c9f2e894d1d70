package dev.sinew.show.page;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A quick skinned model of a sequence with real errors, for tests of the viewer: clusters of vertices that move alike, weights by
 * distance, and one affine map per cluster.
 */
final class ClusterModel {
    private static final int ROUNDS = 8;

    private final MeshSequence sequence;
    private final int n;
    private final int bones;
    private final int influences;
    private final double[] centres;

    private ClusterModel(MeshSequence sequence, int bones, int influences) {
        this.sequence = sequence;
        this.n = sequence.vertexCount();
        this.bones = bones;
        this.influences = influences;
        this.centres = new double[3 * bones];
    }

    static SkinnedModel of(MeshSequence sequence, int bones, int influences) {
        return new ClusterModel(sequence, bones, influences).fit();
    }

    private SkinnedModel fit() {
        cluster();
        SkinWeights weights = weights();
        double[] matrices = new double[sequence.frameCount() * bones * BoneMotion.STRIDE];
        for (int f = 0; f < sequence.frameCount(); f++) {
            fitFrame(sequence.frame(f), weights, matrices, f * bones * BoneMotion.STRIDE);
        }
        Clip clip = new Clip(
                sequence.name(), sequence.framesPerSecond(), new BoneMotion(bones, sequence.frameCount(), matrices));
        return new SkinnedModel(
                sequence.rest(), weights, Skeleton.flat(centres.clone()), BoneType.AFFINE, List.of(clip));
    }

    /** Lloyd's algorithm on rest positions, started from distant vertices. */
    private void cluster() {
        float[] rest = sequence.rest().positions();
        double[] distance = new double[n];
        Arrays.fill(distance, Double.MAX_VALUE);
        int next = 0;
        for (int j = 0; j < bones; j++) {
            for (int x = 0; x < 3; x++) {
                centres[3 * j + x] = rest[3 * next + x];
            }
            for (int i = 0; i < n; i++) {
                distance[i] = Math.min(distance[i], squared(rest, i, j));
                next = distance[i] > distance[next] ? i : next;
            }
        }
        for (int round = 0; round < ROUNDS; round++) {
            recentre(rest);
        }
    }

    private void recentre(float[] rest) {
        double[] sums = new double[4 * bones];
        for (int i = 0; i < n; i++) {
            int best = nearest(rest, i)[0];
            for (int x = 0; x < 3; x++) {
                sums[4 * best + x] += rest[3 * i + x];
            }
            sums[4 * best + 3]++;
        }
        for (int j = 0; j < bones; j++) {
            for (int x = 0; x < 3 && sums[4 * j + 3] > 0; x++) {
                centres[3 * j + x] = sums[4 * j + x] / sums[4 * j + 3];
            }
        }
    }

    private double squared(float[] rest, int i, int j) {
        double sum = 0;
        for (int x = 0; x < 3; x++) {
            double d = rest[3 * i + x] - centres[3 * j + x];
            sum += d * d;
        }
        return sum;
    }

    private int[] nearest(float[] rest, int i) {
        return IntStream.range(0, bones)
                .boxed()
                .sorted((a, b) -> Double.compare(squared(rest, i, a), squared(rest, i, b)))
                .limit(influences)
                .mapToInt(j -> j)
                .toArray();
    }

    private SkinWeights weights() {
        float[] rest = sequence.rest().positions();
        int[] chosen = new int[n * influences];
        double[] weights = new double[n * influences];
        for (int i = 0; i < n; i++) {
            int[] near = nearest(rest, i);
            double scale = 2 / (squared(rest, i, near[Math.min(1, near.length - 1)]) + 1e-12);
            double sum = 0;
            for (int k = 0; k < near.length; k++) {
                chosen[i * influences + k] = near[k];
                weights[i * influences + k] = Math.exp(-scale * squared(rest, i, near[k]));
                sum += weights[i * influences + k];
            }
            for (int k = 0; k < near.length; k++) {
                weights[i * influences + k] /= sum;
            }
        }
        return SkinWeights.of(influences, chosen, weights);
    }

    /** M_j = argmin Σ_i w_ij·‖v_i − M_j·ũ_i‖², independently per bone. */
    private void fitFrame(float[] posed, SkinWeights weights, double[] out, int at) {
        float[] rest = sequence.rest().positions();
        double[][][] normal = new double[bones][4][7];
        for (int i = 0; i < n; i++) {
            double[] u = {rest[3 * i], rest[3 * i + 1], rest[3 * i + 2], 1};
            for (int k = i * weights.influences(); k < (i + 1) * weights.influences(); k++) {
                add(normal[weights.bones()[k]], weights.weights()[k], u, posed, 3 * i);
            }
        }
        for (int j = 0; j < bones; j++) {
            solve(normal[j]);
            for (int row = 0; row < 3; row++) {
                for (int c = 0; c < 4; c++) {
                    out[at + j * BoneMotion.STRIDE + 4 * row + c] = normal[j][c][4 + row];
                }
            }
        }
    }

    private static void add(double[][] normal, double w, double[] u, float[] posed, int at) {
        for (int r = 0; r < 4; r++) {
            for (int c = 0; c < 4; c++) {
                normal[r][c] += w * u[r] * u[c];
            }
            for (int x = 0; x < 3; x++) {
                normal[r][4 + x] += w * u[r] * posed[at + x];
            }
        }
    }

    /** Gauss-Jordan with a small regularisation for flat clusters. */
    private static void solve(double[][] m) {
        for (int k = 0; k < 4; k++) {
            m[k][k] += 1e-9 * (m[3][3] + 1e-12);
        }
        for (int k = 0; k < 4; k++) {
            for (int r = 0; r < 4; r++) {
                double factor = r == k ? 0 : m[r][k] / m[k][k];
                for (int c = k; c < 7 && factor != 0; c++) {
                    m[r][c] -= factor * m[k][c];
                }
            }
        }
        for (int k = 0; k < 4; k++) {
            for (int x = 4; x < 7; x++) {
                m[k][x] /= m[k][k];
            }
        }
    }
}
