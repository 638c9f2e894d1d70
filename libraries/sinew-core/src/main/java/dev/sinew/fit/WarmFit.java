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
 * Keeps a sequence ready for one fit after another. Threads, welded vertices, units and true normals are reused while the weights of
 * normals and vertices stay the same. Results are the same as those of {@link LinearFit}. Not thread-safe.
 */
public final class WarmFit implements AutoCloseable {
    private final MeshSequence sequence;
    private final Workers workers;
    private SolverInput input;
    private double shading;
    private Optional<Importance> importance = Optional.empty();
    /** Reduction of this input, from the last fit. */
    private ReducedSequence reduced;
    /** Results of earlier fits by number of bones. */
    private final NavigableMap<Integer, SkinState> before = new TreeMap<>();

    public WarmFit(MeshSequence sequence, int threads) {
        this.sequence = sequence;
        this.workers = new Workers(threads);
    }

    /** @throws dev.sinew.run.CancelledException if {@code progress} cancels the run */
    public FitResult fit(FitOptions options, Progress progress) {
        prepare(options, progress);
        return solve(options, new PreviewRelay(progress, fit -> {}));
    }

    private void prepare(FitOptions options, Progress progress) {
        progress.update("reduce", 0, 1);
        if (input == null
                || options.shading() != shading
                || !options.importance().equals(importance)) {
            input = SolverInput.of(sequence, options.shading(), options.importance(), workers);
            shading = options.shading();
            importance = options.importance();
            reduced = null;
        }
    }

    /**
     * The same with an early preview. If an earlier fit has at least as many bones, the preview is that fit without the least useful ones.
     * Otherwise it is the model after the first step on all vertices, after about a third of the time.
     *
     * @param early receives one model that looks close to the final one
     */
    public FitResult fit(FitOptions options, Progress progress, Consumer<SkinnedModel> early) {
        prepare(options, progress);
        Consumer<FitIterate> shown = fit -> early.accept(fit.model(sequence, options));
        Optional<FitIterate> ahead = estimate(options, progress);
        ahead.ifPresent(shown);
        return solve(options, new PreviewRelay(progress, ahead.isPresent() ? fit -> {} : shown));
    }

    private FitResult solve(FitOptions options, PreviewRelay preview) {
        FitResult result = new LinearFitSolver(sequence, options, preview).solve(input, workers);
        preview.last.ifPresent(this::remember);
        return result;
    }

    private Optional<FitIterate> estimate(FitOptions options, Progress progress) {
        if (!(options.goal() instanceof FitOptions.Bones bones) || before.ceilingEntry(bones.count()) == null) {
            return Optional.empty();
        }
        if (reduced == null) {
            reduced = LinearFitSolver.reduce(input, bones.count(), options.seed());
        }
        PrunedFit pruned = new PrunedFit(input, reduced, options, progress, workers);
        return Optional.of(pruned.estimate(before.ceilingEntry(bones.count()).getValue(), bones.count()));
    }

    /** Remembers the last fit and the one with the most bones, from which others can start. */
    private void remember(FitIterate fit) {
        int bones = PrunedFit.boneCount(fit.state());
        int most = Math.max(bones, before.isEmpty() ? 0 : before.lastKey());
        before.keySet().removeIf(count -> count != most);
        before.put(bones, fit.state());
        reduced = fit.reduced();
    }

    /** Passes the first model to {@code early}, and everything to the other listener. */
    private static final class PreviewRelay implements Progress {
        private final Progress others;
        private final Consumer<FitIterate> early;
        private Optional<FitIterate> last = Optional.empty();

        PreviewRelay(Progress others, Consumer<FitIterate> early) {
            this.others = others;
            this.early = early;
        }

        @Override
        public Answer report(Step step) {
            return others.report(step);
        }

        @Override
        public void preview(Iterate iterate) {
            if (iterate instanceof FitIterate fit) {
                if (last.isEmpty()) {
                    early.accept(fit);
                }
                last = Optional.of(fit);
            }
            others.preview(iterate);
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
