package dev.sinew.solve.rest;

import dev.sinew.geometry.Triangles;
import dev.sinew.math.Symmetric3;
import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.platform.Workers;
import dev.sinew.run.RestMode;
import dev.sinew.solve.sequence.NormalisedSequence;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Optional;

/**
 * Moves the rest pose as a smooth membrane. With δ the displacement from the given pose, it minimises Σ_i (δᵀA_iδ − 2g_iᵀδ) + F·(μ·Σ_edges
 * |δ_i − δ_k|² + β·Σ|δ_i|²), where A and g are the normal equations of each vertex. Neighbours move alike, so faces do not flip or tear and
 * the mesh stays recognisable. Runs a few steps of conjugate gradients at a time, because the bones change again anyway.
 */
public final class RestMembrane {
    /** Conjugate-gradient steps per call: 12 give the same errors to a percent, because the next pass continues from here. */
    private static final int STEPS = 4;

    private static final int CHUNK = 1024;

    /**
     * √μ times the mean edge, as a fraction of the ball's radius: the length over which a displacement fades. Larger values keep the bind
     * pose closer to the given one, smaller ones lower the error (docs/decisions/index.md).
     */
    private static final double FADE_LENGTH_FRACTION = 0.0095;

    /** Maximum mean difference of displacements along an edge, as a fraction of its length; above it the membrane gets stiffer. */
    private static final double MAX_STRAIN = 0.048;

    /** Below this strain the membrane gets softer. */
    private static final double MIN_STRAIN = 0.02;

    private static final double MAX_STIFFENING = 1.5;

    /** A face may rotate by up to 75°. */
    private static final double MIN_FACE_COSINE = 0.25;

    private static final int MAX_UNFOLDINGS = 12;

    /** β: pull of the whole mesh towards the given pose. */
    private static final double RELATIVE_PULL = 0.001;

    private final VertexGraph graph;
    private final double[] given;
    private final double frames;
    private final double edges;
    private final double softest;
    private double stiffness;
    /** A_i (upper half) and g_i of every vertex, nine numbers. */
    private final double[] restEquations;

    private final double[] delta;
    private final Workers workers;

    /**
     * @param graph neighbours in the welded mesh
     * @param given 3N rest positions, not modified
     * @param frames F
     */
    RestMembrane(VertexGraph graph, double[] given, int frames, Workers workers) {
        this.graph = graph;
        this.given = given;
        this.frames = frames;
        this.workers = workers;
        this.edges = difference(given);
        double edge = Math.max(edges / Math.max(1, graph.neighbours().length), Double.MIN_NORMAL);
        this.stiffness = FADE_LENGTH_FRACTION * FADE_LENGTH_FRACTION / (edge * edge);
        this.softest = stiffness / 16;
        this.restEquations = new double[3 * given.length];
        this.delta = new double[given.length];
    }

    /**
     * A membrane that only collects the equations of some vertices and does not move them.
     *
     * @param given of these vertices, 3N
     */
    public static RestMembrane collecting(double[] given) {
        return new RestMembrane(given);
    }

    private RestMembrane(double[] given) {
        this.graph = null;
        this.given = given;
        this.frames = 0;
        this.workers = null;
        this.edges = 0;
        this.softest = 0;
        this.restEquations = new double[3 * given.length];
        this.delta = new double[0];
    }

    /** The collected equations, nine numbers per vertex. */
    public double[] restEquations() {
        return restEquations;
    }

    /**
     * Copies equations collected elsewhere.
     *
     * @param from their first vertex
     */
    public void addCollected(int from, double[] collected) {
        System.arraycopy(collected, 0, restEquations, 9 * from, collected.length);
    }

    /**
     * The membrane for {@code RestMode.SOLVE}; empty in other modes.
     *
     * @param points the mesh with one vertex per point
     */
    public static Optional<RestMembrane> of(RestMode rest, Mesh points, NormalisedSequence poses, Workers workers) {
        return rest == RestMode.SOLVE
                ? Optional.of(new RestMembrane(VertexGraph.of(points), poses.rest(), poses.frameCount(), workers))
                : Optional.empty();
    }

