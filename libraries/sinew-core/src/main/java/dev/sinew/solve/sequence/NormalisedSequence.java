package dev.sinew.solve.sequence;

import dev.sinew.mesh.Ball;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Normals;
import java.util.Arrays;
import java.util.Optional;

/**
 * A sequence in solver units: the smallest ball around the first frame is the unit ball at the origin. So E_RMS is a plain root mean
 * square, and tolerances do not depend on the unit of length.
 */
public final class NormalisedSequence implements Trajectories {
    private final MeshSequence sequence;
    private final FrameWindows windows;
    private final double[] rest;
    private final double scale;
    private final double[] centre;
    private final Optional<RemoteVertices> remote;

    public NormalisedSequence(MeshSequence sequence) {
        this(sequence, Optional.empty());
    }

    /** @param remote machines that run passes over all frames; empty to run them here */
    public NormalisedSequence(MeshSequence sequence, Optional<RemoteVertices> remote) {
        this(sequence, Ball.around(sequence.frame(0)), remote);
    }

    private NormalisedSequence(MeshSequence sequence, Ball ball, Optional<RemoteVertices> remote) {
        this(sequence, new double[] {ball.x(), ball.y(), ball.z()}, ball.radius() > 0 ? 1 / ball.radius() : 1, remote);
    }

    /** Some vertices of a sequence, in the units of the whole sequence. */
    NormalisedSequence(MeshSequence sequence, double[] centre, double scale) {
        this(sequence, centre, scale, Optional.empty());
    }

    private NormalisedSequence(MeshSequence sequence, double[] centre, double scale, Optional<RemoteVertices> remote) {
        this.sequence = sequence;
        this.remote = remote;
        this.centre = centre;
        this.scale = scale;
        windows = sequence.frames().isStreamed()
                ? FrameWindows.streamed(sequence.vertexCount(), sequence.frameCount(), this::fetch)
                : FrameWindows.of(held(sequence));
        float[] given = sequence.rest().positions();
        rest = new double[given.length];
        for (int k = 0; k < given.length; k++) {
            rest[k] = scale * (given[k] - centre[k % 3]);
        }
    }

    private static float[][] held(MeshSequence sequence) {
        float[][] frames = new float[sequence.frameCount()][];
        for (int k = 0; k < frames.length; k++) {
            frames[k] = sequence.frame(k);
        }
        return frames;
    }

    private void fetch(int from, int to, float[][] frames) {
        for (int f = 0; f < frames.length; f++) {
            sequence.frames().positions(f, from, to, frames[f], 0);
        }
    }

    @Override
    public int vertexCount() {
        return rest.length / 3;
    }

    public int frameCount() {
        return windows.frameCount();
    }

    @Override
    public Optional<RemoteVertices> remote() {
        return remote;
    }

    @Override
    public int span() {
        return windows.span();
    }

    /** 3F */
    @Override
    public int dimensions() {
        return 3 * windows.frameCount();
    }

    @Override
    public void rows(int from, int to, double[] rows, double[] squaredNorms) {
        int d = dimensions();
        Arrays.fill(squaredNorms, 0, to - from, 0);
        FrameWindows.Window window = windows.at(from, to);
        int shift = 3 * (from - window.from());
        for (int f = 0; f < window.frames().length; f++) {
            float[] frame = window.frames()[f];
            for (int k = 0; k < to - from; k++) {
                int at = k * d + 3 * f;
                double x = scale * (frame[shift + 3 * k] - centre[0]);
                double y = scale * (frame[shift + 3 * k + 1] - centre[1]);
                double z = scale * (frame[shift + 3 * k + 2] - centre[2]);
                rows[at] = x;
                rows[at + 1] = y;
                rows[at + 2] = z;
                squaredNorms[k] += x * x + y * y + z * z;
            }
        }
    }

    @Override
    public double[] some(int[] vertices) {
        if (!windows.isStreamed()) {
            return Trajectories.super.some(vertices);
        }
        int d = dimensions();
        double[] rows = new double[vertices.length * d];
        for (int f = 0; f < windows.frameCount(); f++) {
            float[] frame = sequence.frame(f);
            for (int k = 0; k < vertices.length; k++) {
                for (int x = 0; x < 3; x++) {
                    rows[k * d + 3 * f + x] = scale * (frame[3 * vertices[k] + x] - centre[x]);
                }
            }
        }
        return rows;
    }

    /** Given rest positions, 3N. Do not modify. */
    public double[] rest() {
        return rest;
    }

    /** Model units to solver units. */
    public double scale() {
        return scale;
    }

    /** Subtracted before scaling. */
    public double[] centre() {
        return centre;
    }

    /** The mesh with solved rest positions, in its own units, with matching normals. */
    public Mesh restMesh(Mesh given, double[] solved) {
        float[] positions = new float[solved.length];
        for (int k = 0; k < solved.length; k++) {
            positions[k] = (float) (solved[k] / scale + centre[k % 3]);
        }
        return Normals.posed(given, positions);
    }
}
