package dev.sinew.measure;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.skin.TwoLayerSkinning;

/** What a two-layer model plays. The virtual bones of the last frame asked for are kept, since chunks of a frame follow. */
final class TwoLayerPoses implements PoseSource {
    private record Blended(int frame, double[] virtualBones) {}

    private final TwoLayerSkinning skinning;
    private final BoneMotion motion;
    /** Threads that miss it blend the same numbers once more: no lock needed. */
    private volatile Blended last = new Blended(Integer.MIN_VALUE, new double[0]);

    TwoLayerPoses(TwoLayerModel model, Clip clip) {
        this.skinning = new TwoLayerSkinning(model);
        this.motion = clip.motion();
    }

    @Override
    public void positions(int f, int from, int to, double[] xyz) {
        Blended now = last;
        if (now.frame != f) {
            now = new Blended(f, skinning.virtualBones(motion.matrices(), motion.offset(f, 0)));
            last = now;
        }
        skinning.positions(now.virtualBones, from, to, xyz);
    }
}
