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
 * Moves the rest pose as one soft sheet: with δ the displacement from the given one, Σ_i (δᵀA_iδ − 2g_iᵀδ) + F·(μ·Σ_edges |δ_i − δ_k|² + β·Σ|δ_i|²) is lowered,
 * A and g being what the bones ask of every vertex. Neighbours move alike, so nothing flips or tears, and the mesh stays the one that was given.
 * A few steps of conjugate gradients at a time: the bones change again anyway.
 */
public final class RestSheet {
    /** Of conjugate gradients: 12 give the same errors to a percent, the next pass goes on from here. */
    private static final int STEPS = 4;

    private static final int CHUNK = 1024;

    /**
     * √μ times the mean edge, a part of the ball's radius: over this length a displacement fades. Measured with normals taking part on horse-gallop/30 and
     * cat-poses/25, E_RMS and mean degrees of the bind pose: 0.02 0.880, 0.92° and 2.06, 1.66°; 0.01 0.783, 2.03° and 1.96, 2.86°; 0.006 0.717, 2.83° and
     * 1.90, 4.13°; kept rest poses 0.958 and 2.16, free ones 0.616, 9.06° and 1.73, 14.9°.
     */
    private static final double SOFT = 0.0095;

    /** Displacements may differ by this part of the edge they lie on, in the mean; a sheet that is strained more gets stiffer. */
    private static final double MOST_STRAIN = 0.048;

    /** A sheet that is strained less gets softer. */
    private static final double LEAST_STRAIN = 0.02;

    private static final double STIFFER = 1.5;

    /** A face may turn by 75°. */
    private static final double LEAST_COSINE = 0.25;

    private static final int UNFOLDINGS = 12;

    /** β: staying near the given pose as a whole. */
    private static final double PULL = 0.001;

    private final VertexGraph graph;
    private final double[] given;
    private final double frames;
    private final double edges;
    private final double softest;
    private double stiffness;
    /** A_i (upper half) and g_i of every vertex, nine numbers. */
    private final double[] asked;

    private final double[] delta;
    private final Workers workers;

    /**
     * @param graph which vertices are neighbours, the welded mesh's
     * @param given 3N rest positions, not modified
     * @param frames F
     */
    RestSheet(VertexGraph graph, double[] given, int frames, Workers workers) {
        this.graph = graph;
        this.given = given;
        this.frames = frames;
        this.workers = workers;
        this.edges = difference(given);
        double edge = Math.max(edges / Math.max(1, graph.neighbours().length), Double.MIN_NORMAL);
        this.stiffness = SOFT * SOFT / (edge * edge);
        this.softest = stiffness / 16;
        this.asked = new double[3 * given.length];
        this.delta = new double[given.length];
    }

    /** One that only hears what is asked of some vertices, and does not move them. @param given of these vertices, 3N */
    public static RestSheet listening(double[] given) {
        return new RestSheet(given);
    }

    private RestSheet(double[] given) {
        this.graph = null;
        this.given = given;
        this.frames = 0;
        this.workers = null;
        this.edges = 0;
        this.softest = 0;
        this.asked = new double[3 * given.length];
        this.delta = new double[0];
    }

    /** What was asked, nine numbers per vertex. */
    public double[] asked() {
        return asked;
    }

    /** Takes over what others have heard. @param from their first vertex */
    public void hear(int from, double[] heard) {
        System.arraycopy(heard, 0, asked, 9 * from, heard.length);
    }

    /**
     * A sheet where the rest pose may move as one.
     *
     * @param points the mesh with one vertex per point
     */
    public static Optional<RestSheet> of(RestMode rest, Mesh points, NormalisedSequence poses, Workers workers) {
        return rest == RestMode.SOLVE
                ? Optional.of(new RestSheet(VertexGraph.of(points), poses.rest(), poses.frameCount(), workers))
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
     * What the bones ask of vertex i: uᵀA·u − 2bᵀu is lowered.
     *
     * @param a upper half of A, six numbers
     */
    public void ask(int i, double[] a, double[] b) {
        int at = 9 * i;
        double x = given[3 * i];
        double y = given[3 * i + 1];
        double z = given[3 * i + 2];
        System.arraycopy(a, 0, asked, at, 6);
        asked[at + 6] = b[0] - a[0] * x - a[1] * y - a[2] * z;
        asked[at + 7] = b[1] - a[1] * x - a[3] * y - a[4] * z;
        asked[at + 8] = b[2] - a[2] * x - a[4] * y - a[5] * z;
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
                residual[3 * i + x] = asked[9 * i + 6 + x] - residual[3 * i + x];
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
        if (strain > MOST_STRAIN) {
            // By as much as it is strained too much: a leap would be felt by bones that have nearly found their places.
            double over = strain / MOST_STRAIN;
            stiffness *= Math.min(STIFFER, over * over);
        } else if (strain < LEAST_STRAIN && stiffness > softest) {
            stiffness /= STIFFER;
        }
    }

    /**
     * Takes back what turned a face by more than a right angle or nearly so, and some around it, half of it at a time.
     *
     * @param triangles three vertices each
     * @param rest 3N, modified
     */
    public void unfold(int[] triangles, double[] rest) {
        for (int round = 0; round < UNFOLDINGS; round++) {
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
            double part = round == UNFOLDINGS - 1 ? 0 : 0.5;
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
        return Vec3.dot(a, b) < LEAST_COSINE * lengths;
    }

    private double firm(int i) {
        return frames * (PULL + stiffness * (graph.start(i + 1) - graph.start(i)));
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
                out[3 * i] = asked[at] * x + asked[at + 1] * y + asked[at + 2] * z + own * x - pull * sx;
                out[3 * i + 1] = asked[at + 1] * x + asked[at + 3] * y + asked[at + 4] * z + own * y - pull * sy;
                out[3 * i + 2] = asked[at + 2] * x + asked[at + 4] * y + asked[at + 5] * z + own * z - pull * sz;
            }
        });
    }

    private void precondition(double[] r, double[] out) {
        workers.forChunks(r.length / 3, CHUNK, (chunk, from, to) -> {
            double[] a = new double[6];
            double[] b = new double[3];
            for (int i = from; i < to; i++) {
                System.arraycopy(asked, 9 * i, a, 0, 6);
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

    /** Parts added up in their order, whoever was first. */
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
