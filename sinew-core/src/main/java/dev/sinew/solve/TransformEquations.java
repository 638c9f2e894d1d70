package dev.sinew.solve;

import dev.sinew.linalg.Cholesky;
import dev.sinew.linalg.Kernels;
import dev.sinew.math.Svd3;
import dev.sinew.math.Workers;
import java.io.Serializable;
import java.util.BitSet;

/**
 * The normal equations of the transform step, KSO10 §4.2: T·X·Xᵀ = Y·Xᵀ, summed up vertex by vertex. Sums of different
 * chunks of vertices are kept apart and {@link #add added} in order.
 */
public final class TransformEquations implements Serializable {
    private static final int[][] MONOMIAL_OF = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

    /** A patch is thin when its thickness is below a seventh of its width. */
    private static final double THIN = 0.02;

    private final int boneCount;
    private final int dimensions;
    /** moments(j, l) = Σ_i w_ij·w_il·ũ_i·ũ_iᵀ as ten monomials, for l ≤ j. */
    private final double[] moments;
    /** The rows of X·Yᵀ, 4B×d, as long as vertices are added: row 4j+c = Σ_i w_ij·ũ_ic·y_i. */
    private double[][] rows;
    /** The same in one array, once it was asked for; empty before. */
    private double[] flat = new double[0];

    /** Σ_i w_ij·ũ_i, four numbers per bone. */
    private final double[] sums;

    private final double[] m = new double[BoneForms.FORM];
    private final double[] u = new double[3];
    private final double[] factors = new double[8];
    private final double[] yRow;
    private final double[] zRow;
    /** Not sent along: what comes from elsewhere is only added. */
    private final transient Kernels kernels = Kernels.best();

    TransformEquations(int boneCount, int dimensions) {
        this.boneCount = boneCount;
        this.dimensions = dimensions;
        moments = new double[boneCount * boneCount * BoneForms.FORM];
        rows = new double[4 * boneCount][dimensions];
        yRow = new double[dimensions];
        zRow = new double[dimensions];
        sums = new double[4 * boneCount];
    }

    public int boneCount() {
        return boneCount;
    }

    /** X·Yᵀ, 4B×d, not to be modified; from now on nothing can be added. */
    public double[] right() {
        if (flat.length == 0) {
            flat = new double[rows.length * dimensions];
            for (int a = 0; a < rows.length; a++) {
                System.arraycopy(rows[a], 0, flat, a * dimensions, dimensions);
            }
            rows = new double[0][];
        }
        return flat;
    }

    /** Σ_i w_ij·ũ_i, four numbers per bone, not to be modified. */
    public double[] sums() {
        return sums;
    }

    BoneCoupling coupling() {
        return new BoneCoupling(boneCount, gram(4 * boneCount));
    }

    static long doubles(int boneCount, int dimensions) {
        return (long) boneCount * boneCount * BoneForms.FORM + 4L * boneCount * dimensions;
    }

    /** Adds vertex i whose trajectory stands in {@code y} from {@code yFrom} on. */
    void add(SkinState state, int i, double[] y, int yFrom) {
        add(state, i, y, yFrom, 0, y);
    }

