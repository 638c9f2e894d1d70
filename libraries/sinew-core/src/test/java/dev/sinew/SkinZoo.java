package dev.sinew;

import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Models with any number of vertices, bones and influences, with random weights and motion. */
public final class SkinZoo {
    private static final int FRAMES = 3;

    private SkinZoo() {}

    /** Affine bones: each rotates, stretches and translates. */
    public static SkinnedModel model(int vertices, int bones, int influences) {
        return make(vertices, bones, influences, BoneType.AFFINE);
    }

    /** Bones that rotate, some by more than 180°, and translate. */
    public static SkinnedModel rigid(int vertices, int bones, int influences) {
        return make(vertices, bones, influences, BoneType.RIGID);
    }

    /** Atoms with some negative weights; vertices are blends of two random ones, slightly extrapolated. */
    public static TwoLayerModel twoLayer(int vertices, int bones, int virtualBones, int atomInfluences) {
        Random random = new Random(7L * vertices + bones);
        int[] atomBones =
                random.ints((long) virtualBones * atomInfluences, 0, bones).toArray();
        double[] atomWeights = random.doubles(atomBones.length, -0.1, 1).toArray();
        for (int j = 0; j < virtualBones; j++) {
            int from = j * atomInfluences;
            double sum = Arrays.stream(atomWeights, from, from + atomInfluences).sum();
            atomWeights[from] += 1 - sum;
        }
        int[] virtual = random.ints(2L * vertices, 0, virtualBones).toArray();
        double[] coefficients = new double[2 * vertices];
        for (int i = 0; i < vertices; i++) {
            coefficients[2 * i] = -0.2 + 1.4 * random.nextDouble();
            coefficients[2 * i + 1] = 1 - coefficients[2 * i];
        }
        return new TwoLayerModel(
                model(vertices, bones, Math.min(4, bones)),
                TwoLayerWeights.of(bones, atomInfluences, atomBones, atomWeights, virtual, coefficients));
    }

    private static SkinnedModel make(int vertices, int bones, int influences, BoneType type) {
        Random random = new Random(31L * vertices + bones);
        float[] xyz = new float[3 * vertices];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = 2 * random.nextFloat() - 1;
        }
        int[] triangles = new int[3 * vertices];
        for (int k = 0; k < triangles.length; k++) {
            triangles[k] = (k / 3 + k % 3 * (1 + k / 3 % 5)) % vertices;
        }
        double[] pivots = random.doubles(3L * bones, -1, 1).toArray();
        return new SkinnedModel(
                Mesh.ofTriangles(xyz, triangles),
                weights(vertices, bones, influences, random),
                Skeleton.flat(pivots),
                type,
                List.of(new Clip("move", 30, motion(bones, type, random))));
    }

    private static SkinWeights weights(int vertices, int bones, int influences, Random random) {
        int[] indices = new int[vertices * influences];
        double[] weights = new double[indices.length];
        for (int i = 0; i < vertices; i++) {
            int first = random.nextInt(bones);
            double sum = 0;
            for (int k = i * influences; k < (i + 1) * influences; k++) {
                indices[k] = (first + k) % bones;
                weights[k] = 0.01 + random.nextDouble();
                sum += weights[k];
            }
            for (int k = i * influences; k < (i + 1) * influences; k++) {
                weights[k] /= sum;
            }
        }
        return SkinWeights.of(influences, indices, weights);
    }

    private static BoneMotion motion(int bones, BoneType type, Random random) {
        double[] matrices = new double[FRAMES * bones * BoneMotion.STRIDE];
        double[] axis = random.doubles(3, -1, 1).toArray();
        for (int at = 0; at < matrices.length; at += BoneMotion.STRIDE) {
            // Axes are similar, so that blends do not cancel; angles differ by up to a full turn.
            double half = 0.5 * (random.nextDouble() - 0.5) * 1.9 * Math.PI;
            double[] q = {axis[0], axis[1] + 0.2 * random.nextDouble(), axis[2], 0};
            Quaternions.normalise(q, 0);
            for (int c = 0; c < 3; c++) {
                q[c] *= Math.sin(half);
            }
            q[3] = Math.cos(half);
            Quaternions.toMatrix(q, 0, matrices, at, 4);
            for (int r = 0; r < 3; r++) {
                matrices[at + 4 * r + 3] = 2 * random.nextDouble() - 1;
                for (int c = 0; type == BoneType.AFFINE && c < 3; c++) {
                    matrices[at + 4 * r + c] += 0.3 * (random.nextDouble() - 0.5);
                }
            }
        }
        return new BoneMotion(bones, FRAMES, matrices);
    }
}
