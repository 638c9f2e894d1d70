package dev.sinew.handles;

import dev.sinew.linalg.Cholesky;
import dev.sinew.math.Affine3;
import java.util.Arrays;
import java.util.Optional;

/**
 * Solves the handles' affine transforms for given weights, rotations and targets. NOTE: from eq. 11 itself, Kᵀ(I + λ₂L)K·T = Kᵀ(q + λ₂b);
 * eq. 18–20 minimise a different energy. A flat rest pose makes K rank-deficient; a tiny pull towards the previous transforms resolves that
 * and cannot raise the energy.
 */
final class TransformSolve {
    private static final double RELATIVE_PULL = 1e-9;

    private final double[] rest;
    private final HandleWeights weights;
    private final int h;
    private final double[] importance;
    private final Optional<ExampleShading> shades;
    /** The normal equations' matrix without the pull, 4H×4H. */
    private final double[] normal;

    private final double pull;
    private final Cholesky factor;

    /** @param importance weight of each vertex in the data term, all 0 without one (posing: eq. 26) */
    TransformSolve(double[] rest, HandleWeights weights, Rigidity rigidity, double[] importance, double lambda2) {
        this(rest, weights, rigidity, importance, lambda2, Optional.empty());
    }

    /** @param shades normals to fit */
    TransformSolve(
            double[] rest,
            HandleWeights weights,
            Rigidity rigidity,
            double[] importance,
            double lambda2,
            Optional<ExampleShading> shades) {
        this.shades = shades.filter(s -> s.lambda() > 0);
        this.importance = importance;
        this.rest = rest;
        this.weights = weights;
        this.h = weights.handleCount();
        int size = 4 * h;
        this.normal = new double[size * size];
        double[] row = new double[size];
        int[] places = new int[size];
        for (int i = 0; i < weights.vertexCount(); i++) {
            if (importance[i] > 0) {
                Arrays.fill(row, 0);
                addRow(i, 1, row);
                addSquare(row, places, importance[i]);
            }
        }
        for (int i = 0; i < weights.vertexCount() && this.shades.isPresent(); i++) {
            Arrays.fill(row, 0);
            addNormal(i, this.shades.get().rest(), row);
            addSquare(row, places, importance[i] * this.shades.get().lambda());
        }
        for (int e = 0; e < rigidity.edgeCount() && lambda2 > 0; e++) {
            // KᵀLK = Σ c·(κ_i − κ_k)(κ_i − κ_k)ᵀ over the edges
            Arrays.fill(row, 0);
            addRow(rigidity.from(e), 1, row);
            addRow(rigidity.to(e), -1, row);
            addSquare(row, places, lambda2 * rigidity.weight(e));
        }
        double trace = 0;
        for (int k = 0; k < size; k++) {
            trace += normal[k * size + k];
        }
        this.pull = RELATIVE_PULL * Math.max(trace / size, 1e-300);
        double[] pulled = normal.clone();
        for (int k = 0; k < size; k++) {
            pulled[k * size + k] += pull;
        }
        this.factor = Cholesky.of(pulled, size);
    }

    double[] normal() {
        return normal;
    }

    private void addRow(int i, double sign, double[] row) {
        for (int j = 0; j < h; j++) {
            double w = sign * weights.w()[i * h + j];
            if (w != 0) {
                for (int d = 0; d < 3; d++) {
                    row[4 * j + d] += w * rest[3 * i + d];
                }
                row[4 * j + 3] += w;
            }
        }
    }

    /** The same for the point (n, 0). */
    private void addNormal(int i, double[] n, double[] row) {
        for (int j = 0; j < h; j++) {
            for (int d = 0; d < 3; d++) {
                row[4 * j + d] += weights.w()[i * h + j] * n[3 * i + d];
            }
        }
    }

    private void addSquare(double[] row, int[] places, double factorOfRow) {
        int count = 0;
        for (int k = 0; k < row.length; k++) {
            if (row[k] != 0) {
                places[count++] = k;
            }
        }
        for (int a = 0; a < count; a++) {
            double f = factorOfRow * row[places[a]];
            int at = places[a] * row.length;
            for (int b = 0; b < count; b++) {
                normal[at + places[b]] += f * row[places[b]];
            }
        }
    }

    /**
     * @param target importance·q + λ₂b, 3N
     * @param before transforms to keep where the data does not determine them, H·12
     * @return H·12, a 3×4 matrix each
     */
    double[] solve(double[] target, double[] before) {
        return solve(new double[4 * h * 3], target, before);
    }

    /** The same for example k, with its normals. */
    double[] solve(double[] target, double[] before, int k) {
        double[] t = new double[4 * h * 3];
        for (int i = 0; i < weights.vertexCount() && shades.isPresent(); i++) {
            double[] n = shades.get().rest();
            double factor = importance[i] * shades.get().lambda();
            for (int j = 0; j < h; j++) {
                double w = factor * weights.w()[i * h + j];
                for (int d = 0; d < 3 && w != 0; d++) {
                    double f = w * shades.get().truth(k)[3 * i + d];
                    int at = 12 * j + d;
                    t[at] += f * n[3 * i];
                    t[at + 3] += f * n[3 * i + 1];
                    t[at + 6] += f * n[3 * i + 2];
                }
            }
        }
        return solve(t, target, before);
    }

    /** @param t initial right-hand side, modified */
    private double[] solve(double[] t, double[] target, double[] before) {
        for (int i = 0; i < weights.vertexCount(); i++) {
            for (int j = 0; j < h; j++) {
                double w = weights.w()[i * h + j];
                if (w != 0) {
                    for (int d = 0; d < 3; d++) {
                        double f = w * target[3 * i + d];
                        int at = 12 * j + d;
                        t[at] += f * rest[3 * i];
                        t[at + 3] += f * rest[3 * i + 1];
                        t[at + 6] += f * rest[3 * i + 2];
                        t[at + 9] += f;
                    }
                }
            }
        }
        for (int k = 0; k < 4 * h; k++) {
            for (int d = 0; d < 3; d++) {
                t[3 * k + d] += pull * before[12 * (k / 4) + 4 * d + k % 4];
            }
        }
        factor.solve(t, 3, 0, 3);
        double[] matrices = new double[12 * h];
        for (int k = 0; k < 4 * h; k++) {
            for (int d = 0; d < 3; d++) {
                matrices[12 * (k / 4) + 4 * d + k % 4] = t[3 * k + d];
            }
        }
        return matrices;
    }

    /**
     * eq. 1: posed positions, 3N. NOTE: {@link dev.sinew.skin.LinearSkinning} uses floats and another summation order; here the rest pose
     * is normalised in doubles.
     */
    static double[] pose(double[] rest, HandleWeights weights, double[] matrices) {
        int h = weights.handleCount();
        double[] out = new double[rest.length];
        double[] m = new double[12];
        for (int i = 0; i < weights.vertexCount(); i++) {
            Arrays.fill(m, 0);
            for (int j = 0; j < h; j++) {
                double w = weights.w()[i * h + j];
                if (w != 0) {
                    for (int c = 0; c < 12; c++) {
                        m[c] += w * matrices[12 * j + c];
                    }
                }
            }
            for (int d = 0; d < 3; d++) {
                out[3 * i + d] = Affine3.row(m, 4 * d, rest[3 * i], rest[3 * i + 1], rest[3 * i + 2]);
            }
        }
        return out;
    }
}
