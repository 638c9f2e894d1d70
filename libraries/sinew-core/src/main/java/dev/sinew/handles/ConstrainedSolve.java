package dev.sinew.handles;

import dev.sinew.linalg.Cholesky;
import dev.sinew.math.NearestRotation;
import java.util.Arrays;

/**
 * Solves the transforms of all handles when some are constrained (YLWXG19 eq. 26–27). Everything that does not depend on the target
 * positions is precomputed. N·T = B·X under C·T = c, with X the stacked R_gᵀ, gives
 *
 * <pre>
 * T = P·B·X + T₀     P  4H×4H: N⁻¹ in the subspace that C leaves free;   T₀ = P·(pull·T_before) + D·c,  D  4H×|c|
 * Y = M·X + Y₀       Y = Bᵀ·T, the groups' covariances;  M = Bᵀ·P·B, 3G×3G;  Y₀ = Bᵀ·T₀
 * </pre>
 *
 * So an iteration is one product with M and G nearest rotations; it does not need the transforms and allocates nothing. Not thread-safe.
 */
final class ConstrainedSolve {
    /** Keeps what nothing determines where it is. */
    private static final double RELATIVE_PULL = 1e-6;

    private final int rows;
    private final int columns;
    private final int conditions;
    private final double pull;
    /** B, 4H×3G. */
    private final double[] b;

    private final double[] p;
    private final double[] pb;
    private final double[] d;
    private final double[] m;
    /** X, Y and Y₀ by columns, 3G each. */
    private final double[][] x;

    private final double[][] y;
    private final double[][] y0;
    private final Extrapolation extrapolation;
    /** The current Y, and the result of the plain iteration. */
    private final double[] state;

    private final double[] plain;
    private final NearestRotation nearest = new NearestRotation();
    private final double[] block = new double[9];

    /**
     * @param normal N = KᵀLK, 4H×4H, not modified
     * @param groups B_g, 4H×3 each, not modified
     * @param c rows of C, 4H each
     */
    ConstrainedSolve(double[] normal, double[][] groups, double[][] c) {
        this.rows = (int) Math.round(Math.sqrt(normal.length));
        this.columns = 3 * groups.length;
        this.conditions = c.length;
        this.b = stacked(groups);
        double mean = 0;
        for (int k = 0; k < rows; k++) {
            mean += normal[k * rows + k] / rows;
        }
        mean = Math.max(mean, 1e-12);
        this.pull = RELATIVE_PULL * mean;
        double[] response = new double[rows * conditions];
        this.p = inverse(normal, c, mean, response);
        this.d = project(c, response);
        this.pb = product(p, rows, rows, b, columns);
        this.m = product(transposed(b, rows, columns), columns, rows, pb, columns);
        this.x = new double[3][columns];
        this.y = new double[3][columns];
        this.y0 = new double[3][columns];
        this.extrapolation = new Extrapolation(3 * columns);
        this.state = new double[3 * columns];
        this.plain = new double[3 * columns];
    }

    private double[] stacked(double[][] groups) {
        double[] out = new double[rows * columns];
        for (int g = 0; g < groups.length; g++) {
            for (int r = 0; r < rows; r++) {
                System.arraycopy(groups[g], 3 * r, out, r * columns + 3 * g, 3);
            }
        }
        return out;
    }

    /**
     * NOTE: eq. 27 zeroes rows of L, which makes it singular. Here C·T = c is met exactly; adding its square only improves the
     * conditioning.
     *
     * @param response A⁻¹·Cᵀ, 4H×|c|, modified
     * @return A⁻¹
     */
    private double[] inverse(double[] normal, double[][] c, double mean, double[] response) {
        double[] a = normal.clone();
        for (int k = 0; k < rows; k++) {
            a[k * rows + k] += pull;
        }
        for (double[] row : c) {
            for (int r = 0; r < rows; r++) {
                for (int q = 0; q < rows && row[r] != 0; q++) {
                    a[r * rows + q] += mean * row[r] * row[q];
                }
            }
        }
        Cholesky factor = Cholesky.of(a, rows);
        for (int k = 0; k < conditions; k++) {
            for (int r = 0; r < rows; r++) {
                response[r * conditions + k] = c[k][r];
            }
        }
        factor.solve(response, conditions, 0, conditions);
        double[] inverse = new double[rows * rows];
        for (int k = 0; k < rows; k++) {
            inverse[k * rows + k] = 1;
        }
        factor.solve(inverse, rows, 0, rows);
        return inverse;
    }

