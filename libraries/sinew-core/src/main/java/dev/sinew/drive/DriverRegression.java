package dev.sinew.drive;

import dev.sinew.linalg.Cholesky;
import dev.sinew.model.Drivers.Kernels;
import java.util.Arrays;

/**
 * Ridge regression from inputs to outputs, y ≈ constant + matrix·z, optionally with radial basis functions: y ≈ constant + matrix·z +
 * kernels·φ(z). With all examples as centres this would be kernel ridge regression with the kernel ẑ·ẑ'/I + exp(−‖ẑ − ẑ'‖²/2I) of
 * standardised inputs ẑ; a few centres approximate it, chosen where the others explain an example least (pivoted Cholesky).
 */
final class DriverRegression {
    /** More gain nothing: with 64 centres the error on motion that was left out is that of all examples as centres. */
    static final int MAX_CENTRES = 64;

    /** A centre that the others explain up to this fraction is not needed. */
    private static final double MIN_CENTRE_GAIN = 1e-3;

    /** Added to the spread of every input, so that inputs that hardly vary do not count: radians, metres, seconds. */
    static final double MIN_SPREAD = 1e-4;

    /** Outputs may leave the range of the examples by this fraction of it. */
    private static final double RANGE_MARGIN = 0.1;

    private final int inputs;
    private final int outputs;
    private final int frames;
    private final double[] y;
    /** Standardised inputs, F×I */
    private final double[] standard;

    private final double[] mean;
    private final double[] perSpread;
    private final double[] meanOutput;
    private int varying;
    /** G, F×M: kernels of every frame, whitened; its rows at the centres are lower triangular */
    private double[] whitened = new double[0];

    private int[] centres = new int[0];

    double[] constant;
    double[] matrix;
    Kernels kernels = Kernels.NONE;
    final double[] low;
    final double[] high;

    /**
     * @param z F×I
     * @param y F×O
     */
    private DriverRegression(double[] z, double[] y, int frames) {
        this.frames = frames;
        this.inputs = z.length / frames;
        this.outputs = y.length / frames;
        this.y = y;
        mean = means(z, inputs);
        meanOutput = means(y, outputs);
        perSpread = new double[inputs];
        standard = new double[z.length];
        low = new double[outputs];
        high = new double[outputs];
        standardise(z);
        bound();
    }

    static DriverRegression linear(double[] z, double[] y, int frames, double ridge) {
        DriverRegression regression = new DriverRegression(z, y, frames);
        regression.solve(ridge);
        return regression;
    }

    static DriverRegression withKernels(double[] z, double[] y, int frames, double ridge) {
        DriverRegression regression = new DriverRegression(z, y, frames);
        regression.chooseCentres();
        regression.solve(ridge);
        return regression;
    }

    private double[] means(double[] values, int width) {
        double[] sums = new double[width];
        for (int at = 0; at < values.length; at++) {
            sums[at % width] += values[at] / frames;
        }
        return sums;
    }

    private void standardise(double[] z) {
        for (int c = 0; c < inputs; c++) {
            double squares = 0;
            for (int f = 0; f < frames; f++) {
                double off = z[f * inputs + c] - mean[c];
                squares += off * off;
            }
            double spread = Math.sqrt(squares / frames);
            // An input that never varies says nothing; elsewhere it must not count either.
            perSpread[c] = spread < MIN_SPREAD ? 0 : 1 / (spread + MIN_SPREAD);
            varying += perSpread[c] > 0 ? 1 : 0;
            for (int f = 0; f < frames; f++) {
                standard[f * inputs + c] = perSpread[c] * (z[f * inputs + c] - mean[c]);
            }
        }
    }

    private void bound() {
        Arrays.fill(low, Double.POSITIVE_INFINITY);
        Arrays.fill(high, Double.NEGATIVE_INFINITY);
        for (int at = 0; at < y.length; at++) {
            low[at % outputs] = Math.min(low[at % outputs], y[at]);
            high[at % outputs] = Math.max(high[at % outputs], y[at]);
        }
        for (int o = 0; o < outputs; o++) {
            double margin = RANGE_MARGIN * (high[o] - low[o]);
            low[o] -= margin;
            high[o] += margin;
        }
    }

