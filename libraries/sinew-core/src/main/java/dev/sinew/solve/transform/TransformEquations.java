package dev.sinew.solve.transform;

import dev.sinew.linalg.Kernels;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import java.io.Serializable;
import java.util.Arrays;
import java.util.BitSet;

/**
 * The normal equations of the transform step, KSO10 §4.2: T·X·Xᵀ = Y·Xᵀ, summed vertex by vertex. Sums of different chunks of vertices are
 * separate and {@link #add added} in order.
 */
public final class TransformEquations implements Serializable {
    static final int[][] MONOMIAL_OF = {{0, 1, 2, 3}, {1, 4, 5, 6}, {2, 5, 7, 8}, {3, 6, 8, 9}};

    private final int boneCount;
    private final int dimensions;
    /** moments(j, l) = Σ_i w_ij·w_il·ũ_i·ũ_iᵀ as ten monomials, for l ≤ j. */
    private final double[] moments;
    /** The rows of X·Yᵀ, 4B×d, while vertices are added: row 4j+c = Σ_i w_ij·ũ_ic·y_i. */
    private double[][] rows;
    /** The same in one array after the first call of {@link #right}; empty before. */
    private double[] flat = new double[0];

    /** Σ_i w_ij·ũ_i, four numbers per bone. */
    private final double[] sums;

    private final double[] m = new double[BoneForms.FORM];
    private final double[] u = new double[3];
    private final double[] factors = new double[8];
    private final double[] yRow;
    private final double[] zRow;
    /** Not serialized: received sums are only added. */
    private final transient Kernels kernels = Kernels.best();

    public TransformEquations(int boneCount, int dimensions) {
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

    /** X·Yᵀ, 4B×d. Do not modify; nothing can be added after this call. */
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

    /** Σ_i w_ij·ũ_i, four numbers per bone. Do not modify. */
    public double[] sums() {
        return sums;
    }

    BoneCoupling coupling() {
        return new BoneCoupling(boneCount, gram(4 * boneCount));
    }

    public static long doubles(int boneCount, int dimensions) {
        return (long) boneCount * boneCount * BoneForms.FORM + 4L * boneCount * dimensions;
    }

    /** Adds vertex i, whose trajectory starts at {@code y[yFrom]}. */
    public void add(SkinState state, int i, double[] y, int yFrom) {
        add(state, i, y, yFrom, 0, y);
    }

    /**
     * The same with its normal: an additional point (n, 0), which bones rotate and do not translate, with weight λ².
     *
     * @param lambda λ², 0 without normals
     * @param z the normal's trajectory, starting at {@code yFrom}
     */
    public void add(SkinState state, int i, double[] y, int yFrom, double lambda, double[] z) {
        int influences = state.influences();
        double[] rest = state.rest();
        BoneForms.monomials(rest[3 * i], rest[3 * i + 1], rest[3 * i + 2], m);
        u[0] = m[3];
        u[1] = m[6];
        u[2] = m[8];
        if (lambda > 0) {
            double[] n = state.normals();
            BoneForms.addMonomials(lambda, n[3 * i], n[3 * i + 1], n[3 * i + 2], m);
        }
        System.arraycopy(y, yFrom, yRow, 0, dimensions);
        if (lambda > 0) {
            System.arraycopy(z, yFrom, zRow, 0, dimensions);
        }
        int from = i * influences;
        for (int k = from; k < from + influences && state.weights()[k] > 0; k++) {
            double w = state.importance(i) * state.weights()[k];
            int j = state.bones()[k];
            for (int l = from; l <= k; l++) {
                int other = state.bones()[l];
                addMoments(
                        w * state.weights()[l], (Math.max(j, other) * boneCount + Math.min(j, other)) * BoneForms.FORM);
            }
            if (lambda > 0) {
                addWithNormal(w, j, w * lambda, state.normals(), 3 * i);
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
     * @param count weight of the vertex
     * @param w B numbers, not modified
     * @param rest positions, this vertex's from {@code restFrom} on
     * @param y its trajectory, starting at {@code yFrom}
     */
    public void add(double count, double[] w, double[] rest, int restFrom, double[] y, int yFrom) {
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
                addMoments(count * w[j] * w[l], (j * boneCount + l) * BoneForms.FORM);
            }
            addTrajectory(count * w[j], j);
        }
    }

    /**
     * The same for its normal: an additional point (n, 0) with weight λ².
     *
     * @param n normals, this vertex's from {@code from} on
     * @param z its trajectory, starting at {@code zFrom}
     */
    public void addNormal(double[] w, double lambda, double[] n, int from, double[] z, int zFrom) {
        Arrays.fill(m, 0);
        BoneForms.addMonomials(lambda, n[from], n[from + 1], n[from + 2], m);
        System.arraycopy(z, zFrom, zRow, 0, dimensions);
        for (int j = 0; j < boneCount; j++) {
            if (w[j] == 0) {
                continue;
            }
            for (int l = 0; l <= j; l++) {
                addMoments(w[j] * w[l], (j * boneCount + l) * BoneForms.FORM);
            }
            for (int c = 0; c < 3; c++) {
                factors[c] = lambda * w[j] * n[from + c];
            }
            factors[3] = 0;
            kernels.addToFourRows(factors, zRow, dimensions, rows, 4 * j);
        }
    }

    private void addTrajectory(double w, int j) {
        fillFactors(w, j);
        kernels.addToFourRows(factors, yRow, dimensions, rows, 4 * j);
    }

    /** w·ũ, which is also added to the sums. */
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
    public void add(TransformEquations other) {
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
     * Solves for T, d×4B, with a ridge that keeps what the data does not determine.
     *
     * @param ridge relative to the mean diagonal of X·Xᵀ
     * @param previous T before, d×4B, not modified; null means zero
     * @param locked bones that do not move; if there are any, {@code previous} is required
     */
    public double[] solve(double ridge, double[] previous, BitSet locked, Workers workers) {
        TransformSystem system = system();
        double lambda = Math.max(ridge * system.meanDiagonal(), Double.MIN_NORMAL);
        for (int a = 0; a < 4 * boneCount; a++) {
            system.hold(a, lambda, previous);
        }
        return system.pin(locked, previous).solve(workers);
    }

    /** T·X·Xᵀ = Y·Xᵀ, to be modified and solved once. */
    TransformSystem system() {
        int n = 4 * boneCount;
        return new TransformSystem(n, dimensions, gram(n), right());
    }

    /** Σ_i w_ij²·ũ_i·ũ_iᵀ of bone j as ten monomials. */
    double[] momentsOf(int j) {
        int at = (j * boneCount + j) * BoneForms.FORM;
        return Arrays.copyOfRange(moments, at, at + BoneForms.FORM);
    }

    /** d */
    int dimensions() {
        return dimensions;
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