    /** P ← A⁻¹ − D·responseᵀ; returns D = response·(C·response)⁻¹. */
    private double[] project(double[][] c, double[] response) {
        double[] schur = new double[conditions * conditions];
        for (int k = 0; k < conditions; k++) {
            for (int r = 0; r < rows; r++) {
                for (int q = 0; q < conditions && c[k][r] != 0; q++) {
                    schur[k * conditions + q] += c[k][r] * response[r * conditions + q];
                }
            }
        }
        // Dᵀ = (C·response)⁻¹·responseᵀ, because the Schur complement is symmetric.
        double[] transposed = transposed(response, rows, conditions);
        Cholesky.of(schur, conditions).solve(transposed, rows, 0, rows);
        double[] out = transposed(transposed, conditions, rows);
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < conditions; k++) {
                for (int q = 0; q < rows; q++) {
                    p[r * rows + q] -= out[r * conditions + k] * response[q * conditions + k];
                }
            }
        }
        return out;
    }

    private static double[] transposed(double[] a, int rows, int columns) {
        double[] out = new double[a.length];
        for (int r = 0; r < rows; r++) {
            for (int c = 0; c < columns; c++) {
                out[c * rows + r] = a[r * columns + c];
            }
        }
        return out;
    }

    private static double[] product(double[] a, int rows, int inner, double[] b, int columns) {
        double[] out = new double[rows * columns];
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < inner; k++) {
                double f = a[r * inner + k];
                for (int c = 0; c < columns; c++) {
                    out[r * columns + c] += f * b[k * columns + c];
                }
            }
        }
        return out;
    }

    /**
     * Alternates rotations and transforms.
     *
     * @param t 4H×3, initial transforms, modified
     * @param c right-hand side of C·T, 3 numbers per row
     * @param settled converged when no entry of a rotation changes by more
     * @return number of iterations, at most {@code most}
     */
    int solve(double[] t, double[] c, double settled, int most) {
        covariances(t, y);
        double[] t0 = product(p, rows, rows, t, 3);
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < 3; k++) {
                t0[3 * r + k] *= pull;
                for (int q = 0; q < conditions; q++) {
                    t0[3 * r + k] += d[r * conditions + q] * c[3 * q + k];
                }
            }
        }
        covariances(t0, y0);
        int iterations = alternate(settled, most);
        for (int r = 0; r < rows; r++) {
            for (int k = 0; k < 3; k++) {
                double sum = t0[3 * r + k];
                for (int q = 0; q < columns; q++) {
                    sum += pb[r * columns + q] * x[k][q];
                }
                t[3 * r + k] = sum;
            }
        }
        return iterations;
    }

    /**
     * X ← nearest(Y), Y ← M·X + Y₀, extrapolated. NOTE: the paper's plain iteration needs hundreds of rounds for large rotations. The
     * energy of X is −⟨X, Y + Y₀⟩ plus a constant; if an extrapolated Y does not lower it, the plain step is used.
     */
    private int alternate(double settled, int most) {
        extrapolation.forget();
        double least = Double.POSITIVE_INFINITY;
        gather(y, state);
        for (int iteration = 1; iteration <= most; iteration++) {
            double change = updateRotations();
            multiply();
            double energy = energy();
            if (energy > least + 1e-12 * Math.abs(least)) {
                extrapolation.forget();
                System.arraycopy(plain, 0, state, 0, state.length);
            } else if (iteration > 1 && change <= settled) {
                return iteration;
            } else {
                least = Math.min(least, energy);
                gather(y, plain);
                extrapolation.next(state, plain);
            }
            scatter(state, y);
        }
        // The last extrapolation has not been checked.
        scatter(plain, y);
        updateRotations();
        return most;
    }

    private double energy() {
        double sum = 0;
        for (int k = 0; k < 3; k++) {
            for (int q = 0; q < columns; q++) {
                sum -= x[k][q] * (y[k][q] + y0[k][q]);
            }
        }
        return sum;
    }

    private void gather(double[][] from, double[] to) {
        for (int k = 0; k < 3; k++) {
            System.arraycopy(from[k], 0, to, k * columns, columns);
        }
    }

    private void scatter(double[] from, double[][] to) {
        for (int k = 0; k < 3; k++) {
            System.arraycopy(from, k * columns, to[k], 0, columns);
        }
    }

    /** Bᵀ·T */
    private void covariances(double[] t, double[][] out) {
        for (int k = 0; k < 3; k++) {
            double[] column = out[k];
            Arrays.fill(column, 0);
            for (int r = 0; r < rows; r++) {
                double f = t[3 * r + k];
                for (int q = 0; q < columns; q++) {
                    column[q] += f * b[r * columns + q];
                }
            }
        }
    }

    /** eq. 23: X_g = R_gᵀ is the rotation nearest to Y_g; returns the largest change. */
    private double updateRotations() {
        double change = 0;
        for (int g = 0; g < columns; g += 3) {
            for (int k = 0; k < 9; k++) {
                block[k] = y[k % 3][g + k / 3];
            }
            nearest.of(block, 0, 3, block, 0, 3);
            for (int k = 0; k < 9; k++) {
                double before = x[k % 3][g + k / 3];
                change = Math.max(change, Math.abs(block[k] - before));
                x[k % 3][g + k / 3] = block[k];
            }
        }
        return change;
    }

    /** Y = M·X + Y₀, row by row of the symmetric M, so that the inner loop runs along memory. */
    private void multiply() {
        double[] a = y[0];
        double[] e = y[1];
        double[] f = y[2];
        System.arraycopy(y0[0], 0, a, 0, columns);
        System.arraycopy(y0[1], 0, e, 0, columns);
        System.arraycopy(y0[2], 0, f, 0, columns);
        for (int k = 0; k < columns; k++) {
            double x0 = x[0][k];
            double x1 = x[1][k];
            double x2 = x[2][k];
            int row = k * columns;
            for (int q = 0; q < columns; q++) {
                double value = m[row + q];
                a[q] += value * x0;
                e[q] += value * x1;
                f[q] += value * x2;
            }
        }
    }

    /**
     * Anderson acceleration of a fixed-point iteration y ← g(y): uses the combination of the last few steps with the smallest residual g(y)
     * − y. Steps of a local/global alternation shrink by a few percent each; this needs a tenth of the steps. The caller checks that the
     * energy falls, and calls {@link #forget} if it does not. Allocates nothing between calls. Not thread-safe.
     */
    private static final class Extrapolation {
        private static final int WINDOW = 6;
        private static final double RIDGE = 1e-10;

        private final int size;
        /** Differences of residuals and of values g(y), the last {@link #WINDOW} of them. */
        private final double[][] dr;

        private final double[][] dg;
        private final double[] residual;
        private final double[] lastResidual;
        private final double[] lastImage;
        private final double[] a = new double[WINDOW * WINDOW];
        private final double[] theta = new double[WINDOW];
        private int steps;

        Extrapolation(int size) {
            this.size = size;
            this.dr = new double[WINDOW][size];
            this.dg = new double[WINDOW][size];
            this.residual = new double[size];
            this.lastResidual = new double[size];
            this.lastImage = new double[size];
        }

        /** Discards the history of earlier steps. */
        void forget() {
            steps = 0;
        }

        /**
         * @param y start of the step; modified to the start of the next one
         * @param image g(y), not modified
         */
        void next(double[] y, double[] image) {
            for (int k = 0; k < size; k++) {
                residual[k] = image[k] - y[k];
            }
            if (steps > 0) {
                double[] toR = dr[(steps - 1) % WINDOW];
                double[] toG = dg[(steps - 1) % WINDOW];
                for (int k = 0; k < size; k++) {
                    toR[k] = residual[k] - lastResidual[k];
                    toG[k] = image[k] - lastImage[k];
                }
            }
            int used = Math.min(steps, WINDOW);
            System.arraycopy(image, 0, y, 0, size);
            if (used > 0) {
                mix(used);
                for (int w = 0; w < used; w++) {
                    for (int k = 0; k < size; k++) {
                        y[k] -= theta[w] * dg[w][k];
                    }
                }
            }
            System.arraycopy(residual, 0, lastResidual, 0, size);
            System.arraycopy(image, 0, lastImage, 0, size);
            steps++;
        }

        /** θ minimises ‖r − Σ θ_w·Δr_w‖, with a small ridge. */
        private void mix(int used) {
            double trace = 0;
            for (int w = 0; w < used; w++) {
                for (int v = 0; v <= w; v++) {
                    a[w * WINDOW + v] = dot(dr[w], dr[v]);
                }
                theta[w] = dot(dr[w], residual);
                trace += a[w * WINDOW + w];
            }
            if (!(trace > 0)) {
                Arrays.fill(theta, 0);
                return;
            }
            double ridge = RIDGE * trace;
            for (int r = 0; r < used; r++) {
                a[r * WINDOW + r] += ridge;
                for (int c = 0; c <= r; c++) {
                    double sum = a[r * WINDOW + c];
                    for (int k = 0; k < c; k++) {
                        sum -= a[r * WINDOW + k] * a[c * WINDOW + k];
                    }
                    a[r * WINDOW + c] = r == c ? Math.sqrt(Math.max(sum, ridge)) : sum / a[c * WINDOW + c];
                }
            }
            for (int r = 0; r < used; r++) {
                for (int k = 0; k < r; k++) {
                    theta[r] -= a[r * WINDOW + k] * theta[k];
                }
                theta[r] /= a[r * WINDOW + r];
            }
            for (int r = used - 1; r >= 0; r--) {
                for (int k = r + 1; k < used; k++) {
                    theta[r] -= a[k * WINDOW + r] * theta[k];
                }
                theta[r] /= a[r * WINDOW + r];
            }
        }

        private double dot(double[] x, double[] y) {
            double sum0 = 0;
            double sum1 = 0;
            int k = 0;
            for (; k + 1 < size; k += 2) {
                sum0 += x[k] * y[k];
                sum1 += x[k + 1] * y[k + 1];
            }
            return k < size ? sum0 + sum1 + x[k] * y[k] : sum0 + sum1;
        }
    }
}