    /** Pivoted Cholesky factorisation of the kernel matrix, without storing it. */
    private void chooseCentres() {
        if (varying == 0) {
            return;
        }
        int most = Math.min(MAX_CENTRES, frames);
        double[] columns = new double[frames * most];
        double[] left = new double[frames];
        Arrays.fill(left, 1);
        int[] chosen = new int[most];
        int count = 0;
        while (count < most) {
            int centre = largest(left);
            if (left[centre] < MIN_CENTRE_GAIN) {
                break;
            }
            double pivot = Math.sqrt(left[centre]);
            for (int f = 0; f < frames; f++) {
                double value = kernel(f, centre);
                for (int m = 0; m < count; m++) {
                    value -= columns[f * most + m] * columns[centre * most + m];
                }
                columns[f * most + count] = value / pivot;
            }
            for (int f = 0; f < frames; f++) {
                left[f] = Math.max(0, left[f] - columns[f * most + count] * columns[f * most + count]);
            }
            left[centre] = 0;
            chosen[count++] = centre;
        }
        centres = Arrays.copyOf(chosen, count);
        whitened = new double[frames * count];
        for (int f = 0; f < frames; f++) {
            System.arraycopy(columns, f * most, whitened, f * count, count);
        }
    }

    private static int largest(double[] values) {
        int best = 0;
        for (int k = 1; k < values.length; k++) {
            best = values[k] > values[best] ? k : best;
        }
        return best;
    }

    private double kernel(int a, int b) {
        double squared = 0;
        for (int c = 0; c < inputs; c++) {
            double off = standard[a * inputs + c] - standard[b * inputs + c];
            squared += off * off;
        }
        return Math.exp(-squared / (2 * varying));
    }

    /** min_W ‖Y − y₀ − X·W‖² + λ·F·‖W‖² with the rows x = (ẑ, √I·g) of X. */
    private void solve(double ridge) {
        int count = centres.length;
        int width = inputs + count;
        double[] normal = new double[width * width];
        double[] right = new double[width * outputs];
        double[] x = new double[width];
        for (int f = 0; f < frames; f++) {
            System.arraycopy(standard, f * inputs, x, 0, inputs);
            for (int m = 0; m < count; m++) {
                x[inputs + m] = Math.sqrt(varying) * whitened[f * count + m];
            }
            for (int r = 0; r < width; r++) {
                for (int c = 0; c <= r; c++) {
                    normal[r * width + c] += x[r] * x[c];
                }
                for (int o = 0; o < outputs; o++) {
                    right[r * outputs + o] += x[r] * (y[f * outputs + o] - meanOutput[o]);
                }
            }
        }
        for (int r = 0; r < width; r++) {
            normal[r * width + r] += ridge * frames;
        }
        Cholesky.of(normal, width).solve(right, outputs, 0, outputs);
        constant = meanOutput.clone();
        matrix = new double[outputs * inputs];
        for (int o = 0; o < outputs; o++) {
            for (int c = 0; c < inputs; c++) {
                matrix[o * inputs + c] = right[c * outputs + o] * perSpread[c];
                constant[o] -= matrix[o * inputs + c] * mean[c];
            }
        }
        if (count > 0) {
            kernels = kernelsOf(right);
        }
    }

    /** Coefficients of φ instead of g = L⁻¹·φ, with the triangle L of the centres: Lᵀ·b = √I·w. */
    private Kernels kernelsOf(double[] solved) {
        int count = centres.length;
        double[] at = new double[count * inputs];
        double[] scales = new double[inputs];
        for (int c = 0; c < inputs; c++) {
            scales[c] = perSpread[c] / Math.sqrt(2.0 * varying);
            for (int m = 0; m < count; m++) {
                double value = standard[centres[m] * inputs + c];
                at[m * inputs + c] = mean[c] + (perSpread[c] > 0 ? value / perSpread[c] : 0);
            }
        }
        double[] coefficients = new double[outputs * count];
        for (int o = 0; o < outputs; o++) {
            for (int m = count - 1; m >= 0; m--) {
                double value = Math.sqrt(varying) * solved[(inputs + m) * outputs + o];
                for (int k = m + 1; k < count; k++) {
                    value -= whitened[centres[k] * count + m] * coefficients[o * count + k];
                }
                coefficients[o * count + m] = value / whitened[centres[m] * count + m];
            }
        }
        return new Kernels(scales, at, coefficients);
    }
}
