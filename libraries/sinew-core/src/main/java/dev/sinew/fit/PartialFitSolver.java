package dev.sinew.fit;

import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.fit.PartialOptions.Solve;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.run.Fitted;
import dev.sinew.run.Progress;
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
import dev.sinew.solve.weights.WeightHold;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/**
 * The alternation of the fit, started from a rig and kept from changing what must stay: bones that are locked, weights
 * that are held. Helper bones come one by one, each where the error is largest, and only they move.
 *
 * <p>Works in full coordinates: a motion that must not change can not be reduced, and there is no search for bones that
 * would make a reduction pay.
 */
final class PartialFitSolver {
    /** How often rigid bones take turns in a step. */
    private static final int SWEEPS = 5;

    /** Steps after each helper bone; all of them are refined at the end. */
    private static final int SETTLE_STEPS = 3;

    /** E_RMS below which there is nothing to help; where normals take part, positions give way a little. */
    private static final double NEGLIGIBLE = 1e-3;

    private static final double NEGLIGIBLE_SHADED = 0.1;

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
        private final SolverInput subject;
        private final NormalisedSequence sequence;
        private final RigMotion motion;
        private final SkinState state;
        private final AlternatingPass pass;
        private final Optional<double[]> locks;

        Run(BitSet locked, Workers workers) {
            this.locked = locked;
            this.workers = workers;
            subject = SolverInput.of(joined, options.shading(), options.importance(), workers);
            sequence = subject.poses();
            motion = new RigMotion(problem, sequence);
            SkinWeights weights = subject.perPoint(problem.model().weights());
            int most = Math.max(options.influences(), problem.model().weights().maxInfluences());
            state = new SkinState(most, sequence.rest().clone());
            state.setImportance(subject.importance());
            state.assign(weights);
            locks = options.solve() == Solve.MOTION
                    ? Optional.of(allFixed())
                    : problem.weightLocks().map(subject::perPoint);
            Optional<WeightHold> hold = locks.map(l -> new WeightHold(weights, l, sequence.frameCount()));
            PassTerms terms = PassTerms.ofRestPull(Double.POSITIVE_INFINITY)
                    .withSmoothness(smoothness())
                    .withHold(hold)
                    .withShading(subject.shading().map(Shading::holdingNormals));
            pass = new AlternatingPass(sequence, state, sequence.rest(), terms, workers);
        }

        private double[] allFixed() {
            double[] all = new double[sequence.vertexCount()];
            Arrays.fill(all, 1);
            return all;
        }

        private Optional<Smoothness> smoothness() {
            return options.smooth() > 0
                    ? Optional.of(Smoothness.of(subject.sequence(), options.smooth(), workers))
                    : Optional.empty();
        }

        FitResult solve() {
            progress.say("start", 0, 1);
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

        /** Each helper starts where the others leave most undone; all of them move while the next is looked for. */
        private Alternation addHelpers(double[] start) {
            double negligible = subject.normals().isPresent() ? NEGLIGIBLE_SHADED : NEGLIGIBLE;
            HelperSeeds seeds = new HelperSeeds(subject.sequence(), sequence, options.boneType(), locks, workers);
            Alternation alternation =
                    new Alternation(pass, step(), BoneForms.of(oldBones, sequence.dimensions(), start));
            for (int h = 0; h < options.helperBones() && erms(alternation.squaredError()) > negligible; h++) {
                double[] grown = seeds.withHelper(alternation.bones(), state);
                BoneForms forms = BoneForms.of(oldBones + h + 1, sequence.dimensions(), grown);
                alternation = new Alternation(pass, step(), forms);
                for (int s = 0; s < SETTLE_STEPS; s++) {
                    alternation.step(s == SETTLE_STEPS - 1 ? Mode.SELECT : Mode.REFIT, options.influences());
                }
                progress.say("add bones", h + 1, options.helperBones(), erms(alternation.squaredError()));
            }
            return alternation;
        }

        private Refinement refine(Alternation alternation) {
            Refinement.Rule rule = new Refinement.Rule(
                    "refine",
                    options.influences(),
                    options.maxIterations(),
                    options.tolerance(),
                    SingleFit.VISIBLE,
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
                        subject.normals().isPresent() ? SingleFit.SHADED_FIRMNESS : SingleFit.FIRMNESS;
                TransformStep last = AffineTransforms.nearRotations(sequence.frameCount(), firmness, locked);
                transforms = pass.sumUp(bones).solveTransforms(last, transforms);
            }
            BoneForms forms = BoneForms.of(bones, sequence.dimensions(), transforms);
            double squared = pass.run(forms, Mode.REFIT, options.influences()).squaredError();
            PartialAssembly assembly = new PartialAssembly(problem, options, motion, locked);
            PartialAssembly.Assembled assembled = assembly.of(opened(), bones, transforms);
            double[] history = refinement.convergence();
            return new FitResult(
                    new Fitted<>(assembled.model(), refinement.outcome(), history.length, history, assembled.notes()),
                    List.of(new CurvePoint(assembled.model().boneCount(), erms(squared))),
                    sequence.dimensions());
        }

        /** Weights of every vertex of the model; where they may not change, to the bit. */
        private SkinWeights opened() {
            SkinWeights given = problem.model().weights();
            if (options.solve() == Solve.MOTION) {
                return given;
            }
            SkinWeights solved = subject.perVertex(SkinWeights.of(state.influences(), state.bones(), state.weights()));
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
