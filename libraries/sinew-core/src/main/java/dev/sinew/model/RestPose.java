package dev.sinew.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The bones of a model as they stand without animation.
 *
 * @param skeleton who hangs from whom
 * @param joints which joint each bone turns with: several bones may share one (a joint of two skins)
 * @param places 3B, where each bone's joint is in space
 * @param matrices 12B skinning matrices; the identity where the pose is the one the mesh was bound in
 */
public record RestPose(Skeleton skeleton, int[] joints, double[] places, double[] matrices) {
    public RestPose {
        Objects.requireNonNull(skeleton);
        int bones = skeleton.boneCount();
        if (joints.length != bones || places.length != 3 * bones || matrices.length != 12 * bones) {
            throw new IllegalArgumentException(joints.length + " joints, " + places.length / 3 + " places and "
                    + matrices.length / 12 + " matrices for " + bones + " bones");
        }
    }

    /** The pose a model was bound in. */
    public static RestPose of(Skeleton skeleton) {
        int bones = skeleton.boneCount();
        double[] matrices = new double[12 * bones];
        Arrays.setAll(matrices, k -> k % 12 % 5 == 0 ? 1 : 0);
        return new RestPose(skeleton, IntStream.range(0, bones).toArray(), skeleton.pivots(), matrices);
    }
}
