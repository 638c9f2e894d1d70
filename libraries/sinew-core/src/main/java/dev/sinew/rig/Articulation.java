package dev.sinew.rig;

import dev.sinew.math.Vec3;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.Outcome;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.Refinement;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.weights.RegionCleanup;
import dev.sinew.solve.weights.RegionConnectivity;
import dev.sinew.symmetry.BoneSymmetry;
import dev.sinew.symmetry.MirrorPlane;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The iterative rigging of LD14 §6: a spanning tree over free bones, then transforms, joints and weights in turns until the
 * error stands still; at the end once more in full coordinates.
 *
 * @param state weights and rest pose
 * @param transforms 3F×4B, on their joints to rounding
 * @param convergence RMSE % after each iteration
 * @param outcome of the first loop, before joints are held and patches cleaned
 */
record Articulation(SkinState state, BoneTree tree, double[] transforms, double[] convergence, Outcome outcome) {
    private static final int NEWTON_STEPS = 1;
    private static final int LAST_NEWTON_STEPS = 6;
    private static final int PLACINGS = 2;
    private static final int CLEANINGS = 2;
    private static final int REFITS = 3;

    /** A tree is chosen again at most this many times. */
    /** A tree that multiplies the error by more than this is not taken. */
    private static final double MAX_ERROR_GROWTH = 1.5;

    private static final int TREES = 2;

    /** Parts: joints that move apart by less than this fraction of the size stay where the free motion puts them. */
    private static final double EXACT_JOINT = 0.003;

    private static final int PART_SWEEPS = 3;
    /** Parts: steps after each removal of bones. */
    private static final int PART_STEPS = 4;

    /** Parts: iterations with joints. */
    private static final int PART_ITERATIONS = 8;

    /** Parts: times that bones without vertices are looked for. */
    private static final int PART_ROUNDS = 3;

    private static final int SHADED_ROUNDS = 5;
    /** γ: how firmly a joint stays in the middle of what its bones share, relative to the data. */
    private static final double JOINT_FIRMNESS = 1e-3;

    /**
     * How a skeleton is brought into shape.
     *
     * @param iterations after each change
     * @param ownPatch patches of a bone with less than this part of the weight of its largest go
     * @param keepsOpen whether joints stay where they are as far as the motion leaves them open, or lie in the middle of what their bones share
     */
    record Care(int iterations, double ownPatch, boolean keepsOpen) {
        /** While bones are counted. */
        static final Care USUAL = new Care(8, RegionCleanup.MIN_REGION_FRACTION, false);

        /**
         * For the one that stays. NOTE: what {@link RegionConnectivity} leave to a bone, at least a twentieth, is not worth what it costs to take it away:
         * horse-poses with 27 bones 0.2265 % with a tenth, 0.2191 with a twentieth, 1.07 patches per bone either way. Joints keep to where they are: drawn to the middle of what their
         * bones share they follow the weights, and those them, along the axes of twists (the chest of biped's walk ends 4.9 instead of 0.6 % of the size away).
         */
        static final Care LAST = new Care(24, 0.05, true);
    }

    /**
     * A skeleton over free bones as far as its joints are where the motion alone wants them. Where the shape is its own mirror image every bone has
     * its image, and so has every joint.
     *
     * @param state their weights, modified
     * @param most bound on the iterations
     */
    static Articulation rough(RigProblem problem, SkinState state, int bones, int most) {
        // Connected from here on: a region of a bone on another limb would attach that limb to it.
        Optional<RegionConnectivity> borders = borders(problem);
        PairedBones free = new PairedBones(problem, state, borders, bones);
        int[] images = free.settle();
        double[] transforms = free.transforms();
        int count = free.boneCount();
        BoneTree tree = tree(problem, state, transforms, images, SpanningTree.Evidence.BLENDING);
        return refined(
                problem,
                new Articulation(state, tree, transforms, new double[0], Outcome.CONVERGED),
                JointHold.none(count),
                most,
                borders);
    }

