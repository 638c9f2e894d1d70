package dev.sinew.correct;

import dev.sinew.math.Workers;

/**
 * How far a skin with shapes is off, in squares.
 *
 * @param positions Σ‖v − v̂‖², each as much as its vertex counts
 * @param normals the same of unit normals
 * @param vertices that were summed over in every frame
 */
record ErrorSums(double positions, double normals, double vertices) {
    private static final int GROUPS = 24;

    static ErrorSums of(Goal goal, Part part, Skin skin, Shapes shapes, Workers workers) {
        double[] counted = goal.importance;
        double positions = sum(part.vertices(), goal, skin, shapes, workers, (rows, i) -> {
            rows.ofVertex(i);
            return counted[i] * left(rows, shapes, shapes.positions, i, goal.frames());
        });
        double normals = sum(part.rows(), goal, skin, shapes, workers, (rows, r) -> {
            rows.ofRow(r);
            return counted[goal.vertexOf[r]] * left(rows, shapes, shapes.normals, r, goal.frames());
        });
        return new ErrorSums(positions, normals, (double) part.vertices().length * goal.frames());
    }

    double total(double shading) {
        return positions + shading * normals;
    }

    /** Thousandths of the radius. */
    double erms() {
        return 1000 * Math.sqrt(positions / (3 * vertices));
    }

    @FunctionalInterface
    private interface Squares {
        double of(Rows rows, int owner);
    }

    private static double sum(int[] owners, Goal goal, Skin skin, Shapes shapes, Workers workers, Squares squares) {
        int size = Math.max(1, Workers.chunks(owners.length, GROUPS));
        double[] parts = new double[Workers.chunks(owners.length, size)];
        workers.forChunks(owners.length, size, (chunk, from, to) -> {
            Rows rows = new Rows(goal, skin, shapes);
            for (int k = from; k < to; k++) {
                parts[chunk] += squares.of(rows, owners[k]);
            }
        });
        double sum = 0;
        for (double part : parts) {
            sum += part;
        }
        return sum;
    }

    private static double left(Rows rows, Shapes shapes, double[] of, int owner, int frames) {
        double[] l = rows.linear;
        double[] delta = new double[3];
        double sum = 0;
        for (int f = 0; f < frames; f++) {
            shapes.delta(of, owner, f, delta);
            for (int x = 0; x < 3; x++) {
                int at = 9 * f + 3 * x;
                double off =
                        rows.residual[3 * f + x] - (l[at] * delta[0] + l[at + 1] * delta[1] + l[at + 2] * delta[2]);
                sum += off * off;
            }
        }
        return sum;
    }
}
