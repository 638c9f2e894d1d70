package dev.sinew.solve.weights;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;

/**
 * The rigidity Laplacian of LD14 §6.1: s·Σ_edges e_ik·‖w_i − w_k‖², where e_ik is large for edges that keep their length.
 *
 * <p>NOTE: eq. 4b as printed is large where an edge changes much, the opposite of what the text says: here e_ik = 1/(d_ik + ε). The
 * row-normalised L of eq. 4a is not symmetric; here one factor scales all edges so that their mean sum per vertex is one. Data and
 * smoothness are both sums over vertices.
 */
public final class Smoothness {
    /** ε, as a fraction of the mean edge: an edge whose length changes by this much counts half. */
    private static final double HALF_CHANGE_FRACTION = 0.02;

    private final VertexGraph graph;
    private final double[] edges;
    private final double[] totals;
    private final double strength;

    private Smoothness(VertexGraph graph, double[] edges, double[] totals, double strength) {
        this.graph = graph;
        this.edges = edges;
        this.totals = totals;
        this.strength = strength;
    }

    /** @param omega LD14's ω for a shape of unit size, at least 0 */
    public static Smoothness of(MeshSequence sequence, double omega, Workers workers) {
        VertexGraph graph = VertexGraph.of(sequence.rest());
        double[] edges = new double[graph.neighbours().length];
        double[] lengths = new double[graph.vertexCount()];
        float[] u = sequence.rest().positions();
        int n = graph.vertexCount();
        for (int f = 0; f < sequence.frameCount(); f++) {
            float[] v = sequence.frame(f);
            workers.forChunks(n, 1024, (chunk, from, to) -> addChanges(graph, u, v, from, to, edges));
        }
        workers.forChunks(n, 1024, (chunk, from, to) -> addLengths(graph, u, from, to, lengths));
        double mean = Math.max(sum(lengths) / Math.max(1, edges.length), Double.MIN_NORMAL);
        for (int k = 0; k < edges.length; k++) {
            edges[k] = 1 / (Math.sqrt(edges[k] / Math.max(1, sequence.frameCount())) / mean + HALF_CHANGE_FRACTION);
        }
        return normalised(graph, edges, omega * sequence.frameCount());
    }

    private static Smoothness normalised(VertexGraph graph, double[] edges, double strength) {
        int n = graph.vertexCount();
        double scale = sum(edges) > 0 ? n / sum(edges) : 0;
        double[] totals = new double[n];
        for (int i = 0; i < n; i++) {
            for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                edges[k] *= scale;
                totals[i] += edges[k];
            }
        }
        return new Smoothness(graph, edges, totals, strength);
    }

    /** Squared changes of the lengths of the edges. */
    private static void addChanges(VertexGraph graph, float[] u, float[] v, int from, int to, double[] changes) {
        for (int i = from; i < to; i++) {
            for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                double change = Vec3.roundedDistance(v, 3 * i, 3 * graph.neighbours()[k])
                        - Vec3.roundedDistance(u, 3 * i, 3 * graph.neighbours()[k]);
                changes[k] += change * change;
            }
        }
    }

    private static void addLengths(VertexGraph graph, float[] u, int from, int to, double[] lengths) {
        for (int i = from; i < to; i++) {
            for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                lengths[i] += Vec3.roundedDistance(u, 3 * i, 3 * graph.neighbours()[k]);
            }
        }
    }

    private static double sum(double[] values) {
        double sum = 0;
        for (double v : values) {
            sum += v;
        }
        return sum;
    }

    /** s·Σ_k e_ik, the cost of the square of every weight of vertex i. */
    public double total(int i) {
        return strength * totals[i];
    }

    /** Adds s·Σ_k e_ik·w_kj to {@code preferences[j]}, from the weights before this pass. */
    public void addPreferences(int i, int influences, int[] bones, double[] weights, double[] preferences) {
        for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
            int from = graph.neighbours()[k] * influences;
            for (int at = from; at < from + influences && weights[at] > 0; at++) {
                preferences[bones[at]] += strength * edges[k] * weights[at];
            }
        }
    }

    /** s·Σ_edges e_ik·‖w_i − w_k‖² of a state, each edge once. */
    public double energy(SkinState state, int boneCount) {
        double[] row = new double[boneCount];
        int influences = state.influences();
        double sum = 0;
        for (int i = 0; i < graph.vertexCount(); i++) {
            for (int k = graph.starts()[i]; k < graph.starts()[i + 1]; k++) {
                int other = graph.neighbours()[k];
                if (other > i) {
                    sum += edges[k] * squaredDifference(state, i * influences, other * influences, row);
                }
            }
        }
        return strength * sum;
    }

    private static double squaredDifference(SkinState state, int a, int b, double[] row) {
        double sum = 0;
        for (int k = 0; k < state.influences(); k++) {
            row[state.bones()[a + k]] += state.weights()[a + k];
            row[state.bones()[b + k]] -= state.weights()[b + k];
        }
        for (int k = 0; k < state.influences(); k++) {
            for (int at = a + k; ; at = b + k) {
                double d = row[state.bones()[at]];
                row[state.bones()[at]] = 0;
                sum += d * d;
                if (at == b + k) {
                    break;
                }
            }
        }
        return sum;
    }
}
