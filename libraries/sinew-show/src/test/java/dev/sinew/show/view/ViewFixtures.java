package dev.sinew.show.view;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Random;

/** Small sequences and models of any size and position. */
final class ViewFixtures {
    private ViewFixtures() {}

    /** A strip of triangles over n vertices; a face needs three of them. */
    static int[] strip(int n) {
        int[] triangles = new int[3 * Math.max(0, n - 2)];
        for (int t = 0; t < triangles.length / 3; t++) {
            triangles[3 * t] = t;
            triangles[3 * t + 1] = t + 1;
            triangles[3 * t + 2] = t + 2;
        }
        return triangles;
    }

    /** Vertices that move around a distant point, sometimes in jumps. */
    static MeshSequence sequence(int n, int frames, double scale, double offset, long seed) {
        Random random = new Random(seed);
        float[] rest = new float[3 * n];
        for (int k = 0; k < rest.length; k++) {
            rest[k] = (float) (offset + scale * random.nextDouble());
        }
        float[][] poses = new float[frames][];
        for (int f = 0; f < frames; f++) {
            poses[f] = rest.clone();
            for (int k = 0; k < rest.length; k++) {
                double leap = random.nextInt(10) == 0 ? scale : 0.01 * scale;
                poses[f][k] += (float) (leap * random.nextGaussian() + 0.3 * scale * f);
            }
        }
        return new MeshSequence("wander", Mesh.ofTriangles(rest, strip(n)), FrameSource.of(poses), 24);
    }

    /** Random affine bones with random weights. */
    static SkinnedModel model(Mesh rest, int bones, int influences, int frames, double offset, long seed) {
        Random random = new Random(seed);
        int n = rest.vertexCount();
        int[] chosen = new int[n * influences];
        double[] weights = new double[n * influences];
        for (int i = 0; i < n; i++) {
            double sum = 0;
            for (int k = 0; k < influences; k++) {
                chosen[i * influences + k] = (i + k) % bones;
                weights[i * influences + k] = random.nextDouble();
                sum += weights[i * influences + k];
            }
            for (int k = 0; k < influences; k++) {
                weights[i * influences + k] /= sum;
            }
        }
        double[] matrices = new double[frames * bones * BoneMotion.STRIDE];
        for (int m = 0; m < matrices.length; m++) {
            boolean diagonal = m % 12 == 0 || m % 12 == 5 || m % 12 == 10;
            matrices[m] = (diagonal ? 1 : 0) + 0.1 * random.nextGaussian();
            // Rotate about the mesh, not about the distant origin.
            if (m % 4 == 3) {
                matrices[m] += offset * (1 - matrices[m - 1] - matrices[m - 2] - matrices[m - 3]);
            }
        }
        Clip clip = new Clip("wander", 24, new BoneMotion(bones, frames, matrices));
        return new SkinnedModel(
                rest,
                SkinWeights.of(influences, chosen, weights),
                Skeleton.flat(new double[3 * bones]),
                BoneType.AFFINE,
                List.of(clip));
    }
}
