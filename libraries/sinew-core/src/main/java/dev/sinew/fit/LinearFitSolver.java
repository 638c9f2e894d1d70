package dev.sinew.fit;

import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.sequence.RemoteVertices;
import dev.sinew.solve.weights.Smoothness;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The fit of KSO10: reduce the sequence once, find bones, alternate transforms, rest pose and weights, and return to full
 * coordinates at the end. A goal in terms of error repeats all but the reduction with other numbers of bones.
 */
public final class LinearFitSolver {
    /** B affine bones span at most 4B dimensions; a few more than that show where they miss, further ones do not. */
    private static final int DIMENSIONS_A_BONE = 5;

    private static final int MIN_DIMENSIONS = 64;

    /** E_RMS of about what the usual reduction loses, and what nobody sees. */
    private static final double NEARLY_EXACT = 0.3;

    private static final double EXACT = 0.02;

    /** Larger meshes are solved once: a second solve holds as much memory again. */
    private static final int MOST_TWICE = 1 << 17;

    private final MeshSequence sequence;
    private final FitOptions options;
    private final Progress progress;
    private final Optional<RemoteVertices> remote;

    public LinearFitSolver(MeshSequence sequence, FitOptions options, Progress progress) {
        this(sequence, options, progress, Optional.empty());
    }

    /** @param remote machines that run the passes over the vertices, where this one does not */
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
            progress.say("reduce", 0, 1);
            return solve(SolverInput.of(sequence, options.shading(), options.importance(), remote, workers), workers);
        }
    }

    /** The same with a subject that is there already; it has the sequence, the shading and the importance of the options. */
    FitResult solve(SolverInput subject, Workers workers) {
        return options.goal() instanceof FitOptions.Bones bones
                ? solveFor(bones.count(), subject, workers)
                : solveFor((FitOptions.Error) options.goal(), subject, workers);
    }

    private FitResult solveFor(int bones, SolverInput subject, Workers workers) {
        ReducedSequence reduced = reduced(subject, bones, options.seed());
        SingleFit.Finished finished = contest(subject, reduced, workers).solve(bones);
        boolean small = subject.sequence().vertexCount() <= MOST_TWICE;
        if (small && finished.erms() > EXACT && finished.erms() < NEARLY_EXACT) {
            // The loop cannot see errors below what the reduction lost: once more, with one that loses less.
            double loss = ReducedSequence.USUAL_LOSS * finished.erms();
            ReducedSequence finer = reduced(subject, loss, bones, options.seed());
            SingleFit.Finished again = contest(subject, finer, workers).solve(bones);
            if (again.erms() < finished.erms()) {
                finished = again;
                reduced = finer;
            }
        }
        List<CurvePoint> curve = List.of(new CurvePoint(finished.boneCount(), finished.erms()));
        return result(finished, finished.outcome(), curve, reduced, List.of());
    }

    private FitResult solveFor(FitOptions.Error goal, SolverInput subject, Workers workers) {
        BoneCountSearch search =
                new BoneCountSearch(goal.erms(), subject.sequence().vertexCount());
        double loss = ReducedSequence.USUAL_LOSS * Math.min(1, goal.erms());
        ReducedSequence reduced = reduced(subject, loss, search.most(), options.seed());
        KindContest run = contest(subject, reduced, workers);
        SingleFit.Finished best = null;
        while (search.hasNext()) {
            SingleFit.Finished finished = run.solve(search.next());
            search.hear(finished.erms());
            if (best == null || search.isBest()) {
                best = finished;
            }
        }
        if (search.reached()) {
            return result(best, best.outcome(), search.curve(), reduced, List.of());
        }
        String note = "an error of " + goal.erms() + " was not reached with up to " + search.most() + " bones";
        return result(best, Outcome.TARGET_NOT_REACHED, search.curve(), reduced, List.of(note));
    }

    private KindContest contest(SolverInput subject, ReducedSequence reduced, Workers workers) {
        Optional<Smoothness> smoothness = smoothness(subject, workers);
        return KindContest.of(options, kind -> new SingleFit(subject, reduced, kind, smoothness, progress, workers));
    }

    private Optional<Smoothness> smoothness(SolverInput subject, Workers workers) {
        return options.smooth() > 0
                ? Optional.of(Smoothness.of(subject.sequence(), options.smooth(), workers))
                : Optional.empty();
    }

    /** The sequence in as many dimensions as a fit with so many bones works in. */
    static ReducedSequence reduced(SolverInput subject, int bones, long seed) {
        return reduced(subject, ReducedSequence.USUAL_LOSS, bones, seed);
    }

    private static ReducedSequence reduced(SolverInput subject, double loss, int bones, long seed) {
        return subject.reduced(loss, Math.max(MIN_DIMENSIONS, DIMENSIONS_A_BONE * bones), seed);
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
                new Fitted<>(
                        FitAssembly.of(sequence, run, options),
                        outcome,
                        run.convergence().length,
                        run.convergence(),
                        notes),
                curve,
                reduced.dimensions());
    }
}
