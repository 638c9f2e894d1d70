package dev.sinew.bench.baseline;

import dev.sinew.measure.EnvelopingError;
import dev.sinew.measure.PoseSource;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.platform.Workers;
import dev.sinew.skin.operator.OperatorSkinning;

/** An approximation learnt from poses under dual quaternion skinning, which any motion of the same bones can drive. */
public interface Played {
    /** EE of KCO09 §5 on that motion. */
    double envelopingError(BoneMotion motion, Workers workers);

    /** EE of posed vertices against dual quaternion skinning. */
    static double envelopingError(SkinnedModel model, BoneMotion motion, PoseSource made, Workers workers) {
        OperatorSkinning truth = new OperatorSkinning(model, SkinningOperator.DUAL_QUATERNION);
        return EnvelopingError.of(
                        made,
                        (f, from, to, xyz) -> truth.positions(motion, f, from, to, xyz),
                        model.rest().positions(),
                        model.weights(),
                        motion,
                        workers)
                .value();
    }
}
