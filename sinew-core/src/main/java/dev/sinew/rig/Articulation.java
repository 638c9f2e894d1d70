package dev.sinew.rig;

import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.Refinement;
import dev.sinew.solve.SkinState;

/**
 * The iterative rigging of LD14 §6: a spanning tree over free bones, then transforms, joints and weights in turns until the
 * error stands still; at the end once more in full coordinates.
 *
 * @param state weights and rest pose
 * @param transforms 3F×4B, on their joints to rounding
 * @param convergence RMSE % after each iteration
 */
record Articulation(SkinState state, BoneTree tree, double[] transforms, double[] convergence) {
    private static final int NEWTON_STEPS = 1;
    private static final int LAST_NEWTON_STEPS = 6;
    /** γ: how firmly a joint stays in the middle of what its bones share, relative to the data. */
    private static final double JOINT_FIRMNESS = 1e-3;

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
        Refinement.Rule rule = new Refinement.Rule(
                "rig",
                problem.options().influences(),
                problem.options().maxIterations(),
                problem.options().tolerance(),
                0,
                squared -> problem.rmsePercent(squared + problem.reduced().lostSquared()));
        return Refinement.of(alternation, rule, problem.progress()).convergence();
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
