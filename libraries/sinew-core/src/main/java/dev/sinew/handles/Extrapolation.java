package dev.sinew.handles;

import java.util.Arrays;

/**
 * Anderson's extrapolation of a fixed-point iteration y ← g(y): of the last few steps it takes the mixture whose residual g(y) − y is smallest.
 * Steps of a local/global alternation shrink by a few percent each; mixtures get as far in a tenth of the steps. The caller checks that
 * the energy falls, and calls {@link #forget} where it does not. Nothing is allocated between calls. Not safe for several threads.
 */
final class Extrapolation {
    private static final int WINDOW = 6;
    private static final double RIDGE = 1e-10;

    private final int size;
    /** Differences of residuals and of images, the last {@link #WINDOW} of them. */
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

    /** What was learnt of earlier steps no longer holds. */
    void forget() {
        steps = 0;
    }

    /**
     * @param y where the step began; modified, where the next one begins
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

    /** θ minimises ‖r − Σ θ_w·Δr_w‖, with a touch of ridge. */
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
