package dev.sinew.retarget;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkeletonMotion;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Motion to put onto a model.
 *
 * @param mesh the skinned model of the same file, with the same bones
 * @param pose 12 numbers per bone, the pose that the file shows without a clip; empty if that is the bind pose
 */
public record RetargetSource(SkeletonMotion motion, Optional<SkinnedModel> mesh, Optional<double[]> pose) {
    /** The most by which points of one shape differ, as a fraction of its extent. */
    private static final double SAME_SHAPE = 1e-3;

    public RetargetSource {
        Objects.requireNonNull(motion);
        Objects.requireNonNull(mesh);
        Objects.requireNonNull(pose);
    }

    /** Motion without a mesh. */
    public static RetargetSource of(SkeletonMotion motion) {
        return new RetargetSource(motion, Optional.empty(), Optional.empty());
    }

    /** The clips of a model. */
    public static RetargetSource of(SkinnedModel model) {
        return new RetargetSource(SkeletonMotion.of(model), Optional.of(model), Optional.empty());
    }

    /**
     * Poses that may be the rest pose of a model made from this file: bind pose, pose without a clip, first frames, and the bind pose
     * elsewhere at another size.
     */
    List<double[]> restPoses(Mesh rest) {
        int b = motion.skeleton().boneCount();
        List<double[]> poses = new ArrayList<>();
        double[] bind = new double[b * Affine3.STRIDE];
        for (int j = 0; j < b; j++) {
            Affine3.identity(bind, j * Affine3.STRIDE);
        }
        poses.add(bind);
        pose.ifPresent(poses::add);
        for (Clip clip : motion.clips()) {
            if (clip.motion().frameCount() > 0) {
                double[] first = new double[bind.length];
                System.arraycopy(clip.motion().matrices(), 0, first, 0, first.length);
                poses.add(first);
            }
        }
        mesh.flatMap(other -> placed(other.rest().positions(), rest.positions()))
                .ifPresent(all -> {
                    double[] placed = new double[bind.length];
                    for (int j = 0; j < b; j++) {
                        System.arraycopy(all, 0, placed, j * Affine3.STRIDE, Affine3.STRIDE);
                    }
                    poses.add(placed);
                });
        return poses;
    }

    /** 3×4, rotation, scale and translation from some points to others; empty if they are not of the same shape in the same order. */
    private static Optional<double[]> placed(float[] from, float[] to) {
        int n = to.length / 3;
        if (n == 0 || from.length != to.length) {
            return Optional.empty();
        }
        double[] a = new double[3];
        double[] b = new double[3];
        for (int k = 0; k < to.length; k++) {
            a[k % 3] += (double) from[k] / n;
            b[k % 3] += (double) to[k] / n;
        }
        double[] c = new double[9];
        double fromSpread = 0;
        double toSpread = 0;
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 9; k++) {
                c[k] += (to[3 * i + k / 3] - b[k / 3]) * (from[3 * i + k % 3] - a[k % 3]);
            }
            for (int x = 0; x < 3; x++) {
                fromSpread += (from[3 * i + x] - a[x]) * (from[3 * i + x] - a[x]);
                toSpread += (to[3 * i + x] - b[x]) * (to[3 * i + x] - b[x]);
            }
        }
        if (!(fromSpread > 0 && toSpread > 0)) {
            return Optional.empty();
        }
        double[] turn = new double[9];
        new NearestRotation().of(c, 0, 3, turn, 0, 3);
        double scale = Math.sqrt(toSpread / fromSpread);
        double[] all = new double[Affine3.STRIDE];
        for (int x = 0; x < 3; x++) {
            all[4 * x + 3] = b[x];
            for (int y = 0; y < 3; y++) {
                all[4 * x + y] = scale * turn[3 * x + y];
                all[4 * x + 3] -= all[4 * x + y] * a[y];
            }
        }
        double miss = 0;
        for (int k = 0; k < to.length; k++) {
            int at = k - k % 3;
            double off = Affine3.row(all, 4 * (k % 3), from[at], from[at + 1], from[at + 2]) - to[k];
            miss += off * off;
        }
        return miss <= SAME_SHAPE * SAME_SHAPE * toSpread ? Optional.of(all) : Optional.empty();
    }

    /** The joints of the skeleton in a pose. */
    Skeleton skeletonIn(double[] matrices) {
        Skeleton bind = motion.skeleton();
        double[] pivots = new double[bind.pivots().length];
        for (int k = 0; k < pivots.length; k++) {
            int j = k / 3;
            pivots[k] = Affine3.row(
                    matrices,
                    j * Affine3.STRIDE + 4 * (k % 3),
                    bind.pivots()[3 * j],
                    bind.pivots()[3 * j + 1],
                    bind.pivots()[3 * j + 2]);
        }
        return new Skeleton(bind.names(), bind.parents(), pivots, bind.orientations());
    }

    /** A motion from a pose instead of the bind pose. */
    static BoneMotion since(double[] matrices, BoneMotion whole) {
        double[] out = new double[whole.matrices().length];
        double[] back = new double[matrices.length];
        for (int at = 0; at < back.length; at += Affine3.STRIDE) {
            Affine3.invert(matrices, at, back, at);
        }
        for (int f = 0; f < whole.frameCount(); f++) {
            for (int j = 0; j < whole.boneCount(); j++) {
                int at = whole.offset(f, j);
                Affine3.multiply(whole.matrices(), at, back, j * Affine3.STRIDE, out, at);
            }
        }
        return new BoneMotion(whole.boneCount(), whole.frameCount(), out);
    }
}
