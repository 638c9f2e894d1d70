package dev.sinew.fit;

import dev.sinew.model.BoneType;
import dev.sinew.platform.Workers;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.AlternatingPass.Mode;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.PassTerms;
import dev.sinew.solve.pass.Refinement;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.rest.RestMembrane;
import dev.sinew.solve.rest.RestStiffness;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.transform.AffineTransforms;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.transform.TransformStep;
import dev.sinew.solve.weights.RegionConnectivity;
import dev.sinew.solve.weights.Smoothness;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** One fit with a given number of bones: find bones on a sample, refine with all vertices, finish in full coordinates. */
final class SingleFit {
    /**
     * How firmly bones stay near rotations where their vertices do not determine them; costs at most 1 % of the error. Higher for flat
     * regions such as cloth, whose vertices say little about the normal direction (docs/decisions/index.md). Fitted normals make that
     * unnecessary.
     */
    static final AffineTransforms.Firmness FIRMNESS = new AffineTransforms.Firmness(1e-3, 5e-3);

    static final AffineTransforms.Firmness SHADED_FIRMNESS = new AffineTransforms.Firmness(1e-3, 1e-3);

    /** Sweeps over the rigid bones per step. */
    private static final int SWEEPS = 3;

    private static final int LAST_SWEEPS = 10;

    /**
     * Factor on the tolerance of the two loops, before and after regions are connected: each continues where the other stopped. NOTE:
     * chosen for running time.
     */
    private static final double LOOP_TOLERANCE_FACTOR = 1.5;

    /** Connecting regions undoes part of the gain, so one small gain does not end the loop. */
    private static final int PATIENCE = 2;

    /** Connected regions may raise E_RMS by this factor; if they cost more, bones may keep separate regions. */
    private static final double MAX_CONNECTED_ERROR_FACTOR = 1.12;

    /** A bone is removed if that raises E_RMS by less than a thousandth. */
    private static final double NEGLIGIBLE_SQUARED_ERROR = 1e-6;

    /**
     * Added to the error when judging a gain: two thousandths of the radius. Smaller differences are not visible, and a fraction of a tiny
     * error would never be reached.
     */
    static final double VISIBLE_ERMS = 2;

    private final SolverInput input;
    private final NormalisedSequence sequence;
    private final ReducedSequence reduced;
    private final FitOptions options;
    private final Progress progress;
    private final Workers workers;
    private final Optional<Smoothness> smoothness;

    SingleFit(
            SolverInput input,
            ReducedSequence reduced,
            FitOptions options,
            Optional<Smoothness> smoothness,
            Progress progress,
            Workers workers) {
        this.input = input;
        this.sequence = input.poses();
        this.smoothness = smoothness;
        this.reduced = reduced;
        this.options = options;
        this.progress = progress;
        this.workers = workers;
    }

    /**
     * The result of a run in normalised units.
     *
     * @param transforms 3F×4B
     * @param erms error of the state with these transforms
     */
    record Finished(
            SolverInput input,
            SkinState state,
            int boneCount,
            double[] transforms,
            double erms,
            Outcome outcome,
            double[] convergence,
            List<String> notes) {}

    Finished solve(int bones) {
        TransformStep step = reducedStep();
        BoneFinder.Found found = new BoneFinder(input, reduced, step, options, progress, workers).find(bones);
        SkinState state = new SkinState(
                Math.min(options.influences(), found.bones().boneCount()),
                sequence.rest().clone());
        state.setImportance(input.importance());
        Optional<RestMembrane> membrane = input.membrane(options.rest());
        // Dense weights are optimal and have no regions to connect.
        Optional<RegionConnectivity> connectivity =
                options.isDense() ? Optional.empty() : input.connectivity(options.rest());
        PassTerms terms = PassTerms.ofRestPull(RestStiffness.of(options.rest(), sequence.frameCount()))
                .withSmoothness(smoothness)
                .withConnectivity(connectivity);
        PassTerms shaded = terms.withMembrane(membrane).withShading(input.shading(reduced, found.shading()));
        AlternatingPass pass = new AlternatingPass(reduced.coordinates(), state, sequence.rest(), shaded, workers);
        Refined refined = refine(pass, step, settle(pass, step, found), state, connectivity);
        int left = dropUseless(refined.alternation);
        // Refits since the last selection may have split some regions again.
        connectivity.ifPresent(t -> t.redraw(state, left));
        membrane.ifPresent(s -> s.unfold(input.sequence().rest().triangles(), state.rest()));
        return finish(state, refined.alternation, terms, refined.loop, bones, left);
    }

    /** The refined bones and weights, and the course of the loop. */
    private record Refined(Alternation alternation, Refinement loop) {}

