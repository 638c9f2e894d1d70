package dev.sinew.rig;

import dev.sinew.geometry.Interior;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.pass.PosedIterate;
import dev.sinew.solve.pass.Refinement;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.Trajectories;
import dev.sinew.solve.transform.BoneTransforms;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.weights.RegionCleanup;
import dev.sinew.solve.weights.RegionConnectivity;
import dev.sinew.solve.weights.Smoothness;
import dev.sinew.solve.weights.WeightPrior;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * A given skeleton: its tree, names and joints stay, weights and rotations are solved. Only
 * the root moves, so bones keep their lengths. Bones that move no vertex get none.
 */
public final class SkeletonRefit {
    /** How far a joint may be corrected, as a part of the size. */
    public static final double PLAY = 0.01;

    private static final int DIMENSIONS_PER_BONE = 5;
    private static final int NEWTON_STEPS = 1;
    private static final int FIRST_NEWTON_STEPS = 12;
    private static final int LAST_NEWTON_STEPS = 6;
    private static final int LAST_ROUNDS = 3;
    private static final int CORRECTIONS = 6;
    private static final int CLEANINGS = 2;
    private static final int REFITS = 3;
    private static final double JOINT_FIRMNESS = 1e-3;

    /** A joint that is nearer than this to where it was, in solver units, has not moved: the rest is rounding. */
    private static final double UNMOVED = 1e-9;

    private final SkinnedModel model;
    private final MeshSequence given;
    private final RefitOptions options;
    private final Progress progress;
    private final Workers workers;
    private final SolverInput input;
    private final MeshSequence sequence;
    private final NormalisedSequence poses;
    private final ReducedSequence reduced;
    private final RefitWeights weights;
    private final PassTerms terms;
    private final SkinState state;
    private final BitSet locked;
    private final int b;

    private SkeletonRefit(
            SkinnedModel model, MeshSequence given, RefitOptions options, Progress progress, Workers workers) {
        this.model = model;
        this.given = given.withRest(model.rest());
        this.options = options;
        this.progress = progress;
        this.workers = workers;
        b = model.boneCount();
        progress.update("reduce", 0, 1);
        input = SolverInput.of(this.given, 0, options.importance(), workers);
        sequence = input.sequence();
        poses = input.poses();
        double[] importance = input.importance();
        reduced = ReducedSequence.of(
                poses,
                importance,
                ReducedSequence.DEFAULT_LOSS,
                DIMENSIONS_PER_BONE * Math.max(b, 12),
                options.seed(),
                workers);
        locked = RefitWeights.locked(options, model.skeleton());
        SkinWeights start = input.perPoint(model.weights().largest(options.influences()));
        state = new SkinState(options.influences(), poses.rest().clone());
        state.assign(start);
        state.setImportance(importance);
        weights = new RefitWeights(sequence, start, options, locked, b);
        terms = weights.terms(workers);
    }

    /**
     * Solves a model's skeleton for poses of its mesh.
     *
     * @param poses as many vertices as the model in the same order; the rest pose is the model's
     * @return the model with one clip, named as the poses are
     */
    public static SolveResult<SkinnedModel> refit(
            SkinnedModel model, MeshSequence poses, RefitOptions options, Progress progress) {
        requireTree(model);
        if (poses.vertexCount() != model.vertexCount()) {
            throw new InvalidInputException("the model has " + model.vertexCount() + " vertices and the poses "
                    + poses.vertexCount() + ", they must be of the same mesh");
        }
        try (Workers workers = new Workers(options.threads())) {
            return new SkeletonRefit(model, poses, options, progress, workers).solve();
        }
    }

    /** The same without progress. */
    public static SolveResult<SkinnedModel> refit(SkinnedModel model, MeshSequence poses, RefitOptions options) {
        return refit(model, poses, options, Progress.SILENT);
    }

