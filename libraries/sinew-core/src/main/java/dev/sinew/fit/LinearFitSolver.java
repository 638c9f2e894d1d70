package dev.sinew.fit;

import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.platform.Workers;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.weights.Smoothness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * The fit of KSO10: reduces the sequence once, finds bones, alternates transforms, rest pose and weights, and returns to full coordinates
 * at the end. For an error goal, everything but the reduction is repeated with other numbers of bones.
 */
public final class LinearFitSolver {
    /** B affine bones span at most 4B dimensions. A few more show where they miss; further ones add nothing. */
    private static final int DIMENSIONS_PER_BONE = 5;

    private static final int MIN_DIMENSIONS = 64;

    /** E_RMS of about what the default reduction loses, which is not visible. */
    private static final double REDUCTION_ERMS = 0.3;

    private static final double ACCURATE_ERMS = 0.02;

    /** Larger meshes are solved once: a second solve would double the memory. */
    private static final int MAX_VERTICES_SOLVED_TWICE = 1 << 17;

    private final MeshSequence sequence;
    private final FitOptions options;
    private final Progress progress;
    private final Optional<RemoteVertices> remote;

    public LinearFitSolver(MeshSequence sequence, FitOptions options, Progress progress) {
        this(sequence, options, progress, Optional.empty());
    }

    /** @param remote machines that run the passes over the vertices; empty to run them here */
    @SuppressWarnings("exports")
    public LinearFitSolver(
            MeshSequence sequence, FitOptions options, Progress progress, Optional<RemoteVertices> remote) {
        this.sequence = sequence;
        this.options = options;
        this.progress = progress;
        this.remote = remote;
    }

    public FitResult solve() {
        try (Workers workers = new Workers(options.threads())) {
            progress.update("reduce", 0, 1);
            return solve(SolverInput.of(sequence, options.shading(), options.importance(), remote, workers), workers);
        }
    }

    /** The same for a prepared input, which contains the sequence, shading and importance of the options. */
    FitResult solve(SolverInput input, Workers workers) {
        return options.goal() instanceof FitOptions.Bones bones
                ? solveFor(bones.count(), input, workers)
                : solveFor((FitOptions.Error) options.goal(), input, workers);
    }

    private FitResult solveFor(int bones, SolverInput input, Workers workers) {
        ReducedSequence reduced = reduce(input, bones, options.seed());
        SingleFit.Finished finished = bestBoneType(input, reduced, workers).solve(bones);
        boolean small = input.sequence().vertexCount() <= MAX_VERTICES_SOLVED_TWICE;
        if (small && finished.erms() > ACCURATE_ERMS && finished.erms() < REDUCTION_ERMS) {
            // The loop cannot see errors below what the reduction loses, so it is repeated with a more accurate
            // reduction.
            double loss = ReducedSequence.DEFAULT_LOSS * finished.erms();
            ReducedSequence finer = reduce(input, loss, bones, options.seed());
            SingleFit.Finished again = bestBoneType(input, finer, workers).solve(bones);
            if (again.erms() < finished.erms()) {
                finished = again;
                reduced = finer;
            }
        }
        List<CurvePoint> curve = List.of(new CurvePoint(finished.boneCount(), finished.erms()));
        return result(finished, finished.outcome(), curve, reduced, List.of());
    }

    private FitResult solveFor(FitOptions.Error goal, SolverInput input, Workers workers) {
        BoneCountSearch search =
                new BoneCountSearch(goal.erms(), input.sequence().vertexCount());
        double loss = ReducedSequence.DEFAULT_LOSS * Math.min(1, goal.erms());
        ReducedSequence reduced = reduce(input, loss, search.most(), options.seed());
        BestBoneType run = bestBoneType(input, reduced, workers);
        SingleFit.Finished best = null;
        while (search.hasNext()) {
            SingleFit.Finished finished = run.solve(search.next());
            search.report(finished.erms());
            if (best == null || search.isBest()) {
                best = finished;
            }
        }
        if (search.reached()) {
            return result(best, best.outcome(), search.curve(), reduced, List.of());
        }
        String note = "an error of " + goal.erms() + " was not reached with at most " + search.most() + " bones";
        return result(best, Outcome.TARGET_NOT_REACHED, search.curve(), reduced, List.of(note));
    }

    private BestBoneType bestBoneType(SolverInput input, ReducedSequence reduced, Workers workers) {
        Optional<Smoothness> smoothness = smoothness(input, workers);
        return BestBoneType.of(options, kind -> new SingleFit(input, reduced, kind, smoothness, progress, workers));
    }

    private Optional<Smoothness> smoothness(SolverInput input, Workers workers) {
        return options.smooth() > 0
                ? Optional.of(Smoothness.of(input.sequence(), options.smooth(), workers))
                : Optional.empty();
    }

    /** Reduces the sequence to the dimensions that a fit with this number of bones needs. */
    static ReducedSequence reduce(SolverInput input, int bones, long seed) {
        return reduce(input, ReducedSequence.DEFAULT_LOSS, bones, seed);
    }

    private static ReducedSequence reduce(SolverInput input, double loss, int bones, long seed) {
        return input.reduce(loss, Math.max(MIN_DIMENSIONS, DIMENSIONS_PER_BONE * bones), seed);
    }

    private FitResult result(
            SingleFit.Finished run,
            Outcome outcome,
            List<CurvePoint> curve,
            ReducedSequence reduced,
            List<String> extra) {
        List<String> notes = new ArrayList<>(extra);
        notes.addAll(run.notes());
        return new FitResult(
                new SolveResult<>(
                        FitAssembly.of(sequence, run, options),
                        outcome,
                        run.convergence().length,
                        run.convergence(),
                        notes),
                curve,
                reduced.dimensions());
    }

    /**
     * Fits with the requested type of bones and, if that includes rigid bones, with rigid ones too, and keeps the better result. Bones that can
     * scale end more often in a poor local minimum, although every rigid solution is also a similarity solution.
     *
     * <p>NOTE: affine fits are not compared with rigid ones. They solve a different, linear problem, and the second fit would cost every user
     * time.
     */
    private static final class BestBoneType {
        private final SingleFit requested;
        private final Optional<SingleFit> rigid;

        private BestBoneType(SingleFit requested, Optional<SingleFit> rigid) {
            this.requested = requested;
            this.rigid = rigid;
        }

        /** @param fit creates a fit from options that differ only in bone type */
        static BestBoneType of(FitOptions options, Function<FitOptions, SingleFit> fit) {
            return new BestBoneType(
                    fit.apply(options),
                    options.boneType() == BoneType.SIMILARITY
                            ? Optional.of(fit.apply(options.withBoneType(BoneType.RIGID)))
                            : Optional.empty());
        }

        SingleFit.Finished solve(int bones) {
            SingleFit.Finished best = requested.solve(bones);
            if (rigid.isPresent()) {
                SingleFit.Finished other = rigid.get().solve(bones);
                best = other.erms() < best.erms() ? other : best;
            }
            return best;
        }
    }
}
