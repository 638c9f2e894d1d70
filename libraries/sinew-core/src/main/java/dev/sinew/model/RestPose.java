package dev.sinew.model;

import java.util.Arrays;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The bones of a model without animation.
 *
 * @param skeleton the hierarchy
 * @param joints the joint of each bone: several bones may share one (a joint of two skins)
 * @param positions 3B, position of each bone's joint
 * @param matrices 12B skinning matrices; the identity in the bind pose
 */
public record RestPose(Skeleton skeleton, int[] joints, double[] positions, double[] matrices) {
    public RestPose {
        Objects.requireNonNull(skeleton);
        int bones = skeleton.boneCount();
        if (joints.length != bones || positions.length != 3 * bones || matrices.length != 12 * bones) {
            throw new IllegalArgumentException(joints.length + " joints, " + positions.length / 3
                    + " joint positions and " + matrices.length / 12 + " matrices for " + bones + " bones");
        }
    }

    /** The bind pose of a model. */
    public static RestPose of(Skeleton skeleton) {
        int bones = skeleton.boneCount();
        double[] matrices = new double[12 * bones];
        Arrays.setAll(matrices, k -> k % 12 % 5 == 0 ? 1 : 0);
        return new RestPose(skeleton, IntStream.range(0, bones).toArray(), skeleton.pivots(), matrices);
    }
}
