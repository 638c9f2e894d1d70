package dev.sinew.retarget;

import dev.sinew.math.Affine3;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.solve.joints.PoseSolver;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Follows a body: the rotations of all bones of a model and the position of its root, frame by frame, such that its skin is as near as
 * possible to given positions, or to the skin that another skeleton moves on the same body. Joints stay together.
 *
 * <p>Given positions v enter as X = Σ_i w_ij·ũ_i·v_iᵀ. Both skins are linear in their bones, so all a frame needs is X = K·Mᵀ with K = Σ_i Σ_j Σ_s w_ij·a_is·ũ_i·ũ'_iᵀ, where a_is is
 * the weight of bone s of the other skeleton on vertex i. The cost of a frame does not depend on the number of vertices.
 */
final class BodyFollow {
    /**
     * Weight of the rest pose of a joint relative to the weight of the whole skin: decides only for bones that move no vertices.
     */
    private static final double REST_WEIGHT = 1e-9;

    private static final int FIRST_STEPS = 60;
    private static final int STEPS = 20;
    /** Frames of the model's own clips from which a frame may start. */
    private static final int OWN_STARTS = 24;

    /** Poses that differ from the previous one start from this many poses; the best result continues. */
    private static final int STARTS = 3;

    private static final int START_STEPS = 8;

    private final SkinnedModel model;
    private final PoseTree tree;
    private final int b;
    private final PoseSolver solver;
    /** The rest pose and frames of the model's own clips, 12B each. */
    private final List<double[]> starts = new ArrayList<>();

    /**
     * The other skeleton's skin on the vertices of the model.
     *
     * @param weights one row per vertex of the model, over the other skeleton's bones
     * @param positions 3N, the vertices in the other skeleton's rest pose
     */
    record OtherSkin(SkinWeights weights, float[] positions, int boneCount) {}

    BodyFollow(SkinnedModel model, PoseTree tree) {
        this.model = model;
        this.tree = tree;
        this.b = model.boneCount();
        double[] gram = products(
                model.weights(),
                model.rest().positions(),
                b,
                model.weights(),
                model.rest().positions(),
                b);
        addRestTerms(gram);
        this.solver = new PoseSolver(tree.parents(), model.skeleton().pivots(), gram);
        double[] rest = new double[Affine3.STRIDE * b];
        for (int j = 0; j < b; j++) {
            Affine3.identity(rest, Affine3.STRIDE * j);
        }
        starts.add(rest);
        for (Clip clip : model.clips()) {
            BoneMotion own = clip.motion();
            int step = Math.max(1, own.frameCount() * model.clips().size() / OWN_STARTS);
            for (int f = 0; f < own.frameCount(); f += step) {
                double[] pose = new double[rest.length];
                System.arraycopy(own.matrices(), own.offset(f, 0), pose, 0, pose.length);
                starts.add(pose);
            }
        }
    }

    /** Σ_i w_ij·a_is·ũ_i·ũ'_iᵀ / N, 4B×4S. */
    private static double[] products(SkinWeights w, float[] u, int rows, SkinWeights a, float[] v, int columns) {
        double[] sum = new double[16 * rows * columns];
        double[] from = new double[4];
        double[] to = new double[4];
        for (int i = 0; i < w.vertexCount(); i++) {
            load(u, i, from);
            load(v, i, to);
            for (int k = i * w.influences(); k < (i + 1) * w.influences(); k++) {
                for (int l = i * a.influences(); l < (i + 1) * a.influences(); l++) {
                    double weight = w.weights()[k] * a.weights()[l] / w.vertexCount();
                    int at = 4 * w.bones()[k] * 4 * columns + 4 * a.bones()[l];
                    for (int x = 0; weight != 0 && x < 16; x++) {
                        sum[at + x / 4 * 4 * columns + x % 4] += weight * from[x / 4] * to[x % 4];
                    }
                }
            }
        }
        return sum;
    }

    private static void load(float[] u, int i, double[] out) {
        out[0] = u[3 * i];
        out[1] = u[3 * i + 1];
        out[2] = u[3 * i + 2];
        out[3] = 1;
    }

