package dev.sinew.skin;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;

/** The frames a model plays in a clip, skinned when they are asked for. */
public final class ClipFrames implements FrameSource {
    private final LinearSkinning skinning;
    private final BoneMotion motion;
    private final int vertices;

    public ClipFrames(SkinnedModel model, Clip clip) {
        this.skinning = new LinearSkinning(model);
        this.motion = clip.motion();
        this.vertices = model.vertexCount();
    }

    /** A clip as a sequence: the model's surface and rest pose, one frame a key. */
    public static MeshSequence sequence(SkinnedModel model, Clip clip) {
        return new MeshSequence(clip.name(), model.rest(), new ClipFrames(model, clip), clip.framesPerSecond());
    }

    @Override
    public int frameCount() {
        return motion.frameCount();
    }

    @Override
    public float[] frame(int f) {
        double[] xyz = new double[3 * vertices];
        skinning.positions(motion, f, xyz);
        float[] frame = new float[xyz.length];
        for (int k = 0; k < frame.length; k++) {
            frame[k] = (float) xyz[k];
        }
        return frame;
    }
}
