package dev.sinew.measure;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.skin.LinearSkinning;
import dev.sinew.skin.TwoLayerSkinning;

/** The matrix every vertex of a model is moved by in a frame, which is also what turns its normal. Safe for several threads. */
@FunctionalInterface
interface BlendedMatrices {
    /** One frame; for one thread. */
    @FunctionalInterface
    interface Frame {
        /** @param m 12 numbers, modified */
        void of(int i, double[] m);
    }

    Frame frame(int f);

    static BlendedMatrices of(SkinnedModel model, Clip clip) {
        LinearSkinning skinning = new LinearSkinning(model);
        BoneMotion motion = clip.motion();
        return f -> (i, m) -> skinning.blend(motion.matrices(), motion.offset(f, 0), i, m);
    }

    static BlendedMatrices of(TwoLayerModel model, Clip clip) {
        TwoLayerSkinning skinning = new TwoLayerSkinning(model);
        BoneMotion motion = clip.motion();
        return f -> {
            double[] virtual = skinning.virtualBones(motion.matrices(), motion.offset(f, 0));
            return (i, m) -> skinning.blend(virtual, i, m);
        };
    }
}
