package dev.sinew.bench.rivals.method;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.linalg.SparseCholesky;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Weld;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;

/**
 * The weights of direct delta mush (Le and Lewis 2019, "Direct Delta Mush Skinning and Variants", §3): the model's weights
 * smoothed over the surface, W' = B·W with B = (I + λL)^−p, the last entry of each of its matrices Ψ_ij = Σ_k b_ki w_kj ũ_kũ_kᵀ.
 * They have many more than four influences per vertex, as dense input for `compress`.
 *
 * <p>NOTE: the other entries of Ψ determine a rotation per vertex and pose, which fixed weights cannot represent. With these
 * weights alone the model is plain linear skinning, which is what is compressed here.
 */
public final class DeltaMushWeights {
    /** p: few large implicit smoothing steps, as in the paper. */
    private static final int STEPS = 2;
    /** Reach of a step √λ, as a fraction of the model's size. */
    private static final double REACH = 0.02;
    /** Smaller weights are dropped. */
    private static final double MIN_WEIGHT = 1e-5;

    private DeltaMushWeights() {}

    public static SkinnedModel of(SkinnedModel model) {
        Weld weld = Weld.of(model.rest());
        Mesh mesh = weld.apply(model.rest());
        int bones = model.boneCount();
        double[][] w = columns(model.weights(), weld.first(), bones);
        smooth(mesh, w);
        int n = model.vertexCount();
        int[] index = new int[n * bones];
        double[] weights = new double[n * bones];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < bones; j++) {
                double value = w[j][weld.pointOf()[i]];
                index[i * bones + j] = j;
                weights[i * bones + j] = value < MIN_WEIGHT ? 0 : value;
                sum += weights[i * bones + j];
            }
            for (int j = 0; j < bones; j++) {
                weights[i * bones + j] /= sum;
            }
        }
        return new SkinnedModel(
                model.rest(), SkinWeights.of(bones, index, weights), model.skeleton(), model.boneType(), model.clips());
    }

    /** One column of weights per bone. */
    private static double[][] columns(SkinWeights weights, int[] vertices, int bones) {
        double[][] columns = new double[bones][vertices.length];
        for (int v = 0; v < vertices.length; v++) {
            int from = vertices[v] * weights.influences();
            for (int k = from; k < from + weights.influences(); k++) {
                columns[weights.bones()[k]][v] += weights.weights()[k];
            }
        }
        return columns;
    }

    /** (M + λK)·x' = M·x; rows still sum to one. */
    private static void smooth(Mesh mesh, double[][] w) {
        MeshLaplacian laplacian = MeshLaplacian.of(mesh, mesh.positions());
        double[] mass = laplacian.mass().clone();
        double least = 1e-6 * Arrays.stream(mass).average().orElse(1);
        for (int i = 0; i < mass.length; i++) {
            mass[i] = Math.max(mass[i], least);
        }
        double reach = REACH * Box.around(mesh.positions()).diagonal();
        SparseMatrix step = laplacian.stiffness().plus(reach * reach, SparseMatrix.diagonal(mass));
        SparseCholesky cholesky = SparseCholesky.of(step);
        for (double[] column : w) {
            for (int k = 0; k < STEPS; k++) {
                for (int i = 0; i < mass.length; i++) {
                    column[i] *= mass[i];
                }
                cholesky.solve(column);
            }
        }
    }
}