    /** The same as a rig, with what is known of its joints. */
    public static RigResult rig(SkinnedModel model, MeshSequence poses, RefitOptions options, Progress progress) {
        SolveResult<SkinnedModel> fitted = refit(model, poses, options, progress);
        List<RigResult.Joint> joints = JointFacts.of(fitted.model(), new Interior(model.rest()));
        // End joints and nodes without vertices do not count as bones.
        int bones = fitted.model().movingBoneCount();
        SolveResult<SkinnedModel> told = new SolveResult<>(
                fitted.model(),
                fitted.outcome(),
                fitted.iterations(),
                fitted.convergence(),
                RigNotes.ofGiven(fitted.model(), joints));
        return new RigResult(
                told,
                bones,
                0,
                List.of(),
                joints,
                BoneNames.given(model.skeleton().names()));
    }

    private static void requireTree(SkinnedModel model) {
        long roots = Arrays.stream(model.skeleton().parents())
                .filter(p -> p == Skeleton.NONE)
                .count();
        if (roots != 1) {
            throw new InvalidInputException(
                    "the skeleton has " + roots + " roots, for joints that hold it must be one tree");
        }
        if (model.boneType() == BoneType.AFFINE) {
            throw new InvalidInputException("the bones are affine, joints that hold are for rigid ones");
        }
    }

    private SolveResult<SkinnedModel> solve() {
        BoneTree tree = tree();
        JointHold hold = JointHold.none(b).withOthersAt(tree);
        AlternatingPass pass = pass(reduced.coordinates());
        RefitStart start = new RefitStart(model, sequence, poses, reduced, workers);
        double[] begun = pass.sumUp(b)
                .solveTransforms(
                        step(tree, hold, FIRST_NEWTON_STEPS),
                        step(tree, hold, 1).allowed(start.transforms(pass.sumUp(b), !locked.isEmpty()), workers));
        ArticulatedTransforms step = step(tree, hold, NEWTON_STEPS);
        Alternation alternation = new Alternation(pass, step, b, begun);
        Progress shown = PosedIterate.withPreview(progress, poses, state, alternation, input::perVertex);
        Refinement refined = Refinement.of(alternation, rule(), shown);
        JointHold last = options.joints() == RefitOptions.Joints.KEEP ? hold : corrected(tree, alternation);
        return finished(tree, last, connected(tree, last, alternation.bones().transforms()), refined);
    }

    /** Bones in one patch each, as far as can be; motion and weights follow. */
    private double[] connected(BoneTree tree, JointHold hold, double[] t) {
        double[] last = t;
        for (int round = 0; round < CLEANINGS && !weights.stay(); round++) {
            weights.clean(state);
            Alternation alternation =
                    new Alternation(pass(reduced.coordinates()), step(tree, hold, NEWTON_STEPS), b, last);
            for (int s = 0; s < REFITS; s++) {
                alternation.step(Mode.REFIT, options.influences());
            }
            last = alternation.bones().transforms();
        }
        return last;
    }

    /** Where the motion wants the joints, as far as they may go from where they are given. */
    private JointHold corrected(BoneTree given, Alternation found) {
        ArticulatedTransforms free = ArticulatedTransforms.reduced(
                        given,
                        new JointStep(JOINT_FIRMNESS, JointHold.none(b)).near(given.joints()),
                        reduced.basisRows(),
                        poses.frameCount(),
                        NEWTON_STEPS)
                .locking(locked);
        Alternation correcting = new Alternation(
                pass(reduced.coordinates()), free, b, found.bones().transforms());
        for (int s = 0; s < CORRECTIONS; s++) {
            correcting.step(Mode.REFIT, options.influences());
        }
        double play =
                PLAY * poses.scale() * Box.around(sequence.rest().positions()).diagonal();
        double[] places = free.tree().joints().clone();
        for (int j = 0; j < b; j++) {
            double far = 0;
            for (int x = 3 * j; x < 3 * j + 3; x++) {
                far += (places[x] - given.joints()[x]) * (places[x] - given.joints()[x]);
            }
            double part = Math.min(1, play / Math.max(Math.sqrt(far), Double.MIN_NORMAL));
            for (int x = 3 * j; x < 3 * j + 3; x++) {
                places[x] = given.joints()[x] + part * (places[x] - given.joints()[x]);
            }
        }
        return JointHold.none(b).withOthersAt(given.withJoints(places));
    }

