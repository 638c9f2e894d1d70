package dev.sinew.linearize;

import dev.sinew.math.Affine3;
import dev.sinew.model.BoneMotion;
import java.util.Arrays;

/**
 * Poses in which every bone moves a little for itself, appended to those that are learnt from. Where a clip leaves a joint still, any
 * weights on its two sides are as good as others, and the least squares would take any; what is small in the clip would be torn apart
 * in another motion. For small motions every operator is linear skinning with the model's own weights, so that these poses ask of a
 * vertex that its bones and what drives them add up to these weights, as far as the clip does not say otherwise.
 */
final class SmallMotions {
    /** How far a bone moves, of the size of the model, in a pose as important as all that are learnt from. */
    private static final double REACH = 3e-4;

    /** Bones that are farther apart in the list than three times this share a direction. */
    private static final int MOST_POSES = 12;

    private SmallMotions() {}

    static BoneMotion after(BoneMotion learnt, double size) {
        int bones = learnt.boneCount();
        int poses = Math.min(MOST_POSES, (bones + 2) / 3);
        int width = bones * BoneMotion.STRIDE;
        int from = learnt.frameCount() * width;
        double[] matrices = Arrays.copyOf(learnt.matrices(), from + poses * width);
        // Rest positions may be in other units than poses.
        double scale = Math.cbrt(Math.abs(Affine3.determinant(learnt.matrices(), 0)));
        double far = REACH * scale * size * Math.sqrt(learnt.frameCount());
        for (int p = 0; p < poses; p++) {
            for (int j = 0; j < bones; j++) {
                int at = from + p * width + j * BoneMotion.STRIDE;
                for (int x = 0; x < 3; x++) {
                    matrices[at + 5 * x] = scale;
                    matrices[at + 4 * x + 3] = j % (3 * poses) == 3 * p + x ? far : 0;
                }
            }
        }
        return new BoneMotion(bones, learnt.frameCount() + poses, matrices);
    }
}
