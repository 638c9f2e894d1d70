package dev.sinew.solve;

import dev.sinew.math.Symmetric3;
import dev.sinew.math.Workers;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;

/**
 * Moves the rest pose as one soft sheet: with δ the displacement from the given one, Σ_i (δᵀA_iδ − 2g_iᵀδ) + F·(μ·Σ_edges |δ_i − δ_k|² + β·Σ|δ_i|²) is lowered,
 * A and g being what the bones ask of every vertex. Neighbours move alike, so nothing flips or tears, and the mesh stays the one that was given.
 * A few steps of conjugate gradients at a time: the bones change again anyway.
 */
public final class RestSheet {
    private static final int STEPS = 12;
    private static final int CHUNK = 1024;

    /** β: staying near the given pose as a whole. */
    private static final double PULL = 0.001;

    private final VertexGraph graph;
    private final double[] given;
    private final double frames;
    private final double stiffness;
    /** A_i (upper half) and g_i of every vertex, nine numbers. */
    private final double[] asked;
    private final double[] delta;
    private final Workers workers;

    /**
     * @param graph which vertices are neighbours, the welded mesh's
     * @param given 3N rest positions, not modified
     * @param frames F
     * @param stiffness μ
     */
    public RestSheet(VertexGraph graph, double[] given, int frames, double stiffness, Workers workers) {
        this.graph = graph;
        this.given = given;
        this.frames = frames;
        this.stiffness = stiffness;
        this.asked = new double[3 * given.length];
        this.delta = new double[given.length];
        this.workers = workers;
    }

    /** Mean length of the edges. */
    public static double meanEdge(VertexGraph graph, double[] positions) {
        double sum = 0;
        for (int i = 0; i < graph.vertexCount(); i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                int k = graph.neighbours()[e];
                double x = positions[3 * i] - positions[3 * k];
                double y = positions[3 * i + 1] - positions[3 * k + 1];
                double z = positions[3 * i + 2] - positions[3 * k + 2];
                sum += Math.sqrt(x * x + y * y + z * z);
            }
        }
        return sum / Math.max(1, graph.neighbours().length);
    }

    /**
     * What the bones ask of vertex i: uᵀA·u − 2bᵀu is lowered.
     *
     * @param a upper half of A, six numbers
     */
    void ask(int i, double[] a, double[] b) {
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
    void move(double[] rest) {
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
        double[] sums = new double[Workers.chunks(a.length, 3 * CHUNK)];
        workers.forChunks(a.length, 3 * CHUNK, (chunk, from, to) -> {
            double sum = 0;
            for (int k = from; k < to; k++) {
                sum += a[k] * b[k];
            }
            sums[chunk] = sum;
        });
        double sum = 0;
        for (double part : sums) {
            sum += part;
        }
        return sum;
    }
}
