package dev.sinew.sample.twist;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.ModelSample;
import dev.sinew.sample.surface.Tube;
import dev.sinew.sample.twist.TwistedBox.Rod;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A tube on a chain of four bones, all with weight at nearly all vertices, bent and twisted at once (KCO09 Fig. 6): in frame 6
 * its end has rotated by 120 degrees both ways.
 */
public final class ElasticTube extends ModelSample {
    private static final int VERTICES = 1380;
    private static final int FRAMES = 6;
    private static final int BONES = 4;
    private static final double LENGTH = 6;
    private static final double RADIUS = 0.5;
    private static final double MAX_DEGREES = 120;

    public ElasticTube() {
        super("elastic-tube", "a tube that bends and twists by up to 120°, each vertex on 4 bones at once", VERTICES);
    }

    @Override
    public SkinnedModel make(int vertices) {
        check(vertices);
        Mesh mesh = Rod.of(Tube.near(vertices, 2.5), LENGTH, t ->
                new double[] {RADIUS * Math.sin(2 * Math.PI * t), RADIUS * Math.cos(2 * Math.PI * t)});
        double[] pivots = new double[3 * BONES];
        int[] parents = new int[BONES];
        for (int j = 0; j < BONES; j++) {
            pivots[3 * j + 1] = LENGTH * j / BONES;
            parents[j] = j == 0 ? Skeleton.NONE : j - 1;
        }
        List<String> names =
                IntStream.range(0, BONES).mapToObj(j -> "tube_" + j).toList();
        Clip clip = new Clip("bend and twist", 1, motion(pivots));
        return new SkinnedModel(
                mesh, weights(mesh), new Skeleton(names, parents, pivots), BoneType.RIGID, List.of(clip));
    }

    /** Bernstein polynomials along the tube: smooth, and nonzero except at the ends. */
    private static SkinWeights weights(Mesh mesh) {
        int[] bones = new int[BONES * mesh.vertexCount()];
        double[] weights = new double[bones.length];
        for (int i = 0; i < mesh.vertexCount(); i++) {
            double t = mesh.positions()[3 * i + 1] / LENGTH;
            double[] row = {(1 - t) * (1 - t) * (1 - t), 3 * t * (1 - t) * (1 - t), 3 * t * t * (1 - t), t * t * t};
            for (int j = 0; j < BONES; j++) {
                bones[BONES * i + j] = j;
                weights[BONES * i + j] = row[j];
            }
        }
        return SkinWeights.of(BONES, bones, weights);
    }

    private static BoneMotion motion(double[] pivots) {
        double[] matrices = new double[FRAMES * BONES * Affine3.STRIDE];
        double[] local = new double[Affine3.STRIDE];
        for (int f = 0; f < FRAMES; f++) {
            double angle = Math.toRadians(MAX_DEGREES * (f + 1) / FRAMES) / (BONES - 1);
            for (int j = 0; j < BONES; j++) {
                int at = (f * BONES + j) * Affine3.STRIDE;
                if (j == 0) {
                    Affine3.identity(matrices, at);
                } else {
                    turnAt(pivots[3 * j + 1], angle, local);
                    Affine3.multiply(matrices, at - Affine3.STRIDE, local, 0, matrices, at);
                }
            }
        }
        return new BoneMotion(BONES, FRAMES, matrices);
    }

    /** A bend about z after a twist about y, both about a point of the axis. */
    private static void turnAt(double height, double angle, double[] out) {
        double[] bend = {0, 0, Math.sin(angle / 2), Math.cos(angle / 2)};
        double[] twist = {0, Math.sin(angle / 2), 0, Math.cos(angle / 2)};
        Quaternions.multiply(bend, 0, twist, 0, bend, 0);
        Quaternions.toMatrix(bend, 0, out, 0, 4);
        for (int r = 0; r < 12; r += 4) {
            out[r + 3] = (r == 4 ? height : 0) - out[r + 1] * height;
        }
    }
}
