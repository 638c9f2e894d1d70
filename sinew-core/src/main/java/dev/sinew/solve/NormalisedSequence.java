package dev.sinew.solve;

import dev.sinew.mesh.Ball;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import java.util.Arrays;

/**
 * A sequence in the units the solvers work in: the smallest ball around the first frame is the unit ball at the origin,
 * so that E_RMS is a plain root mean square and no tolerance depends on metres or millimetres.
 */
public final class NormalisedSequence implements Trajectories {
    private final float[][] frames;
    private final double[] rest;
    private final double scale;
    private final double[] centre;

    public NormalisedSequence(MeshSequence sequence) {
        int f = sequence.frameCount();
        frames = new float[f][];
        for (int k = 0; k < f; k++) {
            frames[k] = sequence.frame(k);
        }
        Ball ball = Ball.around(frames[0]);
        centre = new double[] {ball.x(), ball.y(), ball.z()};
        scale = ball.radius() > 0 ? 1 / ball.radius() : 1;
        float[] given = sequence.rest().positions();
        rest = new double[given.length];
        for (int k = 0; k < given.length; k++) {
            rest[k] = scale * (given[k] - centre[k % 3]);
        }
    }

    @Override
    public int vertexCount() {
        return rest.length / 3;
    }

    public int frameCount() {
        return frames.length;
    }

    /** 3F */
    @Override
    public int dimensions() {
        return 3 * frames.length;
    }

    @Override
    public void rows(int from, int to, double[] rows, double[] squaredNorms) {
        int d = dimensions();
        Arrays.fill(squaredNorms, 0, to - from, 0);
        for (int f = 0; f < frames.length; f++) {
            float[] frame = frames[f];
            for (int i = from; i < to; i++) {
                int at = (i - from) * d + 3 * f;
                double x = scale * (frame[3 * i] - centre[0]);
                double y = scale * (frame[3 * i + 1] - centre[1]);
                double z = scale * (frame[3 * i + 2] - centre[2]);
                rows[at] = x;
                rows[at + 1] = y;
                rows[at + 2] = z;
                squaredNorms[i - from] += x * x + y * y + z * z;
            }
        }
    }

    /** Given rest positions, 3N, not to be modified. */
    public double[] rest() {
        return rest;
    }

    /** Model units to solver units. */
    public double scale() {
        return scale;
    }

    /** What is subtracted before scaling. */
    public double[] centre() {
        return centre;
    }

    /** A mesh where solved rest positions put it, back in its own units, with normals that suit it. */
    public Mesh restMesh(Mesh given, double[] solved) {
        float[] positions = new float[solved.length];
        for (int k = 0; k < solved.length; k++) {
            positions[k] = (float) (solved[k] / scale + centre[k % 3]);
        }
        return Normals.posed(given, positions);
    }
}
