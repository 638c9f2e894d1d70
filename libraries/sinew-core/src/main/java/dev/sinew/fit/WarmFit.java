package dev.sinew.fit;

import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.SolverInput;
import dev.sinew.solve.sequence.ReducedSequence;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A sequence that stays ready for one fit after another: threads, welded vertices, units and true normals are kept between them, as
 * long as the weights of normals and vertices stay the same. The results are those of {@link LinearFit}. For one thread at a time.
 */
public final class WarmFit implements AutoCloseable {
    private final MeshSequence sequence;
    private final Workers workers;
    private SolverInput subject;
    private double shading;
    private Optional<Importance> importance = Optional.empty();
    /** Of this subject, from the last fit. */
    private ReducedSequence reduced;
    /** What fits came to, by number of bones. */
    private final NavigableMap<Integer, SkinState> before = new TreeMap<>();

    public WarmFit(MeshSequence sequence, int threads) {
        this.sequence = sequence;
        this.workers = new Workers(threads);
    }

    /** @throws dev.sinew.run.CancelledException when {@code progress} stops the run */
    public FitResult of(FitOptions options, Progress progress) {
        prepare(options, progress);
        return solved(options, new Looks(progress, fit -> {}));
    }

    private void prepare(FitOptions options, Progress progress) {
        progress.say("reduce", 0, 1);
        if (subject == null
                || options.shading() != shading
                || !options.importance().equals(importance)) {
            subject = SolverInput.of(sequence, options.shading(), options.importance(), workers);
            shading = options.shading();
            importance = options.importance();
            reduced = null;
        }
    }

    /**
     * The same with something to look at before it is done: where a fit with at least as many bones went before, what is left of it without the least useful
     * ones; else the model as it is after the first step on all vertices, when about a third of the time has gone.
     *
     * @param early hears one model, to the eye near the last one
     */
    public FitResult of(FitOptions options, Progress progress, Consumer<SkinnedModel> early) {
        prepare(options, progress);
        Consumer<FitIterate> shown = fit -> early.accept(fit.model(sequence, options));
        Optional<FitIterate> ahead = ahead(options, progress);
        ahead.ifPresent(shown);
        return solved(options, new Looks(progress, ahead.isPresent() ? fit -> {} : shown));
    }

    private FitResult solved(FitOptions options, Looks looks) {
        FitResult result = new LinearFitSolver(sequence, options, looks).solve(subject, workers);
        looks.last.ifPresent(this::remember);
        return result;
    }

    private Optional<FitIterate> ahead(FitOptions options, Progress progress) {
        if (!(options.goal() instanceof FitOptions.Bones bones) || before.ceilingEntry(bones.count()) == null) {
            return Optional.empty();
        }
        if (reduced == null) {
            reduced = LinearFitSolver.reduced(subject, bones.count(), options.seed());
        }
        PrunedFit pruned = new PrunedFit(subject, reduced, options, progress, workers);
        return Optional.of(pruned.of(before.ceilingEntry(bones.count()).getValue(), bones.count()));
    }

    /** The last one, and the one with the most bones, which others can come from. */
    private void remember(FitIterate fit) {
        int bones = PrunedFit.boneCount(fit.state());
        int most = Math.max(bones, before.isEmpty() ? 0 : before.lastKey());
        before.keySet().removeIf(count -> count != most);
        before.put(bones, fit.state());
        reduced = fit.reduced();
    }

    /** Hands the first model on, and everything to whoever looks on anyway. */
    private static final class Looks implements Progress {
        private final Progress others;
        private final Consumer<FitIterate> early;
        private Optional<FitIterate> last = Optional.empty();

        Looks(Progress others, Consumer<FitIterate> early) {
            this.others = others;
            this.early = early;
        }

        @Override
        public Answer report(Step step) {
            return others.report(step);
        }

        @Override
        public void look(Iterate iterate) {
            if (iterate instanceof FitIterate fit) {
                if (last.isEmpty()) {
                    early.accept(fit);
                }
                last = Optional.of(fit);
            }
            others.look(iterate);
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
