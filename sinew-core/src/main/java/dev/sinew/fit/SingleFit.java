package dev.sinew.fit;

import dev.sinew.math.Workers;
import dev.sinew.model.BoneType;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.solve.AffineTransforms;
import dev.sinew.solve.AlternatingPass;
import dev.sinew.solve.AlternatingPass.Mode;
import dev.sinew.solve.Alternation;
import dev.sinew.solve.BoneForms;
import dev.sinew.solve.NormalisedSequence;
import dev.sinew.solve.ReducedSequence;
import dev.sinew.solve.Refinement;
import dev.sinew.solve.RestPull;
import dev.sinew.solve.RigidTransforms;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.Smoothness;
import dev.sinew.solve.TransformStep;
import java.util.List;
import java.util.Optional;

/** One fit with a given number of bones: find bones on a sample, refine with all vertices, finish in full coordinates. */
final class SingleFit {
    /** How firmly bones are held near rotations where their vertices do not tell; costs at most 1 % of the error. */
    static final double FIRMNESS = 1e-3;

    /**
     * The same for bones that move a thin patch, as cloth is. Its vertices say little of how the normal moves, and the
     * solver would use that direction for anything that lowers the error: engines, which turn normals by the bone's own
     * matrix, would show more than half of a flag's normals wrong by over 60°. This value leaves 29 %
     * of them, for an error a ninth higher (docs/decisions.md).
     */
    static final double THIN_FIRMNESS = 5e-3;

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
    private final Progress progress;
    private final Workers workers;
    private final double restPull;
    private final Optional<Smoothness> smoothness;

    SingleFit(
            NormalisedSequence sequence,
            ReducedSequence reduced,
            FitOptions options,
            Optional<Smoothness> smoothness,
            Progress progress,
            Workers workers) {
        this.sequence = sequence;
        this.smoothness = smoothness;
        this.reduced = reduced;
        this.options = options;
        this.progress = progress;
        this.workers = workers;
        restPull = RestPull.of(options.rest(), sequence.frameCount());
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
            List<String> notes) {}

    Finished solve(int bones) {
        TransformStep step = reducedStep();
        BoneForms found =
                new BoneFinder(reduced, step, sequence.rest(), restPull, options, progress, workers).find(bones);
        SkinState state = new SkinState(
                Math.min(options.influences(), found.boneCount()),
                sequence.rest().clone());
        Alternation alternation = settled(state, step, found);
        Refinement refinement = Refinement.of(
                alternation,
                new Refinement.Rule(
                        "refine",
                        state.influences(),
                        options.maxIterations(),
                        options.tolerance(),
                        VISIBLE,
                        squared -> erms(squared + reduced.lostSquared())),
                progress);
        int left = dropUseless(alternation);
        return finish(state, alternation, refinement, bones, left);
    }

    /** Vertices outside the sample have never had a rest step: they settle before the bones listen to them. */
    private Alternation settled(SkinState state, TransformStep step, BoneForms found) {
        Alternation alternation = new Alternation(
                new AlternatingPass(reduced.coordinates(), state, sequence.rest(), restPull, smoothness, workers),
                step,
                found);
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
    private Finished finish(SkinState state, Alternation alternation, Refinement refinement, int wanted, int bones) {
        int d = sequence.dimensions();
        AlternatingPass pass = new AlternatingPass(sequence, state, sequence.rest(), restPull, smoothness, workers);
        double[] transforms = lastTransforms(pass.sumUp(bones), alternation);
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
                refinement.outcome(),
                refinement.convergence(),
                notes);
    }

    private double[] lastTransforms(AlternatingPass.Done summed, Alternation alternation) {
        if (options.boneType() == BoneType.AFFINE) {
            return summed.solveTransformsNearRotations(FIRMNESS, THIN_FIRMNESS);
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