    /** Refines without connected regions first: borders would keep bones from finding their regions. */
    private Refined refine(
            AlternatingPass pass,
            TransformStep step,
            Alternation alternation,
            SkinState state,
            Optional<RegionConnectivity> connectivity) {
        if (connectivity.isEmpty()) {
            Refinement.Rule rule = rule(state, options.maxIterations(), options.tolerance(), 1);
            return new Refined(alternation, Refinement.of(alternation, rule, withPreview(alternation, state)));
        }
        int most = Math.max(1, options.maxIterations() * 2 / 3);
        Progress told = withPreview(alternation, state);
        Refinement loose =
                Refinement.of(alternation, rule(state, most, LOOP_TOLERANCE_FACTOR * options.tolerance(), 1), told);
        int left = options.maxIterations() - loose.convergence().length;
        if (left < 1) {
            return new Refined(alternation, loose);
        }
        SkinState before = state.copy();
        BoneForms bonesBefore = alternation.bones();
        connectivity.get().draw();
        Refinement tidy = Refinement.of(
                alternation, rule(state, left, LOOP_TOLERANCE_FACTOR * options.tolerance(), PATIENCE), told);
        if (last(tidy) <= MAX_CONNECTED_ERROR_FACTOR * last(loose)) {
            return new Refined(alternation, loose.then(tidy));
        }
        connectivity.get().erase();
        state.restore(before);
        return new Refined(new Alternation(pass, step, bonesBefore), loose.then(tidy));
    }

    /** Listeners of a step may preview its result. */
    private Progress withPreview(Alternation alternation, SkinState state) {
        return step -> {
            Progress.Answer answer = progress.report(step);
            progress.preview(new FitIterate(input, reduced, options.boneType(), state, alternation.bones()));
            return answer;
        };
    }

    private static double last(Refinement loop) {
        return loop.convergence()[loop.convergence().length - 1];
    }

    private Refinement.Rule rule(SkinState state, int iterations, double tolerance, int patience) {
        return new Refinement.Rule(
                "refine",
                state.influences(),
                iterations,
                tolerance,
                VISIBLE_ERMS,
                squared -> erms(squared + reduced.lostSquared()),
                patience);
    }

    /** Vertices outside the sample never had a rest step: they settle before the bones are fitted to them. */
    private static Alternation settle(AlternatingPass pass, TransformStep step, BoneFinder.Found found) {
        Alternation alternation = new Alternation(pass, step, found.bones());
        alternation.settle(Mode.REFIT);
        alternation.settle(Mode.SELECT);
        return alternation;
    }

    /** Removes bones that are not needed, a few per round, because two similar ones may each look superfluous. */
    private int dropUseless(Alternation alternation) {
        double negligible =
                NEGLIGIBLE_SQUARED_ERROR * NEGLIGIBLE_SQUARED_ERROR * sequence.vertexCount() * sequence.dimensions();
        for (int round = 0; round < 64 && alternation.boneCount() > 1; round++) {
            int useless = alternation.uselessBones(negligible);
            if (useless == 0) {
                break;
            }
            alternation.removeLeastUseful(Math.max(1, alternation.boneCount() - Math.max(1, useless / 2)));
        }
        return alternation.boneCount();
    }

    /** Solves transforms and weights in full coordinates, which recovers what the reduction lost. */
    private Finished finish(
            SkinState state, Alternation alternation, PassTerms terms, Refinement refinement, int wanted, int bones) {
        int d = sequence.dimensions();
        PassTerms full = terms.withShading(input.shading(alternation.shading()));
        AlternatingPass pass = new AlternatingPass(sequence, state, sequence.rest(), full, workers);
        double[] transforms = lastTransforms(pass.sumUp(bones), alternation);
        // Solves the weights for the final transforms, and measures the error of exactly this state. Dense weights need
        // one more full
        // search.
        Mode mode = options.isDense() ? Mode.SELECT : Mode.REFIT;
        AlternatingPass.Done settled = pass.run(BoneForms.of(bones, d, transforms), mode, state.influences());
        List<String> notes = bones == wanted
                ? List.of()
                : List.of((wanted - bones) + " of " + wanted + " bones were not needed and have been removed");
        // Makes the curve end with the model's own error.
        double[] convergence = refinement.convergence().clone();
        convergence[convergence.length - 1] = erms(settled.squaredError());
        return new Finished(
                input,
                state,
                bones,
                transforms,
                erms(settled.squaredError()),
                refinement.outcome(),
                convergence,
                notes);
    }

    private double[] lastTransforms(AlternatingPass.Done summed, Alternation alternation) {
        if (options.boneType() == BoneType.AFFINE) {
            AffineTransforms.Firmness firmness = input.normals().isPresent() ? SHADED_FIRMNESS : FIRMNESS;
            TransformStep last = AffineTransforms.nearRotations(sequence.frameCount(), firmness, new BitSet());
            return summed.solveTransforms(last, null);
        }
        TransformStep full = RigidTransforms.full(options.boneType(), sequence.frameCount(), LAST_SWEEPS);
        return summed.solveTransforms(full, alternation.bones().transforms());
    }

    private TransformStep reducedStep() {
        return options.boneType() == BoneType.AFFINE
                ? new AffineTransforms(reduced.dimensions())
                : RigidTransforms.reduced(options.boneType(), reduced.basisRows(), sequence.frameCount(), SWEEPS);
    }

    private double erms(double squaredError) {
        return 1000 * Math.sqrt(squaredError / ((double) sequence.vertexCount() * sequence.dimensions()));
    }
}
