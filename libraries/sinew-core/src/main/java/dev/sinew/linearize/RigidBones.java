package dev.sinew.linearize;

import dev.sinew.math.Svd3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinningOperator;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.operator.RigidParts;
import java.util.Locale;

/** Rejects bones that an operator cannot blend: dual quaternions support only rotation and translation. */
public final class RigidBones {
    /** Maximum deviation of a scale from the one all bones share. */
    private static final double TOLERANCE = 1e-3;

    private RigidBones() {}

    /** Checks the training poses and all clips. */
    static void require(LinearizeInput input, SkinningOperator operator) {
        for (Clip clip : input.model().clips()) {
            require(operator, input.model().skeleton(), clip.motion(), "clip '" + clip.name() + "'");
        }
        require(operator, input.model().skeleton(), input.training(), "the training poses");
    }

    /**
     * @param where name of the motion for the message
     * @throws InvalidInputException naming the bone, the frame and its scale
     */
    public static void require(SkinningOperator operator, Skeleton skeleton, BoneMotion motion, String where) {
        boolean rigid = operator != SkinningOperator.LINEAR && operator != SkinningOperator.SCALED_DUAL_QUATERNION;
        Svd3 svd = new Svd3();
        double[] scales = new double[motion.boneCount()];
        for (int f = 0; rigid && f < motion.frameCount(); f++) {
            double common = RigidParts.middleScale(motion.matrices(), motion.offset(f, 0), scales);
            for (int j = 0; j < scales.length; j++) {
                svd.decompose(motion.matrices(), motion.offset(f, j), 4);
                double[] s = svd.sigma();
                if (!(s[0] <= (1 + TOLERANCE) * common && s[2] >= (1 - TOLERANCE) * common)) {
                    throw new InvalidInputException(String.format(
                            Locale.ROOT,
                            "bone '%s' scales by %.4g, %.4g and %.4g in frame %d of %s while the others scale by"
                                    + " %.4g; dual quaternions support only rotation and translation, so use %s sdqs",
                            skeleton.names().get(j),
                            s[0],
                            s[1],
                            s[2],
                            f,
                            where,
                            common,
                            InvalidInputException.field("operator")));
                }
            }
        }
    }
}