    /** Σ_edges |v_i − v_k|, every edge twice. */
    private double difference(double[] v) {
        return sum(graph.vertexCount(), CHUNK, (from, to) -> {
            double sum = 0;
            for (int i = from; i < to; i++) {
                for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                    int k = graph.neighbours()[e];
                    sum += Vec3.distance(v, 3 * i, v, 3 * k);
                }
            }
            return sum;
        });
    }

    /**
     * Sets the equations of vertex i: uᵀA·u − 2bᵀu is minimised.
     *
     * @param a upper half of A, six numbers
     */
    public void addRestEquations(int i, double[] a, double[] b) {
        int at = 9 * i;
        double x = given[3 * i];
        double y = given[3 * i + 1];
        double z = given[3 * i + 2];
        System.arraycopy(a, 0, restEquations, at, 6);
        restEquations[at + 6] = b[0] - a[0] * x - a[1] * y - a[2] * z;
        restEquations[at + 7] = b[1] - a[1] * x - a[3] * y - a[4] * z;
        restEquations[at + 8] = b[2] - a[2] * x - a[4] * y - a[5] * z;
    }

    /** @param rest 3N, modified */
    public void move(double[] rest) {
        int n3 = delta.length;
        double[] residual = new double[n3];
        double[] direction = new double[n3];
        double[] image = new double[n3];
        double[] ready = new double[n3];
        apply(delta, residual);
        for (int i = 0; i < n3 / 3; i++) {
            for (int x = 0; x < 3; x++) {
                residual[3 * i + x] = restEquations[9 * i + 6 + x] - residual[3 * i + x];
            }
        }
        precondition(residual, ready);
        System.arraycopy(ready, 0, direction, 0, n3);
        double size = dot(residual, ready);
        for (int s = 0; s < STEPS && size > 0; s++) {
            apply(direction, image);
            double along = dot(direction, image);
            if (!(along > 0)) {
                break;
            }
            double step = size / along;
            for (int k = 0; k < n3; k++) {
                delta[k] += step * direction[k];
                residual[k] -= step * image[k];
            }
            precondition(residual, ready);
            double next = dot(residual, ready);
            for (int k = 0; k < n3; k++) {
                direction[k] = ready[k] + next / size * direction[k];
            }
            size = next;
        }
        for (int k = 0; k < n3; k++) {
            rest[k] = given[k] + delta[k];
        }
        double strain = difference(delta) / Math.max(edges, Double.MIN_NORMAL);
        if (strain > MAX_STRAIN) {
            // Changes the stiffness in proportion to the strain: a jump would disturb bones that have almost converged.
            double over = strain / MAX_STRAIN;
            stiffness *= Math.min(MAX_STIFFENING, over * over);
        } else if (strain < MIN_STRAIN && stiffness > softest) {
            stiffness /= MAX_STIFFENING;
        }
    }

    /**
     * Undoes half of the displacement, repeatedly, at faces that rotated too far and some vertices around them.
     *
     * @param triangles three vertices each
     * @param rest 3N, modified
     */
    public void unfold(int[] triangles, double[] rest) {
        for (int round = 0; round < MAX_UNFOLDINGS; round++) {
            BitSet turned = new BitSet();
            for (int t = 0; t < triangles.length; t += 3) {
                if (isTurned(triangles, t, rest)) {
                    for (int c = t; c < t + 3; c++) {
                        int i = triangles[c];
                        turned.set(i);
                        for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                            turned.set(graph.neighbours()[e]);
                        }
                    }
                }
            }
            double part = round == MAX_UNFOLDINGS - 1 ? 0 : 0.5;
            turned.stream().forEach(i -> {
                for (int k = 3 * i; k < 3 * i + 3; k++) {
                    delta[k] *= part;
                    rest[k] = given[k] + delta[k];
                }
            });
            if (turned.isEmpty()) {
                return;
            }
        }
    }

    private boolean isTurned(int[] triangles, int t, double[] rest) {
        double[] a = Triangles.normal(given, triangles, t);
        double[] b = Triangles.normal(rest, triangles, t);
        double lengths = Math.sqrt(Vec3.dot(a, a) * Vec3.dot(b, b));
        return Vec3.dot(a, b) < MIN_FACE_COSINE * lengths;
    }

    private double firm(int i) {
        return frames * (RELATIVE_PULL + stiffness * (graph.start(i + 1) - graph.start(i)));
    }

    private void apply(double[] v, double[] out) {
        int[] neighbours = graph.neighbours();
        workers.forChunks(v.length / 3, CHUNK, (chunk, from, to) -> {
            for (int i = from; i < to; i++) {
                int at = 9 * i;
                double x = v[3 * i];
                double y = v[3 * i + 1];
                double z = v[3 * i + 2];
                double sx = 0;
                double sy = 0;
                double sz = 0;
                for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                    int k = 3 * neighbours[e];
                    sx += v[k];
                    sy += v[k + 1];
                    sz += v[k + 2];
                }
                double own = firm(i);
                double pull = frames * stiffness;
                out[3 * i] = restEquations[at] * x
                        + restEquations[at + 1] * y
                        + restEquations[at + 2] * z
                        + own * x
                        - pull * sx;
                out[3 * i + 1] = restEquations[at + 1] * x
                        + restEquations[at + 3] * y
                        + restEquations[at + 4] * z
                        + own * y
                        - pull * sy;
                out[3 * i + 2] = restEquations[at + 2] * x
                        + restEquations[at + 4] * y
                        + restEquations[at + 5] * z
                        + own * z
                        - pull * sz;
            }
        });
    }

    private void precondition(double[] r, double[] out) {
        workers.forChunks(r.length / 3, CHUNK, (chunk, from, to) -> {
            double[] a = new double[6];
            double[] b = new double[3];
            for (int i = from; i < to; i++) {
                System.arraycopy(restEquations, 9 * i, a, 0, 6);
                double own = firm(i);
                a[0] += own;
                a[3] += own;
                a[5] += own;
                System.arraycopy(r, 3 * i, b, 0, 3);
                Arrays.fill(out, 3 * i, 3 * i + 3, 0);
                Symmetric3.solve(a, b, out, 3 * i);
            }
        });
    }

    private double dot(double[] a, double[] b) {
        return sum(a.length, 3 * CHUNK, (from, to) -> {
            double sum = 0;
            for (int k = from; k < to; k++) {
                sum += a[k] * b[k];
            }
            return sum;
        });
    }

    @FunctionalInterface
    private interface Part {
        double of(int from, int to);
    }

    /** Adds the parts in order, independent of which finished first. */
    private double sum(int count, int size, Part part) {
        double[] sums = new double[Workers.chunks(count, size)];
        workers.forChunks(count, size, (chunk, from, to) -> sums[chunk] = part.of(from, to));
        double sum = 0;
        for (double each : sums) {
            sum += each;
        }
        return sum;
    }
}