    /**
     * The same with its normal: one more point (n, 0), which bones turn and do not move, of weight λ².
     *
     * @param lambda λ², 0 without normals
     * @param z the normal's trajectory stands from {@code yFrom} on
     */
    void add(SkinState state, int i, double[] y, int yFrom, double lambda, double[] z) {
        int influences = state.influences();
        double[] rest = state.rest;
        BoneForms.monomials(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2], m);
        u[0] = m[3];
        u[1] = m[6];
        u[2] = m[8];
        if (lambda > 0) {
            double[] n = state.normals;
            BoneForms.addMonomials(lambda, n[3 * i], n[3 * i + 1], n[3 * i + 2], m);
        }
        System.arraycopy(y, yFrom, yRow, 0, dimensions);
        if (lambda > 0) {
            System.arraycopy(z, yFrom, zRow, 0, dimensions);
        }
        int from = i * influences;
        for (int k = from; k < from + influences && state.weights[k] > 0; k++) {
            double w = state.importance(i) * state.weights[k];
            int j = state.bones[k];
            for (int l = from; l <= k; l++) {
                int other = state.bones[l];
                addMoments(
                        w * state.weights[l], (Math.max(j, other) * boneCount + Math.min(j, other)) * BoneForms.FORM);
            }
            if (lambda > 0) {
                addWithNormal(w, j, w * lambda, state.normals, 3 * i);
            } else {
                addTrajectory(w, j);
            }
        }
    }

    private void addWithNormal(double w, int j, double factor, double[] n, int at) {
        fillFactors(w, j);
        factors[4] = factor * n[at];
        factors[5] = factor * n[at + 1];
        factors[6] = factor * n[at + 2];
        factors[7] = 0;
        kernels.addToFourRows(factors, yRow, zRow, dimensions, rows, 4 * j);
    }

    /**
     * Adds a vertex with weights of any sign.
     *
     * @param w B numbers, not modified
     * @param rest positions, the vertex' own from {@code restFrom} on
     * @param y its trajectory stands from {@code yFrom} on
     */
    void add(double[] w, double[] rest, int restFrom, double[] y, int yFrom) {
        BoneForms.monomials(rest[restFrom], rest[restFrom + 1], rest[restFrom + 2], m);
        u[0] = m[3];
        u[1] = m[6];
        u[2] = m[8];
        System.arraycopy(y, yFrom, yRow, 0, dimensions);
        for (int j = 0; j < boneCount; j++) {
            if (w[j] == 0) {
                continue;
            }
            for (int l = 0; l <= j; l++) {
                addMoments(w[j] * w[l], (j * boneCount + l) * BoneForms.FORM);
            }
            addTrajectory(w[j], j);
        }
    }

    private void addTrajectory(double w, int j) {
        fillFactors(w, j);
        kernels.addToFourRows(factors, yRow, dimensions, rows, 4 * j);
    }

    /** w·ũ, which is added to the sums too. */
    private void fillFactors(double w, int j) {
        factors[0] = w * u[0];
        factors[1] = w * u[1];
        factors[2] = w * u[2];
        factors[3] = w;
        for (int c = 0; c < 4; c++) {
            sums[4 * j + c] += factors[c];
        }
    }

    private void addMoments(double factor, int at) {
        for (int c = 0; c < BoneForms.FORM; c++) {
            moments[at + c] += factor * m[c];
        }
    }

    /** this += other */
    void add(TransformEquations other) {
        for (int k = 0; k < moments.length; k++) {
            moments[k] += other.moments[k];
        }
        for (int a = 0; a < rows.length; a++) {
            for (int k = 0; k < dimensions; k++) {
                rows[a][k] += other.rows[a][k];
            }
        }
        for (int k = 0; k < sums.length; k++) {
            sums[k] += other.sums[k];
        }
    }

    /**
     * Solves for T, d×4B, with a ridge that holds what the data leaves open where it was.
     *
     * @param ridge relative to the mean diagonal of X·Xᵀ
     * @param previous T before, d×4B, not modified; null stands for zero
     * @param locked bones that stay where they were; where there are any, {@code previous} must be given
     */
    double[] solve(double ridge, double[] previous, BitSet locked, Workers workers) {
        int n = 4 * boneCount;
        double[] gram = gram(n);
        double lambda = Math.max(ridge * meanDiagonal(gram, n), Double.MIN_NORMAL);
        for (int a = 0; a < n; a++) {
            hold(gram, n, a, lambda, previous);
        }
        pin(gram, n, locked, previous);
        return solve(gram, n, workers);
    }

    /**
     * What is known of T moves to the right-hand side, and the rows of the locked columns become t_a = previous_a. Rounding
     * may still touch them: callers who want them bit for bit copy them.
     */
    private void pin(double[] gram, int n, BitSet locked, double[] previous) {
        double[] right = right();
        for (int a = 0; a < n; a++) {
            if (!locked.get(a / 4)) {
                continue;
            }
            for (int b = 0; b < n; b++) {
                double g = a >= b ? gram[a * n + b] : gram[b * n + a];
                if (locked.get(b / 4) || g == 0) {
                    continue;
                }
                for (int k = 0; k < dimensions; k++) {
                    right[b * dimensions + k] -= g * previous[k * n + a];
                }
            }
        }
        for (int a = 0; a < n; a++) {
            for (int b = 0; b <= a; b++) {
                if (locked.get(a / 4) || locked.get(b / 4)) {
                    gram[a * n + b] = a == b ? 1 : 0;
                }
            }
            for (int k = 0; locked.get(a / 4) && k < dimensions; k++) {
                right[a * dimensions + k] = previous[k * n + a];
            }
        }
    }

    /**
     * Solves for T in full coordinates, d = 3F, with the linear part of every bone held near the rotation that moves its
     * vertices best, as firmly as they are spread: directions in which they are well spread hardly feel it, across a flat
     * patch it decides. Translations are free.
     *
     * @param locked bones that stay where they were
     * @param previous T before, d×4B, not modified; may be null where none is locked
     */
    double[] solveNearRotations(AffineTransforms.Firmness firmness, BitSet locked, double[] previous, Workers workers) {
        int n = 4 * boneCount;
        double[] gram = gram(n);
        double[] rotations = rotations();
        double least = Math.max(1e-12 * meanDiagonal(gram, n), Double.MIN_NORMAL);
        for (int j = 0; j < boneCount; j++) {
            double lambda = Math.max((isThin(j) ? firmness.thin() : firmness.usual()) * spread(j), least);
            for (int c = 0; c < 3; c++) {
                hold(gram, n, 4 * j + c, lambda, rotations);
            }
            hold(gram, n, 4 * j + 3, least, null);
        }
        pin(gram, n, locked, previous);
        return solve(gram, n, workers);
    }

    /**
     * The rotation nearest to Σ_i w_ij·(v_if − mean)·(u_i − mean)ᵀ for every bone and frame, 3F×4B with zero in the
     * fourth columns. Vertices in a plane suffice: the third axis follows from the other two.
     */
    private double[] rotations() {
        int n = 4 * boneCount;
        double[] right = right();
        double[] rotations = new double[dimensions * n];
        double[] covariance = new double[9];
        Svd3 svd = new Svd3();
        for (int f = 0; f < dimensions / 3; f++) {
            for (int j = 0; j < boneCount; j++) {
                double mass = Math.max(sums[4 * j + 3], Double.MIN_NORMAL);
                for (int r = 0; r < 3; r++) {
                    double mean = right[(4 * j + 3) * dimensions + 3 * f + r] / mass;
                    for (int c = 0; c < 3; c++) {
                        covariance[3 * r + c] = right[(4 * j + c) * dimensions + 3 * f + r] - mean * sums[4 * j + c];
                    }
                }
                svd.decompose(covariance, 0, 3);
                svd.rotation(rotations, 3 * f * n + 4 * j, n);
            }
        }
        return rotations;
    }

    /** Adds λ·(t_a − previous_a)² for column a; null stands for zero. */
    private void hold(double[] gram, int n, int a, double lambda, double[] previous) {
        gram[a * n + a] += lambda;
        double[] right = right();
        for (int k = 0; previous != null && k < dimensions; k++) {
            right[a * dimensions + k] += lambda * previous[k * n + a];
        }
    }

    private static double meanDiagonal(double[] gram, int n) {
        double trace = 0;
        for (int a = 0; a < n; a++) {
            trace += gram[a * n + a];
        }
        return trace / n;
    }

    /** Σ_i w_ij²·‖u_i − centre‖² / 3, the mean moment of bone j about its own centre. */
    private double spread(int j) {
        int at = (j * boneCount + j) * BoneForms.FORM;
        double mass = moments[at + 9];
        if (!(mass > 0)) {
            return 0;
        }
        double x = moments[at + 3];
        double y = moments[at + 6];
        double z = moments[at + 8];
        double about = moments[at] + moments[at + 4] + moments[at + 7] - (x * x + y * y + z * z) / mass;
        return Math.max(0, about) / 3;
    }

    /** Whether the vertices of bone j lie near a plane: least of the three moments about their centre against the mean. */
    private boolean isThin(int j) {
        int at = (j * boneCount + j) * BoneForms.FORM;
        double mass = Math.max(moments[at + 9], Double.MIN_NORMAL);
        double[] mean = {moments[at + 3], moments[at + 6], moments[at + 8]};
        double[] about = new double[9];
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                about[3 * r + c] = moments[at + MONOMIAL_OF[r][c]] - mean[r] * mean[c] / mass;
            }
        }
        Svd3 svd = new Svd3();
        svd.decompose(about, 0, 3);
        double[] sigma = svd.sigma();
        return sigma[2] < THIN * (sigma[0] + sigma[1] + sigma[2]) / 3;
    }

    private double[] solve(double[] gram, int n, Workers workers) {
        Cholesky cholesky = Cholesky.of(gram, n);
        double[] right = right();
        workers.forChunks(dimensions, 32, (chunk, from, to) -> cholesky.solve(right, dimensions, from, to));
        double[] t = new double[dimensions * n];
        for (int a = 0; a < n; a++) {
            for (int k = 0; k < dimensions; k++) {
                t[k * n + a] = right[a * dimensions + k];
            }
        }
        return t;
    }

    /** X·Xᵀ, 4B×4B, both triangles: block (j, l) = Σ_i w_ij·w_il·ũ_i·ũ_iᵀ. */
    public double[] symmetricGram() {
        int n = 4 * boneCount;
        double[] gram = gram(n);
        for (int a = 0; a < n; a++) {
            for (int b = 0; b < a; b++) {
                gram[b * n + a] = gram[a * n + b];
            }
        }
        return gram;
    }

    /** X·Xᵀ, n×n, lower triangle. */
    private double[] gram(int n) {
        double[] gram = new double[n * n];
        for (int j = 0; j < boneCount; j++) {
            for (int l = 0; l <= j; l++) {
                int at = (j * boneCount + l) * BoneForms.FORM;
                for (int a = 0; a < 4; a++) {
                    for (int b = 0; b < 4; b++) {
                        gram[(4 * j + a) * n + 4 * l + b] = moments[at + MONOMIAL_OF[a][b]];
                    }
                }
            }
        }
        return gram;
    }
}
