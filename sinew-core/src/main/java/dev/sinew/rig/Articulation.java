package dev.sinew.rig;

import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.SkinState;
import java.util.Arrays;

/**
 * The iterative rigging of LD14 §6: a spanning tree over free bones, then transforms, joints and weights in turns until the
 * error stands still; at the end once more in full coordinates.
 *
 * @param state weights and rest pose
 * @param transforms 3F×4B, on their joints to rounding
 * @param convergence RMSE % after each iteration
 */
record Articulation(SkinState state, BoneTree tree, double[] transforms, double[] convergence) {
    private static final int SELECT_EVERY = 3;
    private static final int NEWTON_STEPS = 1;
    private static final int LAST_NEWTON_STEPS = 6;
    /** γ: how firmly a joint stays in the middle of what its bones share, relative to the data. */
    private static final double JOINT_FIRMNESS = 1e-3;
    /** Ends when three steps gain less than this part of the error. */
    private static final double TOLERANCE = 0.003;

    static Articulation of(RigProblem problem, FreeBones.Stage free) {
        int b = free.bones();
        SkinState state = free.state().copy();
        AlternatingPass pass = problem.pass(problem.reduced().coordinates(), state);
        int frames = problem.poses().frameCount();
        double[] gram = pass.sumUp(b).equations().symmetricGram();
        BoneTree tree = new SpanningTree(b, frames, gram, free.transforms()).find();
        ArticulatedTransforms step = new ArticulatedTransforms(
                tree, new JointStep(JOINT_FIRMNESS), problem.reduced().basisRows(), frames, NEWTON_STEPS);
        Alternation alternation =
                new Alternation(pass, step, problem.freeStep().forms(b, free.transforms(), problem.workers()));
        double[] history = iterate(problem, alternation);
        return finish(problem, state, step.tree(), alternation.bones().transforms(), history);
    }

    private static double[] iterate(RigProblem problem, Alternation alternation) {
        int most = problem.options().maxIterations();
        double[] history = new double[most];
        double before = Double.POSITIVE_INFINITY;
        for (int s = 0; s < most; s++) {
            alternation.step(
                    s % SELECT_EVERY == 0 ? Mode.SELECT : Mode.REFIT,
                    problem.options().influences());
            history[s] = problem.rmsePercent(
                    alternation.squaredError() + problem.reduced().lostSquared());
            problem.say("rig", s + 1, most, history[s]);
            if (s % SELECT_EVERY == SELECT_EVERY - 1) {
                if (before - history[s] < TOLERANCE * history[s]) {
                    return Arrays.copyOf(history, s + 1);
                }
                before = history[s];
            }
        }
        return history;
    }

    /** In full coordinates: the last motion, then the weights that know it. */
    private static Articulation finish(
            RigProblem problem, SkinState state, BoneTree tree, double[] transforms, double[] history) {
        AlternatingPass pass = problem.pass(problem.poses(), state);
        ArticulatedTransforms step = ArticulatedTransforms.full(
                tree, new JointStep(JOINT_FIRMNESS), problem.poses().frameCount(), LAST_NEWTON_STEPS);
        double[] last = pass.sumUp(tree.boneCount()).solveTransforms(step, transforms);
        AlternatingPass.Done done = pass.run(
                step.forms(tree.boneCount(), last, problem.workers()),
                Mode.REFIT,
                problem.options().influences());
        history[history.length - 1] = problem.rmsePercent(done.squaredError());
        return new Articulation(state, step.tree(), last, history);
    }

    /** Joints enforced. */
    double rmsePercent() {
        return convergence[convergence.length - 1];
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
