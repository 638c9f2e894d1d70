package dev.sinew.rig;

import dev.sinew.model.BoneSymmetry;
import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.Refinement;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.Territories;
import java.util.Optional;

/** Free bones on their way into a skeleton: they become connected, and where the rest pose is its own mirror image every bone has an image. */
final class PairedBones {
    private static final int FREE_STEPS = 6;
    private static final int ROUNDS = 3;

    private final RigProblem problem;
    private final SkinState state;
    private final AlternatingPass pass;
    private Alternation free;

    /**
     * @param state weights of the bones, modified
     * @param borders keep bones connected: a patch of a bone on another limb would hang that limb on it
     */
    PairedBones(RigProblem problem, SkinState state, Optional<Territories> borders, int bones) {
        this.problem = problem;
        this.state = state;
        this.pass = problem.pass(problem.reduced().coordinates(), state, borders);
        this.free = new Alternation(pass, problem.freeStep(), bones);
    }

    /** Lets the bones settle: those without an image are given theirs or go. Returns the image of each, nothing where the shape is not symmetric. */
    int[] settle() {
        boolean counted = problem.options().goal() instanceof RigOptions.Bones;
        step();
        if (problem.mirror().isEmpty()) {
            return new int[0];
        }
        BonePairs pairs = pairs();
        for (int round = 0; round < ROUNDS && !pairs.areAll(); round++) {
            free = pairs.complete(free, state, problem.mirroredVertices(), pass, problem.freeStep(), !counted);
            step();
            pairs = pairs();
        }
        return BoneSymmetry.withThoseAcross(
                pairs.images(), problem.mirroredVertices(), state.influences(), state.bones(), state.weights());
    }

    private void step() {
        for (int s = 0; s < FREE_STEPS; s++) {
            free.step(Refinement.mode(s, Mode.REFIT), problem.options().influences());
        }
    }

    private BonePairs pairs() {
        return BonePairs.of(problem.mirroredVertices(), state, free.boneCount());
    }

    int boneCount() {
        return free.boneCount();
    }

    /** 3F×4B. */
    double[] transforms() {
        return free.bones().transforms();
    }
}