    /**
     * A skeleton over bones that are parts of a body: every joint starts where the free motion of its two bones has a fixed point. Bones
     * that dominate almost no vertex are left out; then joints, motion and weights are solved together, because held joints cost two to
     * five times the error.
     *
     * @param few the frames that the parts were found in
     */
    static Articulation ofParts(RigProblem problem, RigProblem few, RigidParts parts, Care care) {
        SkinState state = parts.weights();
        AlternatingPass pass = few.samplePass(few.poses(), state);
        RigidTransforms step = RigidTransforms.full(BoneType.RIGID, few.poses().frameCount(), PART_SWEEPS);
        double[] area = RigidParts.areas(few.sequence().rest());
        RigidParts.weigh(few, state, area);
        Alternation free = new Alternation(pass, step, parts.boneCount());
        settleParts(few, state, area, free);
        removeEmpty(few, state, area, free);
        removeEmpty(few, state, area, free);
        state.setImportance(problem.reduced().importance());
        Articulation start =
                articulated(problem, few, state.copy(), free.bones().transforms());
        JointHold hold = start.heldWhereExact(problem);
        Articulation rig = start.moved(problem, hold, PART_ITERATIONS);
        new JointPlacement(problem).holdInside(rig, hold);
        rig = rig.withTree(hold);
        rig = rig.settled(problem, care);
        for (int round = 0; round < PART_ROUNDS; round++) {
            boolean[] empty = BoneContact.empty(rig.state, rig.tree.boneCount());
            if (IntStream.range(0, empty.length).noneMatch(j -> empty[j])) {
                break;
            }
            rig = rig.without(empty).settled(problem, care);
        }
        return rig;
    }

    /** The motion that is best for weights as they are. */
    private Articulation moved(RigProblem problem, JointHold hold, int steps) {
        AlternatingPass.Done sums =
                problem.pass(problem.reduced().coordinates(), state).sumUp(tree.boneCount());
        ArticulatedTransforms step = step(problem, tree, hold);
        double[] t = transforms;
        for (int s = 0; s < steps; s++) {
            t = sums.solveTransforms(step, t);
        }
        return new Articulation(state, step.tree(), t, convergence, outcome);
    }

    /** Joints of exact parts are where the motion says. */
    private JointHold heldWhereExact(RigProblem problem) {
        JointHold hold = JointHold.near(tree);
        for (int c = 0; c < tree.boneCount(); c++) {
            if (tree.parents()[c] != Skeleton.NONE && apart(tree, transforms, c) < EXACT_JOINT * problem.solverSize()) {
                hold.at(c, tree.joint(c));
            }
        }
        return hold;
    }

    /** Removes bones that dominate almost no vertex. */
    private static void removeEmpty(RigProblem problem, SkinState state, double[] area, Alternation free) {
        boolean[] empty = BoneContact.empty(state, free.boneCount());
        if (IntStream.range(0, empty.length).noneMatch(j -> empty[j])) {
            return;
        }
        BonePairs.remove(free, empty);
        RigidParts.weigh(problem, state, area);
        settleParts(problem, state, area, free);
    }

    private static Articulation articulated(RigProblem problem, RigProblem few, SkinState state, double[] transforms) {
        int count = transforms.length / (12 * few.poses().frameCount());
        int[] images = problem.mirror().isEmpty()
                ? new int[0]
                : BonePairs.of(problem.mirroredVertices(), state, count).images();
        double[] all = few == problem
                ? transforms
                : problem.pass(problem.reduced().coordinates(), state)
                        .sumUp(count)
                        .solveTransforms(problem.freeStep(), null);
        BoneTree tree = symmetric(problem, tree(few, state, transforms, images, SpanningTree.Evidence.BORDERS));
        return new Articulation(state, tree, all, new double[0], Outcome.CONVERGED);
    }

    private Articulation withTree(JointHold hold) {
        return new Articulation(
                state, tree.withJoints(hold.withOthersAt(tree).places()), transforms, convergence, outcome);
    }

