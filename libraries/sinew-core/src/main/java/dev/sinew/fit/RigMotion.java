package dev.sinew.fit;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.platform.Workers;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.transform.BoneTransforms;
import dev.sinew.solve.transform.RigidTransforms;
import java.util.BitSet;

/** Converts the motion of a rig between the matrices of clips and T, 3F×4B, in the solver's units. */
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

    /** Initial transforms: those of the clips, or solved from the weights for sequences without a clip. */
    double[] start(AlternatingPass pass, Workers workers) {
        int takes = problem.takes().sequences().size();
        boolean all = true;
        for (int k = 0; k < takes; k++) {
            all &= problem.clipOf(k).isPresent();
        }
        double[] t = all ? new double[sequence.dimensions() * 4 * bones] : solve(pass, workers);
        int from = 0;
        for (int k = 0; k < takes; k++) {
            int first = from;
            problem.clipOf(k).ifPresent(clip -> loadClip(clip, first, t));
            from += problem.takes().sequences().get(k).frameCount();
        }
        return t;
    }

    private double[] solve(AlternatingPass pass, Workers workers) {
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
            followParent(j, problem.model().skeleton().parents()[j], t);
        }
        return t;
    }

    /** A bone without vertices moves with its parent, or stays still. */
    private void followParent(int j, int parent, double[] t) {
        for (int row = 0; row < sequence.dimensions(); row++) {
            for (int c = 0; c < 4; c++) {
                t[row * 4 * bones + 4 * j + c] =
                        parent != Skeleton.NONE ? t[row * 4 * bones + 4 * parent + c] : row % 3 == c ? 1 : 0;
            }
        }
    }

    /**
     * Solver units: the same linear part A, and s·(t + A·c − c) as the translation. NOTE: BoneTransforms.normalised sums in a different
     * order, which would change the last digits of partial fits.
     */
    private void loadClip(Clip clip, int firstFrame, double[] t) {
        double[] c = sequence.centre();
        double[] m = clip.motion().matrices();
        for (int f = 0; f < clip.motion().frameCount(); f++) {
            for (int j = 0; j < bones; j++) {
                for (int r = 0; r < 3; r++) {
                    int from = clip.motion().offset(f, j) + 4 * r;
                    int to = (3 * (firstFrame + f) + r) * 4 * bones + 4 * j;
                    System.arraycopy(m, from, t, to, 3);
                    double moved = m[from] * c[0] + m[from + 1] * c[1] + m[from + 2] * c[2] + m[from + 3];
                    t[to + 3] = sequence.scale() * (moved - c[r]);
                }
            }
        }
    }

    /** Converts back to the model's units. */
    BoneMotion toMotion(int count, double[] t) {
        return BoneTransforms.inModelUnits(t, count, sequence);
    }
}
