package dev.sinew.fit;

import dev.sinew.math.Workers;
import dev.sinew.model.BoneType;
import dev.sinew.run.Outcome;
import dev.sinew.run.RestMode;
import dev.sinew.solve.AffineTransforms;
import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.BoneForms;
import dev.sinew.solve.NormalSequence;
import dev.sinew.solve.NormalisedSequence;
import dev.sinew.solve.ProgressReporter;
import dev.sinew.solve.ReducedSequence;
import dev.sinew.solve.RigidTransforms;
import dev.sinew.solve.Shading;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.Smoothness;
import dev.sinew.solve.TransformStep;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;

/** One fit with a given number of bones: find bones on a sample, refine with all vertices, finish in full coordinates. */
final class FitRun {
    /** Choosing bones anew costs several times a refit of those a vertex has; every third step is often enough. */
    static final int SELECT_EVERY = 3;

    /**
     * How firmly a solved rest pose is held near the given one, relative to the data. Measured on elastic-cow and
     * horse-gallop: at 0.001 the error is that of a free rest pose, at 0.01 it is up to 3 % higher.
     */
    private static final double REST_PULL = 0.001;

    /** How firmly bones are held near rotations where their vertices do not tell; costs at most 1 % of the error. */
    static final AffineTransforms.Firmness FIRMNESS = new AffineTransforms.Firmness(1e-3, 5e-3);

    /** How often rigid bones take turns in a step. */
    private static final int SWEEPS = 3;

    private static final int LAST_SWEEPS = 10;

    /** A bone is of no use when its loss costs less than a thousandth of a unit of E_RMS. */
    private static final double NEGLIGIBLE = 1e-6;

    /**
     * Added to the error when a gain is judged: two thousandths of the radius. Below that nobody sees a difference, and
     * a part of a tiny error would be chased for ever.
     */
    static final double VISIBLE = 2;

    private final NormalisedSequence sequence;
    private final ReducedSequence reduced;
    private final FitOptions options;
    private final ProgressReporter reporter;
    private final Workers workers;
    private final double restPull;
    private final Optional<Smoothness> smoothness;
    private final Optional<NormalSequence> normals;
    static final double GAMMA = Double.parseDouble(System.getProperty("gamma", "0.5"));

    FitRun(
            NormalisedSequence sequence,
            Optional<NormalSequence> normals,
            ReducedSequence reduced,
            FitOptions options,
            Optional<Smoothness> smoothness,
            ProgressReporter reporter,
            Workers workers) {
        this.sequence = sequence;
        this.smoothness = smoothness;
        this.normals = normals;
        this.reduced = reduced;
        this.options = options;
        this.reporter = reporter;
        this.workers = workers;
        restPull = options.rest() == RestMode.KEEP ? Double.POSITIVE_INFINITY : REST_PULL * sequence.frameCount();
    }

    /**
     * What a run leaves, in normalised units.
     *
     * @param transforms 3F×4B
     * @param erms of the state with these transforms
     */
    record Finished(
            NormalisedSequence sequence,
            SkinState state,
            int boneCount,
            double[] transforms,
            double erms,
            Outcome outcome,
            double[] convergence,
            List<String> notes,
            dev.sinew.mesh.CornerAttribute[] normals) {
        void setNormals(dev.sinew.mesh.CornerAttribute n) { normals[0] = n; }
    }

    Finished solve(int bones) {
        TransformStep step = reducedStep();
        BoneFinder finder =
                new BoneFinder(reduced, step, sequence.rest(), normals, restPull, options, reporter, workers);
        BoneForms found = finder.find(bones);
        SkinState state = new SkinState(
                Math.min(options.influences(), found.boneCount()),
                sequence.rest().clone());
        Refinement refinement = refine(state, step, found, finder.shading());
        int left = dropUseless(refinement.alternation);
        return finish(state, refinement, bones, left);
    }

    /** The loop over all vertices and how it went. */
    private record Refinement(Alternation alternation, Outcome outcome, double[] convergence) {}

    private Refinement refine(SkinState state, TransformStep step, BoneForms found, Optional<Shading> before0) {
        Optional<Shading> shading = before0.map(b -> new Shading(
                reduced.normalCoordinates().get(),
                normals.get().rest(),
                GAMMA,
                sequence.frameCount(),
                b.next(),
                reduced.lostSquared(),
                reduced.lostNormals()));
        this.shading = shading;
        Alternation alternation = new Alternation(
                new AlternatingPass(reduced.coordinates(), state, sequence.rest(), AlternatingPass.Terms.ofRestPull(restPull).withSmoothness(smoothness).withShading(shading), workers),
                step,
                found);
        // Vertices outside the sample have never had a rest step: let them settle before the bones listen to them.
        alternation.settle(Mode.REFIT);
        alternation.settle(Mode.SELECT);
        double[] history = new double[options.maxIterations()];
        double before = Double.POSITIVE_INFINITY;
        for (int s = 0; s < history.length; s++) {
            alternation.step(s % SELECT_EVERY == 0 ? Mode.SELECT : Mode.REFIT, state.influences());
            history[s] = erms(alternation.squaredError() + reduced.lostSquared());
            double level = history[s] * alternation.normalFactor();
            if (System.getProperty("trace") != null) System.err.println(s + " " + history[s] + " " + level + " lambda " + shading.map(q -> Math.sqrt(q.next())).orElse(0.0)+" "+alternation.squaredNormals());
            reporter.say("refine", s + 1, history.length, history[s]);
            if (reporter.cancelled()) {
                return new Refinement(alternation, Outcome.CANCELLED, Arrays.copyOf(history, s + 1));
            }
            if (s % SELECT_EVERY == SELECT_EVERY - 1) {
                if (before - level < options.tolerance() * (history[s] + VISIBLE) * (level / history[s])) {
                    return new Refinement(alternation, Outcome.CONVERGED, Arrays.copyOf(history, s + 1));
                }
                before = level;
            }
        }
        return new Refinement(alternation, Outcome.ITERATION_LIMIT, history);
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
    private Optional<Shading> shading = Optional.empty();
    private Finished finish(SkinState state, Refinement refinement, int wanted, int bones) {
        int d = sequence.dimensions();
        Optional<Shading> full = shading.map(
                b -> new Shading(normals.get(), normals.get().rest(), GAMMA, sequence.frameCount(), b.next()));
        AlternatingPass pass = new AlternatingPass(sequence, state, sequence.rest(), AlternatingPass.Terms.ofRestPull(restPull).withSmoothness(smoothness).withShading(full), workers);
        double[] transforms = lastTransforms(pass.sumUp(bones), refinement.alternation);
        // Weights that know the transforms they end with, and an error that is the model's own.
        // Dense weights are the best there are, so every bone is asked once more.
        Mode mode = options.influences() == FitOptions.DENSE ? Mode.SELECT : Mode.REFIT;
        AlternatingPass.Done settled = pass.run(BoneForms.of(bones, d, transforms), mode, state.influences());
        List<String> notes = bones == wanted
                ? List.of()
                : List.of((wanted - bones) + " of " + wanted + " bones would have served nothing and were dropped");
        return new Finished(
                sequence,
                state,
                bones,
                transforms,
                erms(settled.squaredError()),
                refinement.outcome,
                refinement.convergence,
                notes,
                new dev.sinew.mesh.CornerAttribute[1]);
    }

    private double[] lastTransforms(AlternatingPass.Done summed, Alternation alternation) {
        if (options.boneType() == BoneType.AFFINE) {
            TransformStep last =
                    AffineTransforms.nearRotations(sequence.frameCount(), FIRMNESS, new BitSet());
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