    /** Weights and motion once more, the joints as they are. */
    private Articulation settled(RigProblem problem, Care care) {
        JointHold all = JointHold.none(tree.boneCount()).withOthersAt(tree);
        return finish(problem, connected(problem, this, all, care), all, care);
    }

    /** How far the two bones of joint c move it apart, root mean square over the frames. */
    private static double apart(BoneTree tree, double[] t, int c) {
        int b = tree.boneCount();
        int p = tree.parents()[c];
        double[] joint = tree.joint(c);
        double sum = 0;
        for (int at = 0; at < t.length; at += 4 * b) {
            double d = t[at + 4 * c + 3] - t[at + 4 * p + 3];
            for (int x = 0; x < 3; x++) {
                d += (t[at + 4 * c + x] - t[at + 4 * p + x]) * joint[x];
            }
            sum += d * d;
        }
        return Math.sqrt(sum * 12 * b / t.length);
    }

    private static void settleParts(RigProblem problem, SkinState state, double[] area, Alternation free) {
        for (int s = 0; s < PART_STEPS; s++) {
            free.step(Refinement.mode(s + 1, Mode.REFIT), problem.options().influences());
            RigidParts.weigh(problem, state, area);
        }
    }

    /** Joints that are each other's mirror image, in the middle of where both say that they are. */
    private static BoneTree symmetric(RigProblem problem, BoneTree tree) {
        if (problem.mirror().isEmpty()) {
            return tree;
        }
        MirrorPlane plane = problem.solver(problem.mirror().get());
        double[] joints = tree.joints().clone();
        for (int[] pair : MirroredJoints.pairs(tree)) {
            double[] one = tree.joint(pair[0]);
            double[] other = tree.joint(pair[1]);
            double[] middle = Vec3.midpoint(one, plane.mirrored(other[0], other[1], other[2]));
            System.arraycopy(plane.mirrored(middle[0], middle[1], middle[2]), 0, joints, 3 * pair[1], 3);
            System.arraycopy(middle, 0, joints, 3 * pair[0], 3);
        }
        return tree.withJoints(joints);
    }

    private static BoneTree tree(
            RigProblem problem, SkinState state, double[] transforms, int[] images, SpanningTree.Evidence evidence) {
        int frames = problem.poses().frameCount();
        int count = transforms.length / (12 * frames);
        double[] gram = problem.pass(problem.reduced().coordinates(), state)
                .sumUp(count)
                .equations()
                .symmetricGram();
        BoneContact contact = BoneContact.of(
                problem.graph(), state, RigidParts.areas(problem.sequence().rest()), count);
        return new SpanningTree(frames, problem.solverSize(), gram, transforms, contact, images, evidence).find();
    }

    /**
     * Chooses the tree again, now that the weights have settled, from how the bones move when no joint holds them, and drops bones that
     * dominate almost no vertex. The skeleton stays as it is if its links do not change, or if the error would grow by more than {@link
     * #MAX_ERROR_GROWTH}: then the bones that would go carry motion.
     */
    Articulation reconnected(RigProblem problem, Care care) {
        Articulation at = this;
        for (int round = 0; round < TREES; round++) {
            Articulation start = at.withTreeOfFreeBones(problem);
            if (start.tree.hasLinksOf(at.tree)) {
                break;
            }
            int most = problem.options().maxIterations();
            at = refined(problem, start, JointHold.near(start.tree), most, borders(problem))
                    .ended(outcome)
                    .transformed(problem, care);
        }
        return at.rmsePercent() <= MAX_ERROR_GROWTH * rmsePercent() ? at : this;
    }