    /** λ·‖R_j − R_p‖² for every joint: bones without vertices keep their rest rotation relative to the parent. */
    private void addRestTerms(double[] gram) {
        double size = Box.around(model.rest().positions()).diagonal();
        double weight = REST_WEIGHT * size * size;
        for (int j = 0; j < b; j++) {
            int p = tree.parents()[j];
            for (int x = 0; p != Skeleton.NONE && x < 3; x++) {
                gram[(4 * j + x) * 4 * b + 4 * j + x] += weight;
                gram[(4 * p + x) * 4 * b + 4 * p + x] += weight;
                gram[(4 * j + x) * 4 * b + 4 * p + x] -= weight;
                gram[(4 * p + x) * 4 * b + 4 * j + x] -= weight;
            }
        }
    }

    /** The model's bones for a motion of another skeleton in the same body. */
    BoneMotion follow(OtherSkin other, BoneMotion motion) {
        double[] cross =
                products(model.weights(), model.rest().positions(), b, other.weights, other.positions, other.boneCount);
        int stride = Affine3.STRIDE * b;
        double[] out = new double[motion.frameCount() * stride];
        double[] right = new double[12 * b];
        for (int f = 0; f < motion.frameCount(); f++) {
            right(cross, motion, f, right);
            if (f == 0) {
                System.arraycopy(nearestStarts(right, 1).get(0), 0, out, 0, stride);
            } else {
                System.arraycopy(out, (f - 1) * stride, out, f * stride, stride);
            }
            solver.solve(right, out, f * stride, f == 0 ? FIRST_STEPS : STEPS);
        }
        return new BoneMotion(b, motion.frameCount(), out);
    }

    /**
     * The model's bones for meshes.
     *
     * @param progress called for each frame; may cancel
     */
    BoneMotion follow(MeshSequence meshes, Progress progress) {
        int stride = Affine3.STRIDE * b;
        int frames = meshes.frameCount();
        double[] out = new double[frames * stride];
        double[] right = new double[12 * b];
        for (int f = 0; f < frames; f++) {
            progress.update("motion", f, frames);
            right(meshes.frame(f), right);
            List<double[]> from = new ArrayList<>(nearestStarts(right, STARTS - 1));
            if (f > 0) {
                from.add(Arrays.copyOfRange(out, (f - 1) * stride, f * stride));
            }
            double least = Double.POSITIVE_INFINITY;
            for (double[] start : from) {
                double[] pose = start.clone();
                double energy = solver.solve(right, pose, 0, START_STEPS);
                if (energy < least) {
                    least = energy;
                    System.arraycopy(pose, 0, out, f * stride, stride);
                }
            }
            solver.solve(right, out, f * stride, FIRST_STEPS);
        }
        return new BoneMotion(b, frames, out);
    }

    /** X = Σ_i w_ij·ũ_i·v_iᵀ / N, 4B×3. */
    private void right(float[] v, double[] right) {
        Arrays.fill(right, 0);
        SkinWeights w = model.weights();
        float[] u = model.rest().positions();
        double[] from = new double[4];
        for (int i = 0; i < w.vertexCount(); i++) {
            load(u, i, from);
            for (int k = i * w.influences(); k < (i + 1) * w.influences(); k++) {
                double weight = w.weights()[k] / w.vertexCount();
                int at = 12 * w.bones()[k];
                for (int x = 0; weight != 0 && x < 12; x++) {
                    right[at + x] += weight * from[x / 3] * v[3 * i + x % 3];
                }
            }
        }
    }

    /** X = K·Mᵀ, 4B×3. */
    private void right(double[] cross, BoneMotion motion, int f, double[] right) {
        double[] m = motion.matrices();
        int sources = motion.boneCount();
        for (int row = 0; row < 4 * b; row++) {
            for (int r = 0; r < 3; r++) {
                double sum = 0;
                for (int s = 0; s < sources; s++) {
                    int at = motion.offset(f, s) + 4 * r;
                    int k = row * 4 * sources + 4 * s;
                    sum += cross[k] * m[at]
                            + cross[k + 1] * m[at + 1]
                            + cross[k + 2] * m[at + 2]
                            + cross[k + 3] * m[at + 3];
                }
                right[3 * row + r] = sum;
            }
        }
    }

    /** The poses from which a solve may start that are nearest to a frame, the nearest first. */
    private List<double[]> nearestStarts(double[] right, int count) {
        double[] energies = starts.stream()
                .mapToDouble(pose -> solver.energy(right, pose, 0))
                .toArray();
        return IntStream.range(0, energies.length)
                .boxed()
                .sorted(Comparator.comparingDouble(k -> energies[k]))
                .limit(count)
                .map(starts::get)
                .toList();
    }
}