    private Refinement.Rule rule() {
        return new Refinement.Rule(
                "solve again",
                options.influences(),
                options.maxIterations(),
                options.tolerance(),
                0,
                squared -> rmsePercent(squared + reduced.lostSquared()));
    }

    /** In full coordinates: the last motion, then the weights that know it. */
    private SolveResult<SkinnedModel> finished(BoneTree tree, JointHold hold, double[] t, Refinement refined) {
        // Normals take part here: engines turn those of the given model by the motion that is found.
        AlternatingPass pass = new AlternatingPass(
                poses,
                state,
                poses.rest(),
                terms.withShading(Shading.ofGiven(given, input.pointOf(), workers)),
                workers);
        ArticulatedTransforms full = ArticulatedTransforms.full(
                        tree, new JointStep(JOINT_FIRMNESS, hold), poses.frameCount(), LAST_NEWTON_STEPS)
                .locking(locked);
        double[] last = t;
        for (int round = 0; round < LAST_ROUNDS; round++) {
            if (round == LAST_ROUNDS - 1 && !weights.stay()) {
                weights.clean(state);
            }
            last = pass.sumUp(b).solveTransforms(full, last);
            pass.run(full.forms(b, last, workers), Mode.REFIT, options.influences());
        }
        // The joint step brings held joints back to rounding only.
        BoneMotion motion = BoneTransforms.inModelUnits(last, b, poses);
        return new SolveResult<>(
                assembled(full.tree(), motion),
                refined.outcome(),
                refined.convergence().length,
                refined.convergence(),
                List.of());
    }

    private AlternatingPass pass(Trajectories y) {
        return new AlternatingPass(y, state, poses.rest(), terms, workers);
    }

    private ArticulatedTransforms step(BoneTree tree, JointHold hold, int newtonSteps) {
        return ArticulatedTransforms.reduced(
                        tree, new JointStep(JOINT_FIRMNESS, hold), reduced.basisRows(), poses.frameCount(), newtonSteps)
                .locking(locked);
    }

    private BoneTree tree() {
        Skeleton skeleton = model.skeleton();
        double[] joints = new double[3 * b];
        for (int j = 0; j < b; j++) {
            for (int x = 0; x < 3 && skeleton.parents()[j] != Skeleton.NONE; x++) {
                joints[3 * j + x] = poses.scale() * (skeleton.pivots()[3 * j + x] - poses.centre()[x]);
            }
        }
        return new BoneTree(skeleton.parents(), joints);
    }

    private double rmsePercent(double squaredError) {
        double diagonal =
                poses.scale() * Box.around(sequence.rest().positions()).diagonal();
        return 100 * Math.sqrt(squaredError / ((double) poses.vertexCount() * poses.frameCount())) / diagonal;
    }

    private SkinnedModel assembled(BoneTree tree, BoneMotion motion) {
        SkinWeights solved = SkinWeights.of(state.influences(), state.bones(), state.weights());
        SkinWeights weights = input.perVertex(solved);
        DeadEnds.follow(model.skeleton().parents(), weights.totals(b), locked, motion);
        Clip clip = new Clip(given.name(), given.framesPerSecond(), motion);
        return new SkinnedModel(model.rest(), weights, skeleton(tree), BoneType.RIGID, List.of(clip));
    }

    /** The given one; where joints were corrected, with those. */
    private Skeleton skeleton(BoneTree tree) {
        Skeleton own = model.skeleton();
        if (options.joints() == RefitOptions.Joints.KEEP) {
            return own;
        }
        double[] pivots = own.pivots().clone();
        double[] before = tree().joints();
        for (int k = 0; k < pivots.length; k++) {
            if (own.parents()[k / 3] != Skeleton.NONE && Math.abs(tree.joints()[k] - before[k]) > UNMOVED) {
                pivots[k] = tree.joints()[k] / poses.scale() + poses.centre()[k % 3];
            }
        }
        return new Skeleton(own.names(), own.parents(), pivots, own.orientations());
    }

    /** Bones that move no vertex, and neither do their descendants: the ends of limbs. Their motion is their parent's. */
    private static final class DeadEnds {
        private DeadEnds() {}

