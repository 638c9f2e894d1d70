package dev.sinew.correct;

import dev.sinew.linalg.Cholesky;
import dev.sinew.platform.Workers;
import java.util.Arrays;

/** The weight of each shape in each frame, for given shapes: a K×K system per frame, over all vertices and rows of normals. */
final class AmountStep {
    /** Groups of vertices, independent of the number of threads; each has separate sums, which are added in order. */
    private static final int GROUPS = 24;

    private static final double RIDGE = 1e-9;

    private final Goal goal;
    private final Skin skin;
    private final Shapes shapes;
    private final Workers workers;
    private final int k;
    /** Numbers per frame: K×K and K, then Σ‖residual‖² of positions and of normals before, and of both now. */
    private final int stride;

    AmountStep(Goal goal, Skin skin, Shapes shapes, Workers workers) {
        this.goal = goal;
        this.skin = skin;
        this.shapes = shapes;
        this.workers = workers;
        this.k = shapes.count;
        this.stride = k * k + k;
    }

    /** @param shading weight of a squared normal error relative to a position's */
    void solve(Part part, double shading) {
        double[] sums =
                sums(part.vertices(), shapes.positions, 1, (rows, i) -> rows.ofVertex(i), i -> goal.importance[i]);
        if (shading > 0) {
            double[] more = sums(
                    part.rows(),
                    shapes.normals,
                    shading,
                    (rows, r) -> rows.ofRow(r),
                    r -> goal.importance[goal.vertexOf[r]]);
            for (int at = 0; at < sums.length; at++) {
                sums[at] += more[at];
            }
        }
        double[] a = new double[k * k];
        for (int f = 0; f < goal.frames(); f++) {
            System.arraycopy(sums, f * stride, a, 0, k * k);
            solve(a, Arrays.copyOfRange(sums, f * stride + k * k, (f + 1) * stride), f);
        }
    }

    private void solve(double[] a, double[] b, int f) {
        double trace = Double.MIN_NORMAL;
        for (int x = 0; x < k; x++) {
            trace += a[x * k + x];
        }
        for (int x = 0; x < k; x++) {
            a[x * k + x] += RIDGE * trace / k;
        }
        Cholesky.of(a, k).solve(b, 1, 0, 1);
        System.arraycopy(b, 0, shapes.amounts, f * k, k);
    }

    @FunctionalInterface
    private interface Filler {
        void fill(Rows rows, int owner);
    }

    @FunctionalInterface
    private interface Share {
        double of(int owner);
    }

    private double[] sums(int[] owners, double[] of, double factor, Filler filler, Share share) {
        int size = Math.max(1, Workers.chunks(owners.length, GROUPS));
        double[][] parts = new double[Workers.chunks(owners.length, size)][];
        workers.forChunks(owners.length, size, (chunk, from, to) -> {
            Rows rows = new Rows(goal, skin, shapes);
            double[] part = new double[goal.frames() * stride];
            double[] moved = new double[3 * k];
            for (int n = from; n < to; n++) {
                int owner = owners[n];
                filler.fill(rows, owner);
                double counts = factor * share.of(owner);
                for (int f = 0; f < goal.frames(); f++) {
                    move(rows.linear, 9 * f, of, 3 * k * owner, moved);
                    add(moved, rows.residual, 3 * f, counts, part, f * stride);
                }
            }
            parts[chunk] = part;
        });
        double[] all = new double[goal.frames() * stride];
        for (double[] part : parts) {
            for (int at = 0; at < all.length; at++) {
                all[at] += part[at];
            }
        }
        return all;
    }

    /** L·d_k for every k. */
    private void move(double[] l, int at, double[] of, int from, double[] out) {
        for (int s = 0; s < 3 * k; s += 3) {
            double x = of[from + s];
            double y = of[from + s + 1];
            double z = of[from + s + 2];
            out[s] = l[at] * x + l[at + 1] * y + l[at + 2] * z;
            out[s + 1] = l[at + 3] * x + l[at + 4] * y + l[at + 5] * z;
            out[s + 2] = l[at + 6] * x + l[at + 7] * y + l[at + 8] * z;
        }
    }

    private void add(double[] moved, double[] residual, int at, double counts, double[] to, int from) {
        for (int a = 0; a < k; a++) {
            double x = counts * moved[3 * a];
            double y = counts * moved[3 * a + 1];
            double z = counts * moved[3 * a + 2];
            for (int b = 0; b <= a; b++) {
                to[from + a * k + b] += x * moved[3 * b] + y * moved[3 * b + 1] + z * moved[3 * b + 2];
            }
            to[from + k * k + a] += x * residual[at] + y * residual[at + 1] + z * residual[at + 2];
        }
    }
}
