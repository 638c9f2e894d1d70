package dev.sinew.reduce;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.solve.examples.ExamplePoses;
import dev.sinew.solve.transform.BoneForms;

/**
 * δ_i = v̂_i − v_i over all poses. The best weights of a vertex bring δ_i closest to Σ_j δ_j/(deg + λ): with δ_i = Σ_k x_k·(Θ_ik − v_i), a
 * small convex problem. Poses enter only through products of these columns, of a vertex with itself and its neighbours, which are
 * precomputed. So the cost of a sweep does not depend on the number of poses.
 */
final class PoissonStep implements NeighbourSweeps.Step {
    private static final int CHUNK = 64;

    private final ExamplePoses poses;
    private final SkinWeights start;
    private final VertexGraph graph;
    private final int d;
    /** K, bones per vertex. */
    private final int places;
    /** (Θ_ik − v_i)·(Θ_il − v_i), K×K per vertex */
    private final double[] own;
    /** (Θ_ik − v_i)·(Θ_jl − v_j), K×K for each neighbour j of each vertex i */
    private final double[] shared;
    /** x */
    private final double[] now;

    private final SimplexQuadratic simplex;

    PoissonStep(ExamplePoses poses, SkinWeights start, VertexGraph graph, Workers workers) {
        this.poses = poses;
        this.start = start;
        this.graph = graph;
        this.d = poses.dimensions();
        this.places = start.influences();
        this.simplex = new SimplexQuadratic(places);
        this.own = new double[Math.multiplyExact(start.vertexCount(), places * places)];
        this.shared = new double[Math.multiplyExact(graph.neighbours().length, places * places)];
        this.now = start.weights().clone();
        workers.forChunks(start.vertexCount(), CHUNK, (chunk, from, to) -> new Products().fill(from, to));
    }

    /** Computes the products of some vertices. */
    private final class Products {
        private final double[] row = new double[d];
        private final double[] norm = new double[1];
        private final double[] mine = new double[places * d];
        private final double[] theirs = new double[places * d];

        void fill(int from, int to) {
            for (int i = from; i < to; i++) {
                columns(i, mine);
                multiply(mine, own, i * places * places);
                for (int at = graph.start(i); at < graph.start(i + 1); at++) {
                    columns(graph.neighbours()[at], theirs);
                    multiply(theirs, shared, at * places * places);
                }
            }
        }

        /** Θ_ik − v_i with Θ_ik = T_k·ũ_i; 0 without a bone. */
        private void columns(int i, double[] out) {
            BoneForms bones = poses.bones();
            double[] t = bones.transforms();
            double[] u = poses.sequence().rest();
            int stride = 4 * bones.boneCount();
            poses.sequence().rows(i, i + 1, row, norm);
            for (int k = 0; k < places; k++) {
                boolean used = k < start.influencesOf(i);
                int bone = 4 * start.bones()[i * places + k];
                for (int z = 0; z < d; z++) {
                    int o = z * stride + bone;
                    double moved = t[o] * u[3 * i] + t[o + 1] * u[3 * i + 1] + t[o + 2] * u[3 * i + 2] + t[o + 3];
                    out[k * d + z] = used ? moved - row[z] : 0;
                }
            }
        }

        private void multiply(double[] other, double[] out, int to) {
            for (int k = 0; k < places; k++) {
                for (int l = 0; l < places; l++) {
                    double sum = 0;
                    for (int z = 0; z < d; z++) {
                        sum += mine[k * d + z] * other[l * d + z];
                    }
                    out[to + k * places + l] = sum;
                }
            }
        }
    }

    @Override
    public void solve(int i, double[] weights) {
        int used = start.influencesOf(i);
        double degree = graph.start(i + 1) - graph.start(i) + NeighbourSweeps.ANCHOR_WEIGHT;
        for (int k = 0; k < used; k++) {
            for (int l = 0; l < used; l++) {
                simplex.g()[k * simplex.stride() + l] = own[(i * places + k) * places + l];
            }
            simplex.b()[k] = alongNeighbours(i, k) / degree;
        }
        simplex.minimise(used);
        System.arraycopy(simplex.x(), 0, weights, 0, used);
        System.arraycopy(simplex.x(), 0, now, i * places, used);
    }

    /** (Θ_ik − v_i)·Σ_j δ_j */
    private double alongNeighbours(int i, int k) {
        double sum = 0;
        for (int at = graph.start(i); at < graph.start(i + 1); at++) {
            int j = graph.neighbours()[at];
            for (int l = 0; l < places; l++) {
                sum += now[j * places + l] * shared[(at * places + k) * places + l];
            }
        }
        return sum;
    }
}
