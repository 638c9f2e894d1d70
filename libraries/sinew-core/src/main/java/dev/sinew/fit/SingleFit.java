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
import dev.sinew.solve.rest.RestPull;
import dev.sinew.solve.rest.RestSheet;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.transform.AffineTransforms;
import dev.sinew.solve.transform.BoneForms;
import dev.sinew.solve.transform.RigidTransforms;
import dev.sinew.solve.transform.TransformStep;
import dev.sinew.solve.weights.Smoothness;
import dev.sinew.solve.weights.Territories;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** One fit with a given number of bones: find bones on a sample, refine with all vertices, finish in full coordinates. */
final class SingleFit {
    /**
     * How firmly bones are held near rotations where their vertices do not tell; costs at most 1 % of the error. More where they move a thin patch, as cloth
     * is: its vertices say little of how the normal moves (docs/decisions.md). Where normals take part, they say it.
     */
    static final AffineTransforms.Firmness FIRMNESS = new AffineTransforms.Firmness(1e-3, 5e-3);

    static final AffineTransforms.Firmness SHADED_FIRMNESS = new AffineTransforms.Firmness(1e-3, 1e-3);

    /** How often rigid bones take turns in a step. */
    private static final int SWEEPS = 3;

    private static final int LAST_SWEEPS = 10;

    /**
     * The two loops, before and after borders are drawn, end sooner than one alone would, each goes on from where the other was. NOTE: chosen for time; mean of
     * cow/18, horse/30, cat/25, dance/24, two seeds each: 1.5 both times 1.215 in 25 steps, 4 and 0.75 1.208 in 28, 1.5 and 0.75 1.188 in 31, 4 and 1.5 1.242 in 19.
     */
    private static final double LOOSE = 1.5;

    /** Borders that are drawn anew take some gains away: once is not the end. */
    private static final int PATIENCE = 2;

    /** Connected bones may cost this factor on E_RMS; where they would cost more, bones stay as they like it. */
    private static final double WORTH = 1.12;

    /** A bone is of no use when its loss costs less than a thousandth of a unit of E_RMS. */
    private static final double NEGLIGIBLE = 1e-6;

    /**
     * Added to the error when a gain is judged: two thousandths of the radius. Below that nobody sees a difference, and
     * a part of a tiny error would be chased for ever.
     */
    static final double VISIBLE = 2;

    private final SolverInput subject;
    private final NormalisedSequence sequence;
    private final ReducedSequence reduced;
    private final FitOptions options;
    private final Progress progress;
    private final Workers workers;
    private final Optional<Smoothness> smoothness;

    SingleFit(
            SolverInput subject,
            ReducedSequence reduced,
            FitOptions options,
            Optional<Smoothness> smoothness,
            Progress progress,
            Workers workers) {
        this.subject = subject;
        this.sequence = subject.poses();
        this.smoothness = smoothness;
        this.reduced = reduced;
        this.options = options;
        this.progress = progress;
        this.workers = workers;
    }

    /**
     * What a run leaves, in normalised units.
     *
     * @param transforms 3F×4B
     * @param erms of the state with these transforms
     */
    record Finished(
            SolverInput subject,
            SkinState state,
            int boneCount,
            double[] transforms,
            double erms,
            Outcome outcome,
            double[] convergence,
            List<String> notes) {}

    Finished solve(int bones) {
        TransformStep step = reducedStep();
        BoneFinder.Found found = new BoneFinder(subject, reduced, step, options, progress, workers).find(bones);
        SkinState state = new SkinState(
                Math.min(options.influences(), found.bones().boneCount()),
                sequence.rest().clone());
        state.setImportance(subject.importance());
        Optional<RestSheet> sheet = subject.sheet(options.rest());
        // Dense weights are the best there are, wherever they lie.
        Optional<Territories> territories = options.isDense() ? Optional.empty() : subject.territories(options.rest());
        PassTerms terms = PassTerms.ofRestPull(RestPull.of(options.rest(), sequence.frameCount()))
                .withSmoothness(smoothness)
                .withTerritories(territories);
        PassTerms shaded = terms.withSheet(sheet).withShading(subject.shading(reduced, found.shading()));
        AlternatingPass pass = new AlternatingPass(reduced.coordinates(), state, sequence.rest(), shaded, workers);
        Refined refined = refined(pass, step, settled(pass, step, found), state, territories);
        int left = dropUseless(refined.alternation);
        // Refits since the last choice may have cut some bones in two again.
        territories.ifPresent(t -> t.redraw(state, left));
        sheet.ifPresent(s -> s.unfold(subject.sequence().rest().triangles(), state.rest()));
        return finish(state, refined.alternation, terms, refined.loop, bones, left);
    }

