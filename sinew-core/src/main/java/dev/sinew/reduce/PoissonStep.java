package dev.sinew.reduce;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.math.Workers;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.solve.BoneForms;
import dev.sinew.solve.ExamplePoses;

/**
 * δ_i = v̂_i − v_i over all poses. For one vertex the best weights bring v̂_i nearest to v_i + Σ_j δ_j/(deg + λ): with
 * v̂_i = Σ_j x_j·Θ_ij a small convex problem.
 */
final class PoissonStep implements NeighbourSweeps.Step {
    private static final int CHUNK = 256;

    private final ExamplePoses poses;
    private final SkinWeights start;
    private final VertexGraph graph;
    private final int d;
    /** δ a vertex, 3F numbers each. */
    private final float[][] delta;

    private final SimplexQuadratic simplex;
    private final double[] row;
    private final double[] norm = new double[1];
    private final double[] wanted;
    private final double[] theta;

    PoissonStep(ExamplePoses poses, SkinWeights start, VertexGraph graph, Workers workers) {
        this.poses = poses;
        this.start = start;
        this.graph = graph;
        this.d = poses.dimensions();
        this.simplex = new SimplexQuadratic(start.influences());
        this.row = new double[d];
        this.wanted = new double[d];
        this.theta = new double[start.influences() * d];
        this.delta = new float[start.vertexCount()][d];
        workers.forChunks(start.vertexCount(), CHUNK, (chunk, from, to) -> fillDelta(from, to));
    }

    private void fillDelta(int from, int to) {
        double[] y = new double[(to - from) * d];
        double[] image = new double[d];
        poses.sequence().rows(from, to, y, new double[to - from]);
        for (int i = from; i < to; i++) {
            for (int z = 0; z < d; z++) {
                delta[i][z] = (float) -y[(i - from) * d + z];
            }
            for (int k = 0; k < start.influencesOf(i); k++) {
                int at = i * start.influences() + k;
                image(i, start.bones()[at], image, 0);
                for (int z = 0; z < d; z++) {
                    delta[i][z] += (float) (start.weights()[at] * image[z]);
                }
            }
        }
    }

    /** Θ_ij = T_j·ũ_i */
    private void image(int i, int bone, double[] out, int at) {
        BoneForms bones = poses.bones();
        double[] t = bones.transforms();
        double[] u = poses.sequence().rest();
        int columns = 4 * bones.boneCount();
        for (int z = 0; z < d; z++) {
            int o = z * columns + 4 * bone;
            out[at + z] = t[o] * u[3 * i] + t[o + 1] * u[3 * i + 1] + t[o + 2] * u[3 * i + 2] + t[o + 3];
        }
    }

    @Override
    public void solve(int i, double[] weights) {
        int own = start.influencesOf(i);
        poses.sequence().rows(i, i + 1, row, norm);
        aim(i);
        for (int k = 0; k < own; k++) {
            image(i, start.bones()[i * start.influences() + k], theta, k * d);
            simplex.b()[k] = dot(theta, k * d, wanted, 0);
            for (int l = 0; l <= k; l++) {
                double product = dot(theta, k * d, theta, l * d);
                simplex.g()[k * simplex.stride() + l] = product;
                simplex.g()[l * simplex.stride() + k] = product;
            }
        }
        simplex.minimise(own);
        System.arraycopy(simplex.x(), 0, weights, 0, own);
        for (int z = 0; z < d; z++) {
            double image = 0;
            for (int k = 0; k < own; k++) {
                image += weights[k] * theta[k * d + z];
            }
            delta[i][z] = (float) (image - row[z]);
        }
    }

    /** wanted = v_i + Σ_j δ_j/(deg + λ) */
    private void aim(int i) {
        double degree = graph.start(i + 1) - graph.start(i) + NeighbourSweeps.ANCHOR;
        System.arraycopy(row, 0, wanted, 0, d);
        for (int at = graph.start(i); at < graph.start(i + 1); at++) {
            float[] other = delta[graph.neighbours()[at]];
            for (int z = 0; z < d; z++) {
                wanted[z] += other[z] / degree;
            }
        }
    }

    private double dot(double[] a, int aFrom, double[] b, int bFrom) {
        double sum = 0;
        for (int z = 0; z < d; z++) {
            sum += a[aFrom + z] * b[bFrom + z];
        }
        return sum;
    }
}
