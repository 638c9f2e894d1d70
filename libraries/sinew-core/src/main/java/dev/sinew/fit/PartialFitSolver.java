package dev.sinew.fit;

import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.pass.Refinement;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.transform.AffineTransforms;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.transform.TransformStep;
import dev.sinew.solve.weights.Smoothness;
import dev.sinew.solve.weights.WeightPrior;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The alternation of the fit, started from a rig. Locked bones and locked weights do not change. Helper bones are added one by one where
 * the error is largest, and only they move.
 *
 * <p>Works in full coordinates: a fixed motion cannot be reduced, and without a search for bones the reduction would not pay off.
 */
final class PartialFitSolver {
    /** Sweeps over the rigid bones per step. */
    private static final int SWEEPS = 5;

    /** Steps after each helper bone; all are refined at the end. */
    private static final int SETTLE_STEPS = 3;

    /** E_RMS below which no helper is added. Higher with normals, which cost some position error. */
    private static final double NEGLIGIBLE_ERMS = 1e-3;

    private static final double NEGLIGIBLE_ERMS_WITH_NORMALS = 0.1;

    private final PartialProblem problem;
    private final PartialOptions options;
    private final Progress progress;
    private final MeshSequence joined;
    private final int oldBones;

    PartialFitSolver(PartialProblem problem, PartialOptions options, Progress progress) {
        this.problem = problem;
        this.options = options;
        this.progress = progress;
        this.joined = problem.takes().joined().withRest(problem.model().rest());
        this.oldBones = problem.model().boneCount();
    }

    FitResult solve() {
        BitSet locked = lockedBones();
        if (!locked.isEmpty()) {
            problem.requireClips();
        }
        try (Workers workers = new Workers(options.threads())) {
            return new Run(locked, workers).solve();
        }
    }

    private BitSet lockedBones() {
        BitSet locked = new BitSet(oldBones);
        List<String> names = problem.model().skeleton().names();
        for (int j = 0; j < oldBones; j++) {
            boolean all = options.solve() == Solve.WEIGHTS;
            locked.set(j, all || problem.lockedBones().contains(names.get(j)));
        }
        return locked;
    }

    /** One solve and its working memory. */
    private final class Run {
        private final BitSet locked;
        private final Workers workers;
        private final SolverInput input;
        private final NormalisedSequence sequence;
        private final RigMotion motion;
        private final SkinState state;
        private final AlternatingPass pass;
        private final Optional<double[]> locks;

        Run(BitSet locked, Workers workers) {
            this.locked = locked;
            this.workers = workers;
            input = SolverInput.of(joined, options.shading(), options.importance(), workers);
            sequence = input.poses();
            motion = new RigMotion(problem, sequence);
            SkinWeights weights = input.perPoint(problem.model().weights());
            int most = Math.max(options.influences(), problem.model().weights().maxInfluences());
            state = new SkinState(most, sequence.rest().clone());
            state.setImportance(input.importance());
            state.assign(weights);
            locks = options.solve() == Solve.MOTION
                    ? Optional.of(allFixed())
                    : problem.weightLocks().map(input::perPoint);
            Optional<WeightPrior> hold = locks.map(l -> new WeightPrior(weights, l, sequence.frameCount()));
            PassTerms terms = PassTerms.ofRestPull(Double.POSITIVE_INFINITY)
                    .withSmoothness(smoothness())
                    .withHold(hold)
                    .withShading(input.shading().map(Shading::keepingNormals));
            pass = new AlternatingPass(sequence, state, sequence.rest(), terms, workers);
        }

        private double[] allFixed() {
            double[] all = new double[sequence.vertexCount()];
            Arrays.fill(all, 1);
            return all;
        }

        private Optional<Smoothness> smoothness() {
            return options.smooth() > 0
                    ? Optional.of(Smoothness.of(input.sequence(), options.smooth(), workers))
                    : Optional.empty();
        }

        FitResult solve() {
            progress.update("start", 0, 1);
            double[] start = motion.start(pass, workers);
            Alternation alternation =
                    options.helperBones() > 0 ? addHelpers(start) : new Alternation(pass, step(), oldBones, start);
            Refinement refinement = refine(alternation);
            return finish(alternation, refinement);
        }

