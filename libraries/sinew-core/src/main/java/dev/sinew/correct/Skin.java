package dev.sinew.correct;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Arrays;

/** The skin that shapes are added to, in solver units: weights, transforms, rest positions and normals. Working memory. */
final class Skin {
    final int bones;
    final int influences;
    /** N·influences each; zero weights come last. */
    final int[] boneOf;

    final double[] weights;
    /** F·B·12, row by row. */
    final double[] transforms;
    /** 3N */
    final double[] rest;
    /** 3R, unit length */
    final double[] normals;

    Skin(SkinnedModel model, Clip clip, Goal goal) {
        bones = model.boneCount();
        influences = model.weights().influences();
        int n = goal.vertices();
        boneOf = new int[n * influences];
        weights = new double[n * influences];
        rest = new double[3 * n];
        int[] pointOf = goal.input.pointOf();
        float[] given = model.rest().positions();
        // Backwards, so that a point gets the position of its first vertex.
        for (int v = pointOf.length - 1; v >= 0; v--) {
            int i = pointOf[v];
            System.arraycopy(model.weights().bones(), v * influences, boneOf, i * influences, influences);
            System.arraycopy(model.weights().weights(), v * influences, weights, i * influences, influences);
            for (int x = 0; x < 3; x++) {
                rest[3 * i + x] = goal.scaled(given[3 * v + x], x);
            }
        }
        transforms = normalised(clip.motion(), goal);
        normals = rows(model.rest(), goal);
    }

    /** x ↦ scale·(x − centre): the same linear part A, and scale·(t + A·c − c). */
    private static double[] normalised(BoneMotion motion, Goal goal) {
        double[] t = motion.matrices().clone();
        for (int at = 0; at < t.length; at += 4) {
            int x = at / 4 % 3;
            double moved = t[at + 3] - goal.centre[x];
            for (int c = 0; c < 3; c++) {
                moved += t[at + c] * goal.centre[c];
            }
            t[at + 3] = goal.scale * moved;
        }
        return t;
    }

    /** The motion of the bones in the model's units. */
    BoneMotion motion(Goal goal) {
        double[] t = transforms.clone();
        for (int at = 0; at < t.length; at += 4) {
            int x = at / 4 % 3;
            double moved = t[at + 3] / goal.scale + goal.centre[x];
            for (int c = 0; c < 3; c++) {
                moved -= t[at + c] * goal.centre[c];
            }
            t[at + 3] = moved;
        }
        return new BoneMotion(bones, goal.frames(), t);
    }

    /** One row per vertex of the file. */
    SkinWeights perVertex(Goal goal) {
        return goal.input.perVertex(SkinWeights.of(influences, boneOf, weights));
    }

    /** The mesh's normals by row of the true ones: each row takes that of its first corner. */
    private static double[] rows(Mesh mesh, Goal goal) {
        CornerAttribute stored = mesh.surface().normals().orElseGet(() -> Normals.ofCorners(mesh, mesh.positions()));
        double[] rows = new double[3 * goal.rows()];
        int[] rowOf = goal.truth.rows();
        for (int corner = rowOf.length - 1; corner >= 0; corner--) {
            for (int x = 0; x < 3; x++) {
                rows[3 * rowOf[corner] + x] = stored.values()[3 * stored.rows()[corner] + x];
            }
        }
        for (int at = 0; at < rows.length; at += 3) {
            double length = Math.sqrt(rows[at] * rows[at] + rows[at + 1] * rows[at + 1] + rows[at + 2] * rows[at + 2]);
            for (int x = 0; x < 3; x++) {
                rows[at + x] = length > 0 ? rows[at + x] / length : x == 2 ? 1 : 0;
            }
        }
        return rows;
    }

    /**
     * M = Σ_j w_ij·M_jf, the matrix of vertex i in frame f.
     *
     * @param m 12 numbers, modified
     */
    void blend(int f, int i, double[] m) {
        Arrays.fill(m, 0);
        for (int at = i * influences; at < (i + 1) * influences && weights[at] > 0; at++) {
            int from = (f * bones + boneOf[at]) * BoneMotion.STRIDE;
            double w = weights[at];
            for (int c = 0; c < BoneMotion.STRIDE; c++) {
                m[c] += w * transforms[from + c];
            }
        }
    }
}
