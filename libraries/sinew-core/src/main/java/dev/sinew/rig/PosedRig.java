package dev.sinew.rig;

import dev.sinew.math.NearestRotation;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.transform.BoneTransforms;
import java.util.List;

/**
 * A rigged model brought as near as can be to poses it may never have seen: a rotation for every bone and a place for the root, joints
 * and weights stay. How near that is tells whether a skeleton is one or only fits the poses it was made from.
 */
public final class PosedRig {
    private static final double JOINT_FIRMNESS = 1e-3;

    /** Newton steps from each of the model's own frames that a pose is begun from. */
    private static final int FIRST_STEPS = 8;

    private static final int LAST_STEPS = 40;

    private PosedRig() {}

    /**
     * @param model rigid bones in one tree, with a clip to begin from
     * @param poses of the model's mesh
     * @return the model with one clip, a frame for every pose
     */
    public static SkinnedModel pose(SkinnedModel model, MeshSequence poses) {
        NormalisedSequence goal = new NormalisedSequence(poses.withRest(model.rest()));
        int b = model.boneCount();
        int frames = goal.frameCount();
        SkinState state = SkinState.of(model.weights(), goal.rest().clone());
        PassTerms still = PassTerms.ofRestPull(Double.POSITIVE_INFINITY);
        AlternatingPass pass = new AlternatingPass(goal, state, goal.rest(), still, Workers.CALLER);
        BoneTree tree = tree(model.skeleton(), goal);
        JointHold hold = JointHold.none(b).withOthersAt(tree);
        double[] best = new double[12 * frames * b];
        double[] least = new double[frames];
        BoneMotion own = model.clips().get(0).motion();
        for (int begin = 0; begin < own.frameCount(); begin++) {
            double[] t = solved(pass, tree, hold, begun(own, begin, frames), frames, FIRST_STEPS);
            keepBetter(model, goal, t, begin == 0, best, least);
        }
        double[] last = solved(pass, tree, hold, best, frames, LAST_STEPS);
        Clip clip = new Clip(poses.name(), poses.framesPerSecond(), BoneTransforms.inModelUnits(last, b, goal));
        return new SkinnedModel(model.rest(), model.weights(), model.skeleton(), model.boneType(), List.of(clip));
    }

    private static BoneTree tree(Skeleton skeleton, NormalisedSequence units) {
        double[] joints = new double[3 * skeleton.boneCount()];
        for (int k = 0; k < joints.length; k++) {
            boolean root = skeleton.parents()[k / 3] == Skeleton.NONE;
            joints[k] = root ? 0 : units.scale() * (skeleton.pivots()[k] - units.centre()[k % 3]);
        }
        return new BoneTree(skeleton.parents(), joints);
    }

    /** Every pose begun from the rotations of one frame. */
    private static double[] begun(BoneMotion own, int frame, int frames) {
        int b = own.boneCount();
        double[] t = new double[12 * frames * b];
        NearestRotation nearest = new NearestRotation();
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < b; j++) {
                double[] r = new double[9];
                nearest.of(own.matrices(), own.offset(frame, j), 4, r, 0, 3);
                for (int k = 0; k < 9; k++) {
                    t[(3 * f + k / 3) * 4 * b + 4 * j + k % 3] = r[k];
                }
            }
        }
        return t;
    }

    private static double[] solved(
            AlternatingPass pass, BoneTree tree, JointHold hold, double[] start, int frames, int steps) {
        ArticulatedTransforms step =
                ArticulatedTransforms.full(tree, new JointStep(JOINT_FIRMNESS, hold), frames, steps);
        return pass.sumUp(tree.boneCount()).solveTransforms(step, start);
    }

    private static void keepBetter(
            SkinnedModel model, NormalisedSequence goal, double[] t, boolean first, double[] best, double[] least) {
        int row = 4 * model.boneCount();
        for (int f = 0; f < least.length; f++) {
            double error = squaredError(model, goal, t, f);
            if (first || error < least[f]) {
                least[f] = error;
                System.arraycopy(t, 3 * f * row, best, 3 * f * row, 3 * row);
            }
        }
    }

    private static double squaredError(SkinnedModel model, NormalisedSequence goal, double[] t, int f) {
        int b = model.boneCount();
        double[] y = new double[goal.dimensions()];
        double[] norm = new double[1];
        int k = model.weights().influences();
        double sum = 0;
        for (int i = 0; i < model.vertexCount(); i++) {
            goal.rows(i, i + 1, y, norm);
            for (int r = 0; r < 3; r++) {
                double miss = y[3 * f + r];
                for (int at = i * k; at < (i + 1) * k; at++) {
                    int from = (3 * f + r) * 4 * b + 4 * model.weights().bones()[at];
                    miss -= model.weights().weights()[at]
                            * (t[from] * goal.rest()[3 * i]
                                    + t[from + 1] * goal.rest()[3 * i + 1]
                                    + t[from + 2] * goal.rest()[3 * i + 2]
                                    + t[from + 3]);
                }
                sum += miss * miss;
            }
        }
        return sum;
    }
}
