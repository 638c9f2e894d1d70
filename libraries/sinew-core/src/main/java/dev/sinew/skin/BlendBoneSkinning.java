package dev.sinew.skin;

import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.operator.BonePose;
import java.util.Arrays;

/**
 * Linear skinning with blend bones (KCO09 formula 1): blend bones are computed once per frame from the master bones, then vertices are
 * blended linearly. Works for any motion of the master bones. Not thread-safe.
 */
public final class BlendBoneSkinning {
    private final int masters;
    private final SkinWeights drivers;
    private final BonePose pose;
    private final LinearSkinning skinning;
    private final double[] palette;

    /**
     * @param model over the master bones and, after them, the blend bones
     * @param blendBones over the master bones
     */
    public BlendBoneSkinning(SkinnedModel model, BlendBones blendBones) {
        this.masters = model.boneCount() - blendBones.count();
        this.drivers = blendBones.weights();
        double[] pivots = Arrays.copyOf(model.skeleton().pivots(), 3 * masters);
        this.pose = BonePose.of(blendBones, pivots);
        this.skinning = new LinearSkinning(model);
        this.palette = new double[BoneMotion.STRIDE * model.boneCount()];
    }

    /**
     * All bones of a frame: the masters as given, then the blend bones.
     *
     * @param matrices 12 numbers per master bone from {@code at} on, not modified
     * @param out 12 numbers per bone from {@code to} on, modified
     */
    public void extend(double[] matrices, int at, double[] out, int to) {
        System.arraycopy(matrices, at, out, to, BoneMotion.STRIDE * masters);
        pose.load(matrices, at);
        int k = drivers.influences();
        for (int b = 0; b < drivers.vertexCount(); b++) {
            int place = to + BoneMotion.STRIDE * (masters + b);
            pose.blend(drivers.bones(), drivers.weights(), b * k, drivers.influencesOf(b), out, place);
        }
    }

    /** A motion of the master bones with the blend bones added. */
    public BoneMotion extend(BoneMotion motion) {
        int bones = masters + drivers.vertexCount();
        double[] matrices = new double[BoneMotion.STRIDE * bones * motion.frameCount()];
        for (int f = 0; f < motion.frameCount(); f++) {
            extend(motion.matrices(), motion.offset(f, 0), matrices, f * bones * BoneMotion.STRIDE);
        }
        return new BoneMotion(bones, motion.frameCount(), matrices);
    }

    /**
     * Posed positions of one frame.
     *
     * @param matrices 12 numbers per master bone from {@code at} on, not modified
     * @param xyz 3N, modified
     */
    public void positions(double[] matrices, int at, double[] xyz) {
        extend(matrices, at, palette, 0);
        skinning.positions(palette, 0, 0, xyz.length / 3, xyz);
    }
}
