package dev.sinew.correct;

import dev.sinew.mesh.Ball;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.solve.pass.SolverInput;
import java.util.Arrays;
import java.util.Optional;

/**
 * The target: positions of the points and normals of the rows in every frame, in units in which the first frame's ball is the unit ball.
 * Keeps all frames in memory. Immutable.
 */
final class Goal {
    /** The sequence with one vertex per point. */
    final SolverInput input;

    final double scale;
    final double[] centre;
    /** Normals by row and the corners that use them. */
    final TrueNormals truth;
    /** The point of every row. */
    final int[] vertexOf;
    /** Weight of each point. */
    final double[] importance;

    private final float[][] positions;
    private final float[][] normals;

    Goal(MeshSequence sequence, Optional<Importance> importance, Workers workers) {
        if (sequence.frames().isStreamed()) {
            throw new InvalidInputException("correctives need all frames of '" + sequence.name()
                    + "' in memory; increase Java's memory (-Xmx) or use fewer frames");
        }
        input = SolverInput.of(sequence, 0, importance, workers);
        truth = TrueNormals.of(sequence, input.pointOf());
        vertexOf = Arrays.stream(truth.vertices()).map(i -> input.pointOf()[i]).toArray();
        Ball ball = Ball.around(sequence.frame(0));
        scale = ball.radius() > 0 ? 1 / ball.radius() : 1;
        centre = new double[] {ball.x(), ball.y(), ball.z()};
        int frames = sequence.frameCount();
        positions = new float[frames][];
        normals = new float[frames][];
        workers.forChunks(frames, 1, (chunk, from, to) -> {
            positions[from] = input.sequence().frame(from);
            normals[from] = truth.frame(from);
        });
        this.importance = importance.isPresent() ? input.importance() : new double[vertices()];
        if (importance.isEmpty()) {
            Arrays.fill(this.importance, 1);
        }
    }

    /** N */
    int vertices() {
        return input.sequence().vertexCount();
    }

    /** R */
    int rows() {
        return vertexOf.length;
    }

    /** F */
    int frames() {
        return positions.length;
    }

    /** Coordinate x of a position, converted from the model's units to the solver's. */
    double scaled(double value, int x) {
        return scale * (value - centre[x]);
    }

    /**
     * Target position of vertex i in frame f.
     *
     * @param out three numbers from {@code at} on, modified
     */
    void position(int f, int i, double[] out, int at) {
        int from = 3 * i;
        for (int x = 0; x < 3; x++) {
            out[at + x] = scale * (positions[f][from + x] - centre[x]);
        }
    }

    /**
     * The normal of row r in frame f, 0 if none exists.
     *
     * @param out three numbers from {@code at} on, modified
     */
    void normal(int f, int r, double[] out, int at) {
        for (int x = 0; x < 3; x++) {
            out[at + x] = normals[f][3 * r + x];
        }
    }
}