        private TransformStep step() {
            return options.boneType() == BoneType.AFFINE
                    ? new AffineTransforms(sequence.dimensions(), locked)
                    : RigidTransforms.full(options.boneType(), sequence.frameCount(), SWEEPS, locked);
        }

        /** Each helper starts where the remaining error is largest; all of them move while the next one is sought. */
        private Alternation addHelpers(double[] start) {
            double negligible = input.normals().isPresent() ? NEGLIGIBLE_ERMS_WITH_NORMALS : NEGLIGIBLE_ERMS;
            HelperSeeds seeds = new HelperSeeds(input.sequence(), sequence, options.boneType(), locks, workers);
            Alternation alternation =
                    new Alternation(pass, step(), BoneForms.of(oldBones, sequence.dimensions(), start));
            for (int h = 0; h < options.helperBones() && erms(alternation.squaredError()) > negligible; h++) {
                double[] grown = seeds.withHelper(alternation.bones(), state);
                BoneForms forms = BoneForms.of(oldBones + h + 1, sequence.dimensions(), grown);
                alternation = new Alternation(pass, step(), forms);
                for (int s = 0; s < SETTLE_STEPS; s++) {
                    alternation.step(s == SETTLE_STEPS - 1 ? Mode.SELECT : Mode.REFIT, options.influences());
                }
                progress.update("add bones", h + 1, options.helperBones(), erms(alternation.squaredError()));
            }
            return alternation;
        }

        private Refinement refine(Alternation alternation) {
            Refinement.Rule rule = new Refinement.Rule(
                    "refine",
                    options.influences(),
                    options.maxIterations(),
                    options.tolerance(),
                    SingleFit.VISIBLE_ERMS,
                    this::erms);
            return Refinement.of(alternation, rule, progress);
        }

        private FitResult finish(Alternation alternation, Refinement refinement) {
            int bones = alternation.boneCount();
            double[] transforms = alternation.bones().transforms();
            if (options.boneType() == BoneType.AFFINE
                    && options.solve() != Solve.MOTION
                    && locked.cardinality() < bones) {
                AffineTransforms.Firmness firmness =
                        input.normals().isPresent() ? SingleFit.SHADED_FIRMNESS : SingleFit.FIRMNESS;
                TransformStep last = AffineTransforms.nearRotations(sequence.frameCount(), firmness, locked);
                transforms = pass.sumUp(bones).solveTransforms(last, transforms);
            }
            BoneForms forms = BoneForms.of(bones, sequence.dimensions(), transforms);
            double squared = pass.run(forms, Mode.REFIT, options.influences()).squaredError();
            PartialAssembly assembly = new PartialAssembly(problem, options, motion, locked);
            PartialAssembly.Assembled assembled = assembly.of(expandWeights(), bones, transforms);
            double[] history = refinement.convergence();
            return new FitResult(
                    new SolveResult<>(
                            assembled.model(), refinement.outcome(), history.length, history, assembled.notes()),
                    List.of(new CurvePoint(assembled.model().boneCount(), erms(squared))),
                    sequence.dimensions());
        }

        /** Weights of every vertex of the model; unchanged to the bit if they are locked. */
        private SkinWeights expandWeights() {
            SkinWeights given = problem.model().weights();
            if (options.solve() == Solve.MOTION) {
                return given;
            }
            SkinWeights solved = input.perVertex(SkinWeights.of(state.influences(), state.bones(), state.weights()));
            int k = solved.influences();
            for (int i = 0; i < given.vertexCount() && problem.weightLocks().isPresent(); i++) {
                for (int x = 0; x < k && problem.weightLocks().get()[i] >= 1; x++) {
                    boolean used = x < given.influencesOf(i);
                    solved.bones()[i * k + x] = used ? given.bones()[i * given.influences() + x] : 0;
                    solved.weights()[i * k + x] = used ? given.weights()[i * given.influences() + x] : 0;
                }
            }
            return solved;
        }

        private double erms(double squaredError) {
            return 1000 * Math.sqrt(squaredError / ((double) sequence.vertexCount() * sequence.dimensions()));
        }
    }
}