    private Articulation withTreeOfFreeBones(RigProblem problem) {
        SkinState own = state.copy();
        AlternatingPass pass = problem.pass(problem.reduced().coordinates(), own, borders(problem));
        double[] t = pass.sumUp(tree.boneCount()).solveTransforms(problem.freeStep(), transforms);
        boolean[] out = BoneContact.empty(own, tree.boneCount());
        int[] images = tree.images();
        if (IntStream.range(0, out.length).anyMatch(j -> out[j])) {
            Alternation free = new Alternation(
                    pass, problem.freeStep(), problem.freeStep().forms(out.length, t, problem.workers()));
            BonePairs.remove(free, out);
            for (int s = 0; s < REFITS; s++) {
                free.step(Mode.REFIT, problem.options().influences());
            }
            t = free.bones().transforms();
            images = images.length == 0
                    ? images
                    : new BonePairs(images).without(out).images();
        }
        int[] kept = IntStream.range(0, out.length).filter(j -> !out[j]).toArray();
        BoneTree again =
                tree(problem, own, t, images, SpanningTree.Evidence.BORDERS).withJointsOf(tree, kept);
        return new Articulation(own, again, t, new double[0], outcome);
    }

    /** The same tree and weights in other frames, its joints where those want them. */
    Articulation over(RigProblem problem, int most) {
        int count = tree.boneCount();
        SkinState own = state.copy();
        Optional<RegionConnectivity> borders = borders(problem);
        Alternation free =
                new Alternation(problem.pass(problem.reduced().coordinates(), own, borders), problem.freeStep(), count);
        for (int s = 0; s < REFITS; s++) {
            free.step(Mode.REFIT, problem.options().influences());
        }
        Articulation start = new Articulation(own, tree, free.bones().transforms(), new double[0], Outcome.CONVERGED);
        return refined(problem, start, JointHold.none(count), most, borders);
    }

    /** The same with a copy of the weights, so that two can continue from here. */
    Articulation copy() {
        return new Articulation(state.copy(), tree, transforms, convergence, outcome);
    }

    /**
     * The same tree without some of its leaves, whose vertices go to the parent bones. NOTE: building the tree again from the remaining free bones
     * moves the others too: the chest of biped's walk by 2.4 % of the size.
     */
    Articulation withoutEnds(RigProblem problem, boolean[] out) {
        Articulation fewer = without(out);
        return refined(
                        problem,
                        fewer,
                        JointHold.near(fewer.tree),
                        problem.options().maxIterations())
                .ended(outcome);
    }

    /** Vertices of the bones that go belong to the bones above, and so do their children. */
    private Articulation without(boolean[] out) {
        int b = out.length;
        int stays = IntStream.range(0, b).filter(j -> !out[j]).findFirst().orElseThrow();
        BoneTree rooted = out[tree.root()] ? tree.rootedAt(stays) : tree;
        int[] names = new int[b];
        int left = 0;
        for (int j = 0; j < b; j++) {
            names[j] = out[j] ? Skeleton.NONE : left++;
        }
        double[] t = new double[transforms.length / b * left];
        for (int j = 0; j < b; j++) {
            for (int row = 0; row < transforms.length / (4 * b) && !out[j]; row++) {
                System.arraycopy(transforms, 4 * (row * b + j), t, 4 * (row * left + names[j]), 4);
            }
        }
        int[] heirs =
                IntStream.range(0, b).map(j -> names[rooted.remaining(j, out)]).toArray();
        SkinState shared = state.copy();
        shared.assign(MergedWeights.of(state, heirs));
        return new Articulation(shared, rooted.without(out, names), t, convergence, Outcome.CONVERGED);
    }

    /**
     * Joints brought to where they must be, the others following. What comes to lie outside meanwhile is held as well; in the
     * end all stay where they are.
     */
    Articulation transformed(RigProblem problem, Care care) {
        Optional<RegionConnectivity> borders = borders(problem);
        JointHold hold = mirrored(problem, care.keepsOpen ? JointHold.near(tree) : JointHold.none(tree.boneCount()));
        Articulation at = refined(problem, this, hold, care.iterations, borders);
        JointPlacement placement = new JointPlacement(problem);
        for (int round = 0; round < PLACINGS; round++) {
            hold = at.mirrored(problem, hold);
            placement.holdInside(at, hold);
            if (!hold.isEmpty()) {
                at = refined(problem, at, hold, care.iterations, borders);
            }
        }
        hold = at.mirrored(problem, hold);
        placement.holdInside(at, hold);
        JointHold all = hold.withOthersAt(at.tree);
        return finish(problem, connected(problem, at, all, care), all, care);
    }

