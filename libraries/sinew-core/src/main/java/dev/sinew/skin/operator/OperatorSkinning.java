package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;

/** v_i = Φ(w_i; C_1 … C_B)·ũ_i with any operator, in double precision: the reference for linearised models. Thread-safe. */
public final class OperatorSkinning {
    private final SkinningOperator operator;
    private final float[] rest;
    private final SkinWeights weights;
    private final double[] pivots;
    private final BonePose.Centres centres;

    public OperatorSkinning(SkinnedModel model, SkinningOperator operator) {
        this.operator = operator;
        this.rest = model.rest().positions();
        this.weights = model.weights();
        this.pivots = model.skeleton().pivots();
        this.centres = operator == SkinningOperator.CENTRES_OF_ROTATION
                ? BonePose.Centres.stored(new MeshCentres(model).ofRows(weights), weights.influences())
                : BonePose.Centres.ofPivots(pivots);
    }

    /**
     * Posed positions of the vertices {@code from ≤ i < to} in frame f.
     *
     * @param xyz 3·(to − from), modified
     */
    public void positions(BoneMotion motion, int f, int from, int to, double[] xyz) {
        positions(pose(motion, f), from, to, xyz);
    }

    /** The bones of a frame, prepared for this operator. */
    public BonePose pose(BoneMotion motion, int f) {
        BonePose pose = BonePose.of(operator, pivots, centres);
        pose.load(motion.matrices(), motion.offset(f, 0));
        return pose;
    }

    /** The same for a loaded pose. */
    public void positions(BonePose pose, int from, int to, double[] xyz) {
        double[] m = new double[Affine3.STRIDE];
        int k = weights.influences();
        for (int i = from; i < to; i++) {
            pose.blend(weights.bones(), weights.weights(), i * k, weights.influencesOf(i), m, 0);
            double x = rest[3 * i];
            double y = rest[3 * i + 1];
            double z = rest[3 * i + 2];
            int at = 3 * (i - from);
            xyz[at] = m[0] * x + m[1] * y + m[2] * z + m[3];
            xyz[at + 1] = m[4] * x + m[5] * y + m[6] * z + m[7];
            xyz[at + 2] = m[8] * x + m[9] * y + m[10] * z + m[11];
        }
    }

    /**
     * Posed unit normals of frame f: rest normals transformed by the inverse transpose of Φ.
     *
     * @param normals 3N rest normals, not modified
     * @param out 3N, modified
     */
    public void normals(BoneMotion motion, int f, float[] normals, double[] out) {
        BonePose pose = pose(motion, f);
        double[] m = new double[Affine3.STRIDE];
        int k = weights.influences();
        for (int i = 0; i < weights.vertexCount(); i++) {
            pose.blend(weights.bones(), weights.weights(), i * k, weights.influencesOf(i), m, 0);
            Affine3.turnNormal(m, 0, normals[3 * i], normals[3 * i + 1], normals[3 * i + 2], out, 3 * i);
        }
    }

    /** A clip under an operator as a sequence, one frame per key. */
    public static MeshSequence sequence(SkinnedModel model, Clip clip, SkinningOperator operator) {
        OperatorSkinning skinning = new OperatorSkinning(model, operator);
        BoneMotion motion = clip.motion();
        FrameSource frames = new FrameSource() {
            @Override
            public int frameCount() {
                return motion.frameCount();
            }

            @Override
            public float[] frame(int f) {
                double[] xyz = new double[3 * model.vertexCount()];
                skinning.positions(motion, f, 0, model.vertexCount(), xyz);
                float[] frame = new float[xyz.length];
                for (int k = 0; k < frame.length; k++) {
                    frame[k] = (float) xyz[k];
                }
                return frame;
            }
        };
        return new MeshSequence(clip.name(), model.rest(), frames, clip.framesPerSecond());
    }
}
