package dev.sinew.bench.rivals.method;

import dev.sinew.bench.baseline.GramReduction;
import dev.sinew.bench.baseline.GramReduction.DenseReduction;
import dev.sinew.mesh.Ball;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;

/**
 * A sequence in KSO10's units (§5: the first frame is tightly enclosed by a unit ball), in memory.
 *
 * @param a Aᵀ, N×3F, one trajectory per row
 * @param rest 3N, the given rest pose in the same units
 * @param triangles vertices, three per triangle
 * @param diagonal of the rest pose's box in the same units, for LD14's RMSE
 */
public record Animation(
        MeshSequence sequence, int vertices, int frames, double[] a, double[] rest, int[] triangles, double diagonal) {
    public static Animation of(MeshSequence sequence) {
        int n = sequence.vertexCount();
        int frames = sequence.frameCount();
        Ball ball = Ball.around(sequence.frame(0));
        double scale = ball.radius() > 0 ? 1 / ball.radius() : 1;
        double[] centre = {ball.x(), ball.y(), ball.z()};
        double[] a = new double[n * 3 * frames];
        for (int f = 0; f < frames; f++) {
            float[] xyz = sequence.frame(f);
            for (int k = 0; k < xyz.length; k++) {
                a[k / 3 * 3 * frames + 3 * f + k % 3] = scale * (xyz[k] - centre[k % 3]);
            }
        }
        float[] given = sequence.rest().positions();
        double[] rest = new double[3 * n];
        for (int k = 0; k < rest.length; k++) {
            rest[k] = scale * (given[k] - centre[k % 3]);
        }
        double diagonal = scale * Box.around(given).diagonal();
        return new Animation(sequence, n, frames, a, rest, sequence.rest().triangles(), diagonal);
    }

    /** 3F */
    public int dimensions() {
        return 3 * frames;
    }

    /** KSO10 §5: 1000·‖A−Â‖/√(3NF). */
    public double erms(double squaredError) {
        return 1000 * Math.sqrt(squaredError / ((double) vertices * dimensions()));
    }

    /** LD14 Table 1: 100·√(Σ‖v−v̂‖²/(NF)), in diagonals of the rest pose's box. */
    public double rmsePercent(double squaredError) {
        return 100 * Math.sqrt(squaredError / ((double) vertices * frames)) / diagonal;
    }

    /**
     * Trajectories in few coordinates that preserve almost everything, C = BᵀA. Errors there and the lost part add in squares
     * (KSO10 §3). Methods that solve frame by frame give the same result in them, because their least squares are linear in the
     * trajectories.
     *
     * @param c Cᵀ, N×d
     * @param basis Bᵀ, d×3F
     */
    record Coordinates(int n, int d, double[] c, double[] basis, double lostSquared) {
        /** Root mean square loss per coordinate: a hundredth of the smallest error of the tables. */
        private static final double TOLERANCE = 1e-5;

        public static Coordinates of(Animation animation, Workers workers) {
            int m = animation.dimensions();
            double epsilon = TOLERANCE * Math.sqrt((double) animation.vertices() * m);
            DenseReduction reduction = GramReduction.of(animation.a(), animation.vertices(), m, epsilon, workers);
            return new Coordinates(
                    animation.vertices(),
                    reduction.dimensions(),
                    reduction.coordinates(),
                    reduction.basisRows(),
                    reduction.lostSquared());
        }
    }
}
