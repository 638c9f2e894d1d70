package dev.sinew.retarget;

import dev.sinew.math.Affine3;
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

    /** Poses that may be the rest pose of a model made from this file: bind pose, pose without a clip, first frames. */
    List<double[]> restPoses() {
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
        return poses;
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
