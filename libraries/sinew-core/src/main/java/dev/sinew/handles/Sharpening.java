package dev.sinew.handles;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Removes the ambiguity between weights and transforms: W·T = (W·R⁻¹)·(R·T) for any R whose rows sum to one. NOTE: not in the paper.
 * Alternation moves slowly along this ambiguity: weights of 0.9 and 0.1 with overshooting transforms pose almost like 1 and 0. With R made
 * of the rows of the vertices that belong most to each handle, those get weights of one and zero at once.
 */
final class Sharpening {
    /** Fraction of the vertices that represents a handle. */
    private static final double REPRESENTATIVE_FRACTION = 0.005;

    private Sharpening() {}

    /** Weights and transforms that give almost the same poses. */
    record Sharpened(HandleWeights weights, double[][] transforms) {}

    /**
     * @param given vertices with fixed weights
     * @param part fraction of the full change, above 0 and at most 1
     */
    static Optional<Sharpened> of(
            HandleWeights weights, double[][] transforms, HandleReach reach, boolean[] given, double part) {
        int h = weights.handleCount();
        double[] r = purestRows(weights, given);
        for (int j = 0; j < h; j++) {
            for (int l = 0; l < h; l++) {
                r[j * h + l] = part * r[j * h + l] + (j == l ? 1 - part : 0);
            }
        }
        Optional<double[]> inverse = inverse(r, h);
        if (inverse.isEmpty()) {
            return Optional.empty();
        }
        double[] w = new double[weights.w().length];
        for (int i = 0; i < weights.vertexCount(); i++) {
            int at = i * h;
            if (given[i]) {
                System.arraycopy(weights.w(), at, w, at, h);
                continue;
            }
            for (int j = 0; j < h; j++) {
                double x = weights.w()[at + j];
                for (int l = 0; l < h && x != 0; l++) {
                    w[at + l] += x * inverse.get()[j * h + l];
                }
            }
            for (int j = 0; j < h; j++) {
                w[at + j] = Math.max(0, w[at + j]);
            }
            reach.restrict(i, w);
            if (!BiharmonicWeights.normalise(w, at, h)) {
                return Optional.empty();
            }
        }
        return Optional.of(new Sharpened(new HandleWeights(weights.vertexCount(), h, w), mixed(r, transforms, h)));
    }

    private static double[] purestRows(HandleWeights weights, boolean[] given) {
        int n = weights.vertexCount();
        int h = weights.handleCount();
        int take = Math.max(1, (int) (REPRESENTATIVE_FRACTION * n));
        double[] rows = new double[h * h];
        for (int j = 0; j < h; j++) {
            int handle = j;
            int[] purest = IntStream.range(0, n)
                    .filter(i -> !given[i])
                    .boxed()
                    .sorted(Comparator.comparingDouble((Integer i) -> -weights.get(i, handle)))
                    .limit(take)
                    .mapToInt(i -> i)
                    .toArray();
            for (int i : purest) {
                for (int l = 0; l < h; l++) {
                    rows[j * h + l] += weights.get(i, l) / purest.length;
                }
            }
        }
        return rows;
    }

    private static double[][] mixed(double[] r, double[][] transforms, int h) {
        double[][] out = new double[transforms.length][12 * h];
        for (int k = 0; k < transforms.length; k++) {
            for (int j = 0; j < h; j++) {
                for (int l = 0; l < h; l++) {
                    for (int c = 0; c < 12; c++) {
                        out[k][12 * j + c] += r[j * h + l] * transforms[k][12 * l + c];
                    }
                }
            }
        }
        return out;
    }

    /** Gauss-Jordan with row pivoting; empty if a pivot is too small. */
    private static Optional<double[]> inverse(double[] matrix, int n) {
        double[] a = matrix.clone();
        double[] inverse = new double[n * n];
        for (int k = 0; k < n; k++) {
            inverse[k * n + k] = 1;
        }
        for (int k = 0; k < n; k++) {
            int pivot = k;
            for (int r = k + 1; r < n; r++) {
                pivot = Math.abs(a[r * n + k]) > Math.abs(a[pivot * n + k]) ? r : pivot;
            }
            if (Math.abs(a[pivot * n + k]) < 0.05) {
                return Optional.empty();
            }
            swap(a, k, pivot, n);
            swap(inverse, k, pivot, n);
            double scale = 1 / a[k * n + k];
            for (int c = 0; c < n; c++) {
                a[k * n + c] *= scale;
                inverse[k * n + c] *= scale;
            }
            for (int r = 0; r < n; r++) {
                double f = a[r * n + k];
                for (int c = 0; c < n && r != k && f != 0; c++) {
                    a[r * n + c] -= f * a[k * n + c];
                    inverse[r * n + c] -= f * inverse[k * n + c];
                }
            }
        }
        return Optional.of(inverse);
    }

    private static void swap(double[] a, int r, int q, int n) {
        if (r != q) {
            double[] row = Arrays.copyOfRange(a, r * n, (r + 1) * n);
            System.arraycopy(a, q * n, a, r * n, n);
            System.arraycopy(row, 0, a, q * n, n);
        }
    }
}