    /** Borders that keep bones connected from now on. */
    private static Optional<RegionConnectivity> borders(RigProblem problem) {
        RegionConnectivity regions = new RegionConnectivity(problem.graph());
        regions.draw();
        return Optional.of(regions);
    }

    /** With joints tied to their mirror images. */
    private JointHold mirrored(RigProblem problem, JointHold hold) {
        if (problem.mirror().isEmpty()) {
            return hold;
        }
        MirrorPlane scaled = problem.solver(problem.mirror().get());
        return hold.withTies(MirroredJoints.pairs(tree).stream()
                .map(pair -> new JointHold.Tie(pair[0], pair[1], scaled))
                .toList());
    }

    private static Articulation refined(RigProblem problem, Articulation start, JointHold hold, int most) {
        return refined(problem, start, hold, most, Optional.empty());
    }

    private static Articulation refined(
            RigProblem problem, Articulation start, JointHold hold, int most, Optional<RegionConnectivity> regions) {
        AlternatingPass pass = problem.pass(problem.reduced().coordinates(), start.state, regions);
        ArticulatedTransforms step = step(problem, start.tree, hold);
        int b = start.tree.boneCount();
        Alternation alternation =
                new Alternation(pass, step, problem.freeStep().forms(b, start.transforms, problem.workers()));
        Refinement.Rule rule = new Refinement.Rule(
                "rig",
                problem.options().influences(),
                most,
                problem.options().tolerance(),
                0,
                squared -> problem.rmsePercent(squared + problem.reduced().lostSquared()));
        Refinement done = Refinement.of(alternation, rule, problem.shown(alternation, start.state));
        return start.followedBy(step.tree(), alternation.bones().transforms(), done.convergence())
                .ended(start.convergence.length == 0 ? done.outcome() : start.outcome);
    }

    private static ArticulatedTransforms step(RigProblem problem, BoneTree tree, JointHold hold) {
        return ArticulatedTransforms.reduced(
                tree,
                new JointStep(JOINT_FIRMNESS, hold),
                problem.reduced().basisRows(),
                problem.poses().frameCount(),
                NEWTON_STEPS);
    }

    /** Bones in one patch each, as far as can be; weights and motion follow. */
    private static Articulation connected(RigProblem problem, Articulation start, JointHold hold, Care care) {
        AlternatingPass pass = problem.pass(problem.reduced().coordinates(), start.state);
        Articulation last = start;
        for (int round = 0; round < CLEANINGS; round++) {
            RegionCleanup.clean(problem.graph(), start.state, start.tree.boneCount(), care.ownPatch);
            ArticulatedTransforms step = step(problem, last.tree, hold);
            Alternation alternation = new Alternation(pass, step, last.tree.boneCount(), last.transforms);
            double[] history = new double[REFITS];
            for (int s = 0; s < REFITS; s++) {
                alternation.step(Mode.REFIT, problem.options().influences());
                history[s] = problem.rmsePercent(
                        alternation.squaredError() + problem.reduced().lostSquared());
            }
            problem.shown(alternation, start.state).update("rig", round + 1, CLEANINGS, history[REFITS - 1]);
            last = last.followedBy(step.tree(), alternation.bones().transforms(), history);
        }
        return last;
    }

    private Articulation ended(Outcome how) {
        return new Articulation(state, tree, transforms, convergence, how);
    }

    private Articulation followedBy(BoneTree newTree, double[] newTransforms, double[] more) {
        double[] all = Arrays.copyOf(convergence, convergence.length + more.length);
        System.arraycopy(more, 0, all, convergence.length, more.length);
        return new Articulation(state, newTree, newTransforms, all, outcome);
    }

