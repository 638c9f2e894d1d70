package dev.sinew.fit;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.transform.AffineTransforms;
import dev.sinew.solve.transform.BoneTransforms;
import dev.sinew.solve.transform.TransformStep;
import java.util.BitSet;

/** Solves for the motion with which given weights follow a sequence best, by least squares (KSO10 §4.2). */
public final class MotionFit {
    private MotionFit() {}

    /** Solves affine bones; transforms that the vertices do not determine stay near rotations. */
    public static BoneMotion fit(MeshSequence sequence, SkinWeights weights, int bones, Workers workers) {
        NormalisedSequence normalised = new NormalisedSequence(sequence);
        SkinState state = SkinState.of(weights, normalised.rest().clone());
        AlternatingPass pass =
                new AlternatingPass(normalised, state, normalised.rest(), Double.POSITIVE_INFINITY, workers);
        TransformStep step =
                AffineTransforms.nearRotations(normalised.frameCount(), SingleFit.SHADED_FIRMNESS, new BitSet());
        double[] t = pass.sumUp(bones).solveTransforms(step, null);
        return BoneTransforms.inModelUnits(t, bones, normalised);
    }
}
