package dev.sinew.measure;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import dev.sinew.skin.LinearSkinning;

/** What a model plays in a clip. The rest pose of the last frame asked for is kept, since chunks of a frame follow. */
final class ClipPoses implements PoseSource {
    private record Shaped(int frame, float[] rest) {}

    private final SkinnedModel model;
    private final Clip clip;
    private final LinearSkinning skinning;
    /** Threads that miss it add up the same numbers once more: no lock needed. */
    private volatile Shaped last = new Shaped(Integer.MIN_VALUE, new float[0]);

    ClipPoses(SkinnedModel model, Clip clip) {
        this.model = model;
        this.clip = clip;
        this.skinning = new LinearSkinning(model);
    }

    @Override
    public void positions(int f, int from, int to, double[] xyz) {
        Shaped now = last;
        if (now.frame != f) {
            now = new Shaped(f, ClipFrames.shapedRest(model, clip, f));
            last = now;
        }
        BoneMotion motion = clip.motion();
        skinning.positions(now.rest, motion.matrices(), motion.offset(f, 0), from, to, xyz);
    }
}
