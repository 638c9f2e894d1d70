package dev.sinew.fit;

import dev.sinew.math.Workers;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.BoneTransforms;
import dev.sinew.solve.NormalisedSequence;
import dev.sinew.solve.RigidTransforms;
import java.util.BitSet;

/** The motion of a rig between two worlds: matrices of clips, and T, 3F×4B, in the units of the solver. */
final class RigMotion {
    private static final int START_SWEEPS = 3;

    private final PartialProblem problem;
    private final NormalisedSequence sequence;
    private final int bones;

    RigMotion(PartialProblem problem, NormalisedSequence sequence) {
        this.problem = problem;
        this.sequence = sequence;
        this.bones = problem.model().boneCount();
    }

    /** Where the bones start: as their clips have them; for sequences without one, as their weights want them. */
    double[] start(AlternatingPass pass, Workers workers) {
        int takes = problem.takes().sequences().size();
        boolean all = true;
        for (int k = 0; k < takes; k++) {
            all &= problem.clipOf(k).isPresent();
        }
        double[] t = all ? new double[sequence.dimensions() * 4 * bones] : solved(pass, workers);
        int from = 0;
        for (int k = 0; k < takes; k++) {
            int first = from;
            problem.clipOf(k)
                    .ifPresent(clip ->
                            BoneTransforms.putNormalised(clip.motion(), sequence.scale(), sequence.centre(), first, t));
            from += problem.takes().sequences().get(k).frameCount();
        }
        return t;
    }

    private double[] solved(AlternatingPass pass, Workers workers) {
        RigidTransforms step = RigidTransforms.full(BoneType.RIGID, sequence.frameCount(), START_SWEEPS);
        double[] t = pass.sumUp(bones).solveTransforms(step, null);
        BitSet used = new BitSet(bones);
        int[] of = problem.model().weights().bones();
        for (int at = 0; at < of.length; at++) {
            if (problem.model().weights().weights()[at] > 0) {
                used.set(of[at]);
            }
        }
        for (int j = used.nextClearBit(0); j < bones; j = used.nextClearBit(j + 1)) {
            follow(j, problem.model().skeleton().parents()[j], t);
        }
        return t;
    }

    /** A bone without vertices moves as its parent does, or stays. */
    private void follow(int j, int parent, double[] t) {
        for (int row = 0; row < sequence.dimensions(); row++) {
            for (int c = 0; c < 4; c++) {
                t[row * 4 * bones + 4 * j + c] =
                        parent != Skeleton.ROOT ? t[row * 4 * bones + 4 * parent + c] : row % 3 == c ? 1 : 0;
            }
        }
    }

    /** Back again, in the model's units. */
    BoneMotion toMotion(int count, double[] t) {
        return BoneTransforms.inModelUnits(t, count, sequence);
    }
}