    /** In full coordinates: the last motion, then the weights that know it. */
    private static Articulation finish(RigProblem problem, Articulation start, JointHold hold, Care care) {
        AlternatingPass pass = problem.pass(problem.poses(), start.state);
        BoneTree tree = start.tree;
        ArticulatedTransforms step = ArticulatedTransforms.full(
                tree, new JointStep(JOINT_FIRMNESS, hold), problem.poses().frameCount(), LAST_NEWTON_STEPS);
        double[] last = pass.sumUp(tree.boneCount()).solveTransforms(step, start.transforms);
        RegionCleanup.clean(problem.graph(), start.state, tree.boneCount(), care.ownPatch);
        AlternatingPass.Done done = pass.run(
                step.forms(tree.boneCount(), last, problem.workers()),
                Mode.REFIT,
                problem.options().influences());
        return start.followedBy(step.tree(), last, new double[] {problem.rmsePercent(done.squaredError())});
    }

    /**
     * The same with normals in its motion and weights, so that engines shade it well. Joints stay where they are, and so do the stored normals: they
     * belong to the bind pose that was given.
     */
    Articulation shaded(RigProblem problem, Shading shading) {
        int b = tree.boneCount();
        AlternatingPass pass = problem.shadedPass(state, shading);
        ArticulatedTransforms step = ArticulatedTransforms.full(
                tree,
                new JointStep(JOINT_FIRMNESS, JointHold.none(b).withOthersAt(tree)),
                problem.poses().frameCount(),
                NEWTON_STEPS);
        double[] last = transforms;
        double[] history = new double[SHADED_ROUNDS];
        for (int round = 0; round < SHADED_ROUNDS; round++) {
            // Always, so that what shrank below the bound is made good.
            RegionCleanup.clean(problem.graph(), state, b, Care.LAST.ownPatch);
            last = pass.sumUp(b).solveTransforms(step, last);
            AlternatingPass.Done done = pass.run(
                    step.forms(b, last, problem.workers()),
                    Mode.REFIT,
                    problem.options().influences());
            history[round] = problem.rmsePercent(done.squaredError());
            problem.progress().update("shade", round + 1, SHADED_ROUNDS, history[round]);
        }
        return followedBy(step.tree(), last, history);
    }

    /** Joints enforced. */
    double rmsePercent() {
        return convergence[convergence.length - 1];
    }

    /** Weights whose bones get other numbers, several of them the same. */
    private static final class MergedWeights {
        private MergedWeights() {}

        /** @param names the new number of every bone, not modified */
        static SkinWeights of(SkinState state, int[] names) {
            return ofInfluences(
                    state, Arrays.stream(state.bones()).map(j -> names[j]).toArray());
        }

        /** @param bones of every influence, N·K, not modified; what a vertex has twice becomes one */
        static SkinWeights ofInfluences(SkinState state, int[] bones) {
            int k = state.influences();
            int[] newBones = new int[bones.length];
            double[] weights = new double[bones.length];
            for (int i = 0; i < state.vertexCount(); i++) {
                int end = i * k;
                for (int from = i * k; from < (i + 1) * k && state.weights()[from] > 0; from++) {
                    int to = i * k;
                    while (to < end && newBones[to] != bones[from]) {
                        to++;
                    }
                    end = Math.max(end, to + 1);
                    newBones[to] = bones[from];
                    weights[to] += state.weights()[from];
                }
            }
            return SkinWeights.of(k, newBones, weights);
        }
    }

    /** Free bones on their way into a skeleton: they become connected, and where the rest pose is its own mirror image every bone has an image. */
    private static final class PairedBones {
        private static final int FREE_STEPS = 6;
        private static final int ROUNDS = 3;

        private final RigProblem problem;
        private final SkinState state;
        private final AlternatingPass pass;
        private Alternation free;

        /**
         * @param state weights of the bones, modified
         * @param borders keep bones connected: a region of a bone on another limb would attach that limb to it
         */
        PairedBones(RigProblem problem, SkinState state, Optional<RegionConnectivity> borders, int bones) {
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
}