    /** The bones and weights that were refined, and how that went. */
    private record Refined(Alternation alternation, Refinement loop) {}

    /** First with bones as they like; then with connected ones, borders would keep them from finding their places. */
    private Refined refined(
            AlternatingPass pass,
            TransformStep step,
            Alternation alternation,
            SkinState state,
            Optional<Territories> territories) {
        if (territories.isEmpty()) {
            Refinement.Rule rule = rule(state, options.maxIterations(), options.tolerance(), 1);
            return new Refined(alternation, Refinement.of(alternation, rule, shown(alternation, state)));
        }
        int most = Math.max(1, options.maxIterations() * 2 / 3);
        Progress told = shown(alternation, state);
        Refinement loose = Refinement.of(alternation, rule(state, most, LOOSE * options.tolerance(), 1), told);
        int left = options.maxIterations() - loose.convergence().length;
        if (left < 1) {
            return new Refined(alternation, loose);
        }
        SkinState before = state.copy();
        BoneForms bonesBefore = alternation.bones();
        territories.get().draw();
        Refinement tidy = Refinement.of(alternation, rule(state, left, LOOSE * options.tolerance(), PATIENCE), told);
        if (last(tidy) <= WORTH * last(loose)) {
            return new Refined(alternation, loose.then(tidy));
        }
        territories.get().erase();
        state.restore(before);
        return new Refined(new Alternation(pass, step, bonesBefore), loose.then(tidy));
    }

    /** Whoever is told of a step may look at what it led to. */
    private Progress shown(Alternation alternation, SkinState state) {
        return step -> {
            Progress.Answer answer = progress.report(step);
            progress.look(new FitIterate(subject, reduced, options.boneType(), state, alternation.bones()));
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
                VISIBLE,
                squared -> erms(squared + reduced.lostSquared()),
                patience);
    }

    /** Vertices outside the sample have never had a rest step: they settle before the bones listen to them. */
    private static Alternation settled(AlternatingPass pass, TransformStep step, BoneFinder.Found found) {
        Alternation alternation = new Alternation(pass, step, found.bones());
        alternation.settle(Mode.REFIT);
        alternation.settle(Mode.SELECT);
        return alternation;
    }

    /** Takes out bones that serve nothing: some a round, because two alike may each look superfluous. */
    private int dropUseless(Alternation alternation) {
        double negligible = NEGLIGIBLE * NEGLIGIBLE * sequence.vertexCount() * sequence.dimensions();
        for (int round = 0; round < 64 && alternation.boneCount() > 1; round++) {
            int useless = alternation.uselessBones(negligible);
            if (useless == 0) {
                break;
            }
            alternation.removeLeastUseful(Math.max(1, alternation.boneCount() - Math.max(1, useless / 2)));
        }
        return alternation.boneCount();
    }

    /**
     * Back in full coordinates: what the reduction lost is within reach of the transforms again, and of the weights.
     */
    private Finished finish(
            SkinState state, Alternation alternation, PassTerms terms, Refinement refinement, int wanted, int bones) {
        int d = sequence.dimensions();
        PassTerms full = terms.withShading(subject.shading(alternation.shading()));
        AlternatingPass pass = new AlternatingPass(sequence, state, sequence.rest(), full, workers);
        double[] transforms = lastTransforms(pass.sumUp(bones), alternation);
        // Weights that know the transforms they end with, and an error that is the model's own.
        // Dense weights are the best there are, so every bone is asked once more.
        Mode mode = options.isDense() ? Mode.SELECT : Mode.REFIT;
        AlternatingPass.Done settled = pass.run(BoneForms.of(bones, d, transforms), mode, state.influences());
        List<String> notes = bones == wanted
                ? List.of()
                : List.of((wanted - bones) + " of " + wanted + " bones would have served nothing and were dropped");
        // The curve ends where the model does.
        double[] convergence = refinement.convergence().clone();
        convergence[convergence.length - 1] = erms(settled.squaredError());
        return new Finished(
                subject,
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
            AffineTransforms.Firmness firmness = subject.normals().isPresent() ? SHADED_FIRMNESS : FIRMNESS;
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
