package dev.sinew.correct;

import dev.sinew.linalg.Cholesky;
import dev.sinew.platform.Workers;
import java.util.Arrays;

/**
 * Solves the shapes for given shape weights, each vertex independently: min Σ_f ‖L_f·Σ_k c_kf·d_k − residual_f‖². It minimises the posed
 * error, not that in the rest pose. No matrix is inverted, and a ridge handles directions in which all L are singular. Rows of normals
 * likewise.
 */
final class ShapeStep {
    private static final int CHUNK = 64;
    /** Fraction of the mean diagonal that pulls a shape to zero where frames do not determine it. */
    private static final double RIDGE = 1e-5;

    private final Goal goal;
    private final Skin skin;
    private final Shapes shapes;
    private final Workers workers;
    private final int pairs;
    /** c_k·c_l for k ≥ l, F·pairs */
    private final double[] products;

    ShapeStep(Goal goal, Skin skin, Shapes shapes, Workers workers) {
        this.goal = goal;
        this.skin = skin;
        this.shapes = shapes;
        this.workers = workers;
        int k = shapes.count;
        pairs = k * (k + 1) / 2;
        products = new double[goal.frames() * pairs];
        for (int f = 0; f < goal.frames(); f++) {
            int at = f * pairs;
            for (int a = 0; a < k; a++) {
                for (int b = 0; b <= a; b++) {
                    products[at++] = shapes.amounts[f * k + a] * shapes.amounts[f * k + b];
                }
            }
        }
    }

    void solve(Part part) {
        workers.forChunks(part.vertices().length, CHUNK, (chunk, from, to) -> {
            Solver solver = new Solver();
            for (int k = from; k < to; k++) {
                int i = part.vertices()[k];
                solver.rows.ofVertex(i);
                solver.solve(shapes.positions, 3 * shapes.count * i);
            }
        });
        workers.forChunks(part.rows().length, CHUNK, (chunk, from, to) -> {
            Solver solver = new Solver();
            for (int k = from; k < to; k++) {
                int r = part.rows()[k];
                solver.rows.ofRow(r);
                solver.solve(shapes.normals, 3 * shapes.count * r);
            }
        });
    }

    private final class Solver {
        private final Rows rows = new Rows(goal, skin, shapes);
        private final int n = 3 * shapes.count;
        /** Σ_f (LᵀL)_s·c_k·c_l, six by pairs */
        private final double[] sums = new double[6 * pairs];

        private final double[] a = new double[n * n];
        private final double[] b = new double[n];
        private final double[] square = new double[6];

        /** @param out 3K numbers from {@code at} on, modified */
        void solve(double[] out, int at) {
            Arrays.fill(sums, 0);
            Arrays.fill(b, 0);
            for (int f = 0; f < goal.frames(); f++) {
                addFrame(f);
            }
            fill();
            double trace = 0;
            for (int k = 0; k < n; k++) {
                trace += a[k * n + k];
            }
            if (!(trace > 0)) {
                Arrays.fill(out, at, at + n, 0);
                return;
            }
            for (int k = 0; k < n; k++) {
                a[k * n + k] += RIDGE * trace / n;
            }
            Cholesky.of(a, n).solve(b, 1, 0, 1);
            System.arraycopy(b, 0, out, at, n);
        }

        private void addFrame(int f) {
            double[] l = rows.linear;
            int at = 9 * f;
            int s = 0;
            for (int x = 0; x < 3; x++) {
                for (int y = x; y < 3; y++) {
                    square[s++] = l[at + x] * l[at + y] + l[at + 3 + x] * l[at + 3 + y] + l[at + 6 + x] * l[at + 6 + y];
                }
            }
            for (s = 0; s < 6; s++) {
                double value = square[s];
                int to = s * pairs;
                int from = f * pairs;
                for (int p = 0; p < pairs; p++) {
                    sums[to + p] += value * products[from + p];
                }
            }
            double[] r = rows.residual;
            for (int x = 0; x < 3; x++) {
                double along = l[at + x] * r[3 * f] + l[at + 3 + x] * r[3 * f + 1] + l[at + 6 + x] * r[3 * f + 2];
                for (int k = 0; k < shapes.count; k++) {
                    b[3 * k + x] += along * shapes.amounts[f * shapes.count + k];
                }
            }
        }

        /** Fills the symmetric matrix from the sums. */
        private void fill() {
            int p = 0;
            for (int k = 0; k < shapes.count; k++) {
                for (int l = 0; l <= k; l++, p++) {
                    int s = 0;
                    for (int x = 0; x < 3; x++) {
                        for (int y = x; y < 3; y++, s++) {
                            double value = sums[s * pairs + p];
                            put(3 * k + x, 3 * l + y, value);
                            put(3 * k + y, 3 * l + x, value);
                        }
                    }
                }
            }
        }

        private void put(int row, int column, double value) {
            a[row * n + column] = value;
            a[column * n + row] = value;
        }
    }
}
