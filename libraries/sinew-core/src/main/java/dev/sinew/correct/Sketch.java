package dev.sinew.correct;

import dev.sinew.linalg.Orthonormal;
import dev.sinew.math.Workers;
import java.util.Random;

/**
 * A first guess at how much of each shape frames have: residuals, taken back to the rest pose through Lᵀ, summed up with random signs a few times over;
 * what those sums span is about what the largest shapes span. Every step of the alternation brings it nearer.
 */
final class Sketch {
    private static final int SUMS_A_SHAPE = 3;
    private static final int GROUPS = 24;

    private Sketch() {}

    /** @param shapes modified: gets its amounts */
    static void of(Goal goal, Part part, Skin skin, Shapes shapes, double shading, long seed, Workers workers) {
        int sums = SUMS_A_SHAPE * shapes.count;
        double[] all = new double[sums * goal.frames()];
        add(part.vertices(), (rows, i) -> rows.ofVertex(i), 1, goal, skin, shapes, seed, workers, all);
        if (shading > 0) {
            add(part.rows(), (rows, r) -> rows.ofRow(r), Math.sqrt(shading), goal, skin, shapes, ~seed, workers, all);
        }
        double[] basis = Orthonormal.basisOf(all, sums, goal.frames());
        int rank = basis.length / goal.frames();
        for (int k = 0; k < shapes.count; k++) {
            for (int f = 0; f < goal.frames(); f++) {
                shapes.amounts[f * shapes.count + k] = k < rank ? basis[k * goal.frames() + f] : 0;
            }
        }
    }

    @FunctionalInterface
    private interface Filler {
        void fill(Rows rows, int owner);
    }

    private static void add(
            int[] owners,
            Filler filler,
            double factor,
            Goal goal,
            Skin skin,
            Shapes shapes,
            long seed,
            Workers workers,
            double[] all) {
        int size = Math.max(1, Workers.chunks(owners.length, GROUPS));
        double[][] parts = new double[Workers.chunks(owners.length, size)][];
        workers.forChunks(owners.length, size, (chunk, from, to) -> {
            Rows rows = new Rows(goal, skin, shapes);
            double[] some = new double[all.length];
            Random signs = new Random(seed * 31 + chunk);
            for (int k = from; k < to; k++) {
                filler.fill(rows, owners[k]);
                for (int s = 0; s < some.length; s += goal.frames()) {
                    addOne(rows, goal.frames(), factor, signs.nextInt(8), some, s);
                }
            }
            parts[chunk] = some;
        });
        for (double[] part : parts) {
            for (int at = 0; at < all.length; at++) {
                all[at] += part[at];
            }
        }
    }

    /** Σ_x ± (Lᵀ·residual)_x by frame. */
    private static void addOne(Rows rows, int frames, double factor, int signs, double[] part, int at) {
        double[] l = rows.linear;
        double[] r = rows.residual;
        for (int f = 0; f < frames; f++) {
            for (int x = 0; x < 3; x++) {
                double along =
                        l[9 * f + x] * r[3 * f] + l[9 * f + 3 + x] * r[3 * f + 1] + l[9 * f + 6 + x] * r[3 * f + 2];
                part[at + f] += ((signs >> x & 1) == 0 ? factor : -factor) * along;
            }
        }
    }
}
