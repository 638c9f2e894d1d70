package dev.sinew.rig;

import dev.sinew.math.Workers;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.RefusedException;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.transform.BoneTransforms;
import dev.sinew.solve.transform.RigidTransforms;
import java.util.Optional;

/** Where the motion of a given skeleton begins: with its own clip of the poses, else with bones that follow them one by one. */
final class RefitStart {
    private static final int SWEEPS = 3;

    /** A bone that moves fewer vertices than this turns as its parent does at first. */
    private static final double FEW = 3;

    private final SkinnedModel model;
    private final MeshSequence sequence;
    private final NormalisedSequence poses;
    private final ReducedSequence reduced;
    private final Workers workers;

    RefitStart(
            SkinnedModel model,
            MeshSequence sequence,
            NormalisedSequence poses,
            ReducedSequence reduced,
            Workers workers) {
        this.model = model;
        this.sequence = sequence;
        this.poses = poses;
        this.reduced = reduced;
        this.workers = workers;
    }

    /** The clip that is called as the poses are and has as many frames. */
    private Optional<Clip> clip() {
        return model.clips().stream()
                .filter(clip -> clip.name().equals(sequence.name()))
                .filter(clip -> clip.motion().frameCount() == sequence.frameCount())
                .findFirst();
    }

    /**
     * 3F×4B, not yet on their joints.
     *
     * @param weighed the equations of the weights as they are
     * @param needsClip whether bones keep what they did
     */
    double[] transforms(AlternatingPass.Done weighed, boolean needsClip) {
        Optional<Clip> clip = clip();
        if (clip.isPresent()) {
            return BoneTransforms.normalised(clip.get().motion(), poses.scale(), poses.centre());
        }
        if (needsClip) {
            throw new RefusedException("locked bones keep their motion, and the model has no clip '" + sequence.name()
                    + "' of " + sequence.frameCount() + " frames to keep it from");
        }
        RigidTransforms alone =
                RigidTransforms.reduced(BoneType.RIGID, reduced.basisRows(), poses.frameCount(), SWEEPS);
        double[] t = weighed.solveTransforms(alone, null);
        followParents(t);
        return t;
    }

    private void followParents(double[] t) {
        int b = model.boneCount();
        double[] totals = model.weights().totals(b);
        for (int j = 0; j < b; j++) {
            int like = totals[j] < FEW ? like(j, totals) : j;
            for (int row = 0; row < 3 * poses.frameCount() && like != j; row++) {
                System.arraycopy(t, row * 4 * b + 4 * like, t, row * 4 * b + 4 * j, 4);
            }
        }
    }

    /** The nearest bone above that moves something, else the first one that does. */
    private int like(int j, double[] totals) {
        int[] parents = model.skeleton().parents();
        for (int at = parents[j]; at != Skeleton.ROOT; at = parents[at]) {
            if (totals[at] >= FEW) {
                return at;
            }
        }
        int first = 0;
        while (first < totals.length - 1 && totals[first] < FEW) {
            first++;
        }
        return first;
    }
}
