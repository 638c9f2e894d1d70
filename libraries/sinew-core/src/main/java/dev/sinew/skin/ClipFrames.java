package dev.sinew.skin;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;

/** The frames of a model's clip, skinned on demand. */
public final class ClipFrames implements FrameSource {
    private final LinearSkinning skinning;
    private final SkinnedModel model;
    private final Clip clip;
    private final BoneMotion motion;
    private final int vertices;

    public ClipFrames(SkinnedModel model, Clip clip) {
        this.skinning = new LinearSkinning(model);
        this.model = model;
        this.clip = clip;
        this.motion = clip.motion();
        this.vertices = model.vertexCount();
    }

    /** A clip as a sequence: the model's surface and rest pose, one frame per key. */
    public static MeshSequence sequence(SkinnedModel model, Clip clip) {
        return new MeshSequence(clip.name(), model.rest(), new ClipFrames(model, clip), clip.framesPerSecond());
    }

    /** The rest pose of a frame including the clip's correctives, 3N. Do not modify. */
    public static float[] shapedRest(SkinnedModel model, Clip clip, int f) {
        return model.correctives().addToPositions(model.rest().positions(), clip.shapes(), f);
    }

    @Override
    public int frameCount() {
        return motion.frameCount();
    }

    @Override
    public float[] frame(int f) {
        double[] xyz = new double[3 * vertices];
        skinning.positions(shapedRest(model, clip, f), motion.matrices(), motion.offset(f, 0), 0, vertices, xyz);
        float[] frame = new float[xyz.length];
        for (int k = 0; k < frame.length; k++) {
            frame[k] = (float) xyz[k];
        }
        return frame;
    }
}
