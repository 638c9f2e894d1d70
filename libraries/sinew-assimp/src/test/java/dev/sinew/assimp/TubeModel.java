package dev.sinew.assimp;

import dev.sinew.math.Affine3;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A tube of quads, 4 long, on a chain of bones with a branch; two materials, two clips. */
final class TubeModel {
    private static final int RINGS = 13;
    private static final int SIDES = 8;
    private static final int BONES = 5;
    private static final int[] PARENTS = {-1, 0, 1, 2, 1};

    private TubeModel() {}

    static SkinnedModel of(BoneType type) {
        double[] pivots = new double[3 * BONES];
        for (int j = 0; j < BONES; j++) {
            pivots[3 * j] = j;
            pivots[3 * j + 1] = 0.1 * j;
        }
        Skeleton skeleton = new Skeleton(List.of("hip", "spine", "chest", "head", "arm"), PARENTS, pivots);
        return new SkinnedModel(
                mesh(),
                weights(),
                skeleton,
                type,
                List.of(clip("bend", 30, 11, type, pivots), clip("stretch", 24, 6, type, pivots)));
    }

    /** The static tube on a chain of this many bones, each of which moves some vertices. */
    static SkinnedModel chain(int length) {
        List<String> names = new ArrayList<>();
        int[] parents = new int[length];
        double[] pivots = new double[3 * length];
        for (int j = 0; j < length; j++) {
            names.add("link_" + j);
            parents[j] = j - 1;
            pivots[3 * j] = 0.01 * j;
        }
        int each = (length + RINGS * SIDES - 1) / (RINGS * SIDES);
        int[] bones = new int[RINGS * SIDES * each];
        double[] weights = new double[bones.length];
        for (int k = 0; k < bones.length; k++) {
            bones[k] = Math.min(k, length - 1);
            weights[k] = 1.0 / each;
        }
        return new SkinnedModel(
                mesh(),
                SkinWeights.of(each, bones, weights),
                new Skeleton(names, parents, pivots),
                BoneType.RIGID,
                List.of());
    }

    private static Mesh mesh() {
        float[] positions = new float[3 * RINGS * SIDES];
        for (int r = 0; r < RINGS; r++) {
            for (int s = 0; s < SIDES; s++) {
                double angle = 2 * Math.PI * s / SIDES;
                int at = 3 * (r * SIDES + s);
                positions[at] = 4f * r / (RINGS - 1);
                positions[at + 1] = (float) (0.5 * Math.cos(angle));
                positions[at + 2] = (float) (0.5 * Math.sin(angle));
            }
        }
        int faces = (RINGS - 1) * SIDES;
        int[] corners = new int[4 * faces];
        int[] starts = new int[faces + 1];
        int[] materials = new int[faces];
        for (int k = 0; k < faces; k++) {
            int r = k / SIDES;
            int s = k % SIDES;
            int next = (s + 1) % SIDES;
            int[] quad = {r * SIDES + s, r * SIDES + next, (r + 1) * SIDES + next, (r + 1) * SIDES + s};
            System.arraycopy(quad, 0, corners, 4 * k, 4);
            starts[k + 1] = 4 * k + 4;
            materials[k] = r < RINGS / 2 ? 0 : 1;
        }
        return Mesh.of(
                positions,
                starts,
                corners,
                new Mesh.Surface(
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        List.of(Material.plain("red"), Material.plain("blue")),
                        materials,
                        List.of(),
                        new int[0]));
    }

    private static SkinWeights weights() {
        int[] bones = new int[RINGS * SIDES * BONES];
        double[] weights = new double[bones.length];
        for (int i = 0; i < RINGS * SIDES; i++) {
            double x = 4.0 * (i / SIDES) / (RINGS - 1);
            double sum = 0;
            for (int j = 0; j < BONES; j++) {
                bones[i * BONES + j] = j;
                weights[i * BONES + j] = Math.exp(-(x - j) * (x - j));
                sum += weights[i * BONES + j];
            }
            for (int j = 0; j < BONES; j++) {
                weights[i * BONES + j] /= sum;
            }
        }
        return SkinWeights.of(BONES, bones, weights);
    }

    private static Clip clip(String name, double rate, int frames, BoneType type, double[] pivots) {
        double[] matrices = new double[frames * BONES * Affine3.STRIDE];
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < BONES; j++) {
                double[] m = bone(f, j, type, pivots, name.length());
                System.arraycopy(m, 0, matrices, (f * BONES + j) * Affine3.STRIDE, Affine3.STRIDE);
            }
        }
        return new Clip(name, rate, new BoneMotion(BONES, frames, matrices));
    }

    /** Rotates about z and x by increasing angles, scales, and translates, independently of the bone's parents. */
    private static double[] bone(int f, int j, BoneType type, double[] pivots, int variant) {
        double a = 0.05 * f * (j + 1);
        double b = 0.03 * f * variant;
        double size = type == BoneType.RIGID ? 1 : 1 + 0.02 * f * (j - 1);
        double[] r = {
            Math.cos(a),
            -Math.sin(a) * Math.cos(b),
            Math.sin(a) * Math.sin(b),
            Math.sin(a),
            Math.cos(a) * Math.cos(b),
            -Math.cos(a) * Math.sin(b),
            0,
            Math.sin(b),
            Math.cos(b)
        };
        double[] m = new double[Affine3.STRIDE];
        double[] c = Arrays.copyOfRange(pivots, 3 * j, 3 * j + 3);
        for (int row = 0; row < 3; row++) {
            double moved = c[row] + 0.02 * f * (row + 1);
            for (int column = 0; column < 3; column++) {
                m[4 * row + column] = size * r[3 * row + column];
                moved -= m[4 * row + column] * c[column];
            }
            m[4 * row + 3] = moved;
        }
        return m;
    }
}
