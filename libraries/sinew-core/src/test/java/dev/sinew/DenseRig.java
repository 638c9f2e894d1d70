package dev.sinew;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;

/** Models in which every bone influences every vertex a little, by smooth functions of the distance. */
public final class DenseRig {
    private DenseRig() {}

    /** A mesh with bones along x from −2 to 2, and a clip of five frames. */
    public static SkinnedModel on(Mesh mesh, int bones) {
        double[] pivots = new double[3 * bones];
        for (int j = 0; j < bones; j++) {
            pivots[3 * j] = bones == 1 ? 0 : 4.0 * j / (bones - 1) - 2;
            pivots[3 * j + 1] = 0.3 * Math.cos(2.0 * j);
        }
        SkinnedModel moving = Synthetic.model(mesh, pivots, 5, 3);
        Clip clip = moving.clips().get(0);
        return new SkinnedModel(
                mesh, weights(mesh, pivots, bones), Skeleton.flat(pivots), BoneType.AFFINE, List.of(clip));
    }

    private static SkinWeights weights(Mesh mesh, double[] pivots, int bones) {
        int n = mesh.vertexCount();
        int[] boneOf = new int[n * bones];
        double[] weights = new double[n * bones];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int j = 0; j < bones; j++) {
                double squared = 0;
                for (int x = 0; x < 3; x++) {
                    double d = mesh.positions()[3 * i + x] - pivots[3 * j + x];
                    squared += d * d;
                }
                boneOf[i * bones + j] = j;
                weights[i * bones + j] = 1 / (0.1 + squared);
                sum += weights[i * bones + j];
            }
            for (int j = 0; j < bones; j++) {
                weights[i * bones + j] /= sum;
            }
        }
        return SkinWeights.of(bones, boneOf, weights);
    }
}
