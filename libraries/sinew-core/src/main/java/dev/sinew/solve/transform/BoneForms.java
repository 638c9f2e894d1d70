package dev.sinew.solve.transform;

import dev.sinew.linalg.Kernels;
import java.io.Serializable;

/**
 * The bones as products for the vertex step. With Θ_j = T_j·ũ the trajectory of a rest position under bone j, Θ_j·Θ_l is a quadratic form
 * in ũ that costs ten products, independent of d.
 */
public final class BoneForms implements Serializable {
    /** Coefficients of a form: xx xy xz x yy yz y zz z 1. */
    public static final int FORM = 10;

    private static final int GRAM_ROWS = 16;

    private final int boneCount;
    private final int dimensions;
    private final double[] transforms;
    private final double[] t;
    private final double[][] paddedT;
    private final double[] tByBone;
    private final double[] forms;

    private BoneForms(int boneCount, double[] transforms, double[] t, double[] forms) {
        this.boneCount = boneCount;
        this.dimensions = t.length / (4 * boneCount);
        this.transforms = transforms;
        this.t = t;
        this.paddedT = Kernels.padColumns(t, dimensions, 4 * boneCount);
        this.tByBone = byBone(boneCount, dimensions, t);
        this.forms = forms;
    }

    /** @param t d×4B, kept, not modified */
    public static BoneForms of(int boneCount, int dimensions, double[] t) {
        return new BoneForms(boneCount, t, t, forms(boneCount, t));
    }

    /**
     * Bones in other coordinates than the trajectories.
     *
     * @param transforms 3F×4B in full coordinates, for products among bones; kept, not modified
     * @param t the same in the coordinates of the trajectories, d×4B, for products with them; kept, not modified
     */
    static BoneForms inBasis(int boneCount, double[] transforms, double[] t) {
        return new BoneForms(boneCount, transforms, t, forms(boneCount, transforms));
    }

    private static double[] forms(int boneCount, double[] t) {
        int n = 4 * boneCount;
        double[] gram = new double[n * n];
        // A few rows at a time stay in the L1 cache; every sum adds the rows of T in order.
        for (int from = 0; from < n; from += GRAM_ROWS) {
            int to = Math.min(n, from + GRAM_ROWS);
            for (int k = 0; k < t.length / n; k++) {
                addOuterProduct(t, k * n, from, to, n, gram);
            }
        }
        double[] forms = new double[boneCount * boneCount * FORM];
        for (int j = 0; j < boneCount; j++) {
            for (int l = 0; l <= j; l++) {
                int at = (j * boneCount + l) * FORM;
                symmetrise(gram, n, 4 * j, 4 * l, forms, at);
                System.arraycopy(forms, at, forms, (l * boneCount + j) * FORM, FORM);
            }
        }
        return forms;
    }

    /** gram += row·rowᵀ, rows {@code from ≤ a < to} of the lower triangle */
    private static void addOuterProduct(double[] t, int row, int from, int to, int n, double[] gram) {
        for (int a = from; a < to; a++) {
            double factor = t[row + a];
            int at = a * n;
            for (int b = 0; b <= a; b++) {
                gram[at + b] += factor * t[row + b];
            }
        }
    }

    private static void symmetrise(double[] gram, int n, int row, int column, double[] forms, int at) {
        int c = at;
        for (int a = 0; a < 4; a++) {
            for (int b = a; b < 4; b++) {
                double value = lower(gram, n, row + a, column + b);
                forms[c++] = a == b ? value : value + lower(gram, n, row + b, column + a);
            }
        }
    }

    private static double lower(double[] gram, int n, int a, int b) {
        return a >= b ? gram[a * n + b] : gram[b * n + a];
    }

    public int boneCount() {
        return boneCount;
    }

    public int dimensions() {
        return dimensions;
    }

    /** T in its own coordinates. Do not modify. */
    public double[] transforms() {
        return transforms;
    }

    /** The d rows of T, each padded for {@link Kernels} to {@link #paddedColumns}. */
    public double[][] paddedT() {
        return paddedT;
    }

    /** T bone by bone: d×4 numbers of bone j from {@code 4·j·d} on. */
    public double[] tByBone() {
        return tByBone;
    }

    private static double[] byBone(int boneCount, int dimensions, double[] t) {
        double[] sorted = new double[t.length];
        for (int k = 0; k < dimensions; k++) {
            for (int j = 0; j < boneCount; j++) {
                System.arraycopy(t, 4 * (k * boneCount + j), sorted, 4 * (j * dimensions + k), 4);
            }
        }
        return sorted;
    }

    public int paddedColumns() {
        return Kernels.padded(4 * boneCount, Kernels.COLUMN_TILE);
    }

    /** Offset of the form of bones j and l in {@link #forms}. */
    public int offset(int j, int l) {
        return (j * boneCount + l) * FORM;
    }

    public double[] forms() {
        return forms;
    }

    /** Θ_j·Θ_l, given the ten monomials of ũ. */
    public double value(int j, int l, double[] m) {
        int o = (j * boneCount + l) * FORM;
        double[] q = forms;
        return (q[o] * m[0] + q[o + 1] * m[1] + q[o + 2] * m[2] + q[o + 3] * m[3] + q[o + 4] * m[4])
                + (q[o + 5] * m[5] + q[o + 6] * m[6] + q[o + 7] * m[7] + q[o + 8] * m[8] + q[o + 9]);
    }

    /**
     * Θ_j·Θ_l of all bones, given the ten monomials of ũ or a weighted sum of them.
     *
     * @param g B×B, modified
     */
    public void gram(double[] m, double[] g) {
        for (int j = 0; j < boneCount; j++) {
            for (int l = 0; l <= j; l++) {
                double value = product(j, l, m);
                g[j * boneCount + l] = value;
                g[l * boneCount + j] = value;
            }
        }
    }

    /** One entry of {@link #gram}. */
    public double product(int j, int l, double[] m) {
        int o = (Math.max(j, l) * boneCount + Math.min(j, l)) * FORM;
        double value = 0;
        for (int c = 0; c < FORM; c++) {
            value += forms[o + c] * m[c];
        }
        return value;
    }

    /**
     * ‖Σ_j x_j·Θ_j‖² as a form in ũ, added to {@code q}.
     *
     * @param x B numbers, not modified
     * @param q ten numbers, modified
     */
    public void addForm(double[] x, double[] q) {
        for (int j = 0; j < boneCount; j++) {
            for (int l = 0; l <= j && x[j] != 0; l++) {
                double factor = (l == j ? 1 : 2) * x[j] * x[l];
                int o = (j * boneCount + l) * FORM;
                for (int c = 0; c < FORM; c++) {
                    q[c] += factor * forms[o + c];
                }
            }
        }
    }

    /** Adds {@code factor} times the ten monomials of (x, y, z, 0), as for a normal. */
    public static void addMonomials(double factor, double x, double y, double z, double[] m) {
        m[0] += factor * x * x;
        m[1] += factor * x * y;
        m[2] += factor * x * z;
        m[4] += factor * y * y;
        m[5] += factor * y * z;
        m[7] += factor * z * z;
    }

    /** The ten monomials of ũ = (x, y, z, 1). */
    public static void monomials(double x, double y, double z, double[] m) {
        m[0] = x * x;
        m[1] = x * y;
        m[2] = x * z;
        m[3] = x;
        m[4] = y * y;
        m[5] = y * z;
        m[6] = y;
        m[7] = z * z;
        m[8] = z;
        m[9] = 1;
    }
}
