package dev.sinew.bench.baseline;

import dev.sinew.linalg.Cholesky;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.platform.Workers;
import dev.sinew.skin.operator.OperatorSkinning;

/**
 * Multi-weight enveloping (Wang and Phillips 2002): one weight per entry of a bone's matrix, twelve per influence, by least
 * squares on the poses. KCO09 §2 classifies it as multilinear blending.
 *
 * <p>NOTE: a small ridge pulls weights to the linear ones, where the paper truncates small singular values; both limit weights
 * that the poses do not determine.
 */
public final class MultiWeights implements Played {
    private static final int CHUNK = 256;
    private static final double RIDGE = 1e-4;

    private final SkinnedModel model;
    /** For coordinate r of vertex i, 4K numbers (K influences) from (3i + r)·4K on. */
    private final double[] x;

    public MultiWeights(SkinnedModel model, BoneMotion training, Workers workers) {
        this.model = model;
        int places = 4 * model.weights().influences();
        x = new double[3 * model.vertexCount() * places];
        OperatorSkinning truth = new OperatorSkinning(model, SkinningOperator.DUAL_QUATERNION);
        int n = model.vertexCount();
        double[][] wanted = new double[training.frameCount()][3 * n];
        for (int f = 0; f < wanted.length; f++) {
            truth.positions(training, f, 0, n, wanted[f]);
        }
        workers.forChunks(n, CHUNK, (chunk, from, to) -> {
            for (int k = 3 * from; k < 3 * to; k++) {
                solve(k / 3, k % 3, training, wanted, k * places);
            }
        });
    }

    private void solve(int i, int r, BoneMotion motion, double[][] wanted, int at) {
        SkinWeights w = model.weights();
        int size = 4 * w.influencesOf(i);
        double[] g = new double[size * size];
        double[] right = new double[size];
        double[] row = new double[size];
        for (int f = 0; f < wanted.length; f++) {
            row(i, r, motion, f, row);
            for (int a = 0; a < size; a++) {
                right[a] += row[a] * wanted[f][3 * i + r];
                for (int b = 0; b < size; b++) {
                    g[a * size + b] += row[a] * row[b];
                }
            }
        }
        double mean = 1e-12;
        for (int a = 0; a < size; a++) {
            mean += g[a * size + a] / size;
        }
        for (int a = 0; a < size; a++) {
            g[a * size + a] += RIDGE * mean;
            right[a] += RIDGE * mean * w.weights()[i * w.influences() + a / 4];
        }
        Cholesky.of(g, size).solve(right, 1, 0, 1);
        System.arraycopy(right, 0, x, at, size);
    }

    /** M_j[r, c]·ũ_c of every influence. */
    private void row(int i, int r, BoneMotion motion, int f, double[] out) {
        SkinWeights w = model.weights();
        float[] u = model.rest().positions();
        for (int k = 0; k < 4 * w.influencesOf(i); k++) {
            int at = motion.offset(f, w.bones()[i * w.influences() + k / 4]) + 4 * r + k % 4;
            out[k] = motion.matrices()[at] * (k % 4 == 3 ? 1 : u[3 * i + k % 4]);
        }
    }

    @Override
    public double envelopingError(BoneMotion motion, Workers workers) {
        int places = 4 * model.weights().influences();
        return Played.envelopingError(
                model,
                motion,
                (f, from, to, xyz) -> {
                    double[] row = new double[places];
                    for (int k = 3 * from; k < 3 * to; k++) {
                        row(k / 3, k % 3, motion, f, row);
                        double sum = 0;
                        for (int a = 0; a < 4 * model.weights().influencesOf(k / 3); a++) {
                            sum += x[k * places + a] * row[a];
                        }
                        xyz[k - 3 * from] = sum;
                    }
                },
                workers);
    }
}