        /**
         * Makes them move with their parents.
         *
         * @param totals how much each bone moves
         * @param motion modified
         */
        static void follow(int[] parents, double[] totals, BitSet locked, BoneMotion motion) {
            double[] below = totals.clone();
            for (int j = parents.length - 1; j >= 0; j--) {
                if (parents[j] != Skeleton.NONE) {
                    below[parents[j]] += below[j];
                }
            }
            for (int f = 0; f < motion.frameCount(); f++) {
                for (int j = 0; j < parents.length; j++) {
                    if (parents[j] != Skeleton.NONE && !(below[j] > 0) && !locked.get(j)) {
                        System.arraycopy(
                                motion.matrices(),
                                motion.offset(f, parents[j]),
                                motion.matrices(),
                                motion.offset(f, j),
                                BoneMotion.STRIDE);
                    }
                }
            }
        }
    }

    /** Where the motion of a given skeleton begins: with its own clip of the poses, else with bones that follow them one by one. */
    private static final class RefitStart {
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
                throw new InvalidInputException("locked bones keep their motion, and the model has no clip '"
                        + sequence.name() + "' of " + sequence.frameCount() + " frames to keep it from");
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
            for (int at = parents[j]; at != Skeleton.NONE; at = parents[at]) {
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

    /** What becomes of the weights of a skeleton that is given: which vertices keep theirs, and which bones the others may take. */
    private static final class RefitWeights {
        private final MeshSequence sequence;
        private final SkinWeights start;
        private final RefitOptions options;
        private final BitSet locked;
        private final int b;
        private final VertexGraph graph;
        private final Optional<WeightPrior> hold;

        /**
         * @param sequence welded
         * @param start weights of the welded vertices
         * @param locked bones that keep theirs, not modified
         */
        RefitWeights(MeshSequence sequence, SkinWeights start, RefitOptions options, BitSet locked, int boneCount) {
            this.sequence = sequence;
            this.start = start;
            this.options = options;
            this.locked = locked;
            this.b = boneCount;
            this.graph = VertexGraph.of(sequence.rest());
            this.hold = locked.isEmpty() && !stay() ? Optional.empty() : Optional.of(hold());
        }

        /** The bones that are locked by name. */
        static BitSet locked(RefitOptions options, Skeleton skeleton) {
            BitSet bits = new BitSet();
            for (String name : options.locked()) {
                if (!skeleton.names().contains(name)) {
                    throw new InvalidInputException("there is no bone '" + name + "' to lock, there are: "
                            + String.join(", ", skeleton.names()));
                }
                bits.set(skeleton.names().indexOf(name));
            }
            return bits;
        }

        /** Whether all of them do. */
        boolean stay() {
            return options.weights() == RefitOptions.Weights.KEEP;
        }

        PassTerms terms(Workers workers) {
            RegionConnectivity regions = new RegionConnectivity(graph);
            if (!stay()) {
                regions.draw();
            }
            regions.shut(shut());
            return PassTerms.ofRestPull(Double.POSITIVE_INFINITY)
                    .withSmoothness(
                            options.smooth() > 0
                                    ? Optional.of(Smoothness.of(sequence, options.smooth(), workers))
                                    : Optional.empty())
                    .withConnectivity(Optional.of(regions))
                    .withHold(hold);
        }

        /** Bones in one patch each, as far as can be. */
        void clean(SkinState state) {
            RegionCleanup.clean(graph, state, b, hold, shut());
        }

        /** Locked bones, and those that move nothing. */
        private BitSet shut() {
            BitSet bits = (BitSet) locked.clone();
            double[] totals = start.totals(b);
            for (int j = 0; j < b; j++) {
                bits.set(j, bits.get(j) || !(totals[j] > 0));
            }
            return bits;
        }

        /** A vertex that a locked bone moves keeps all its weights. */
        private WeightPrior hold() {
            double[] locks = new double[start.vertexCount()];
            Arrays.fill(locks, stay() ? 1 : 0);
            for (int at = 0; at < start.bones().length; at++) {
                if (start.weights()[at] > 0 && locked.get(start.bones()[at])) {
                    locks[at / start.influences()] = 1;
                }
            }
            return new WeightPrior(start, locks, sequence.frameCount());
        }
    }
}
