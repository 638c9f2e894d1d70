package dev.sinew.fit;

import dev.sinew.math.Workers;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.solve.Subject;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * A sequence that stays ready for one fit after another: threads, welded vertices, units and true normals are kept between them, as
 * long as the weights of normals and vertices stay the same. The results are those of {@link LinearFit}. For one thread at a time.
 */
public final class WarmFit implements AutoCloseable {
    private final MeshSequence sequence;
    private final Workers workers;
    private Subject subject;
    private double shading;
    private Optional<Importance> importance = Optional.empty();

    public WarmFit(MeshSequence sequence, int threads) {
        this.sequence = sequence;
        this.workers = new Workers(threads);
    }

    /** @throws dev.sinew.run.CancelledException when {@code progress} stops the run */
    public FitResult of(FitOptions options, Progress progress) {
        progress.say("reduce", 0, 1);
        if (subject == null
                || options.shading() != shading
                || !options.importance().equals(importance)) {
            subject = Subject.of(sequence, options.shading(), options.importance(), workers);
            shading = options.shading();
            importance = options.importance();
        }
        return new LinearFitSolver(sequence, options, progress).solve(subject, workers);
    }

    /**
     * The same with something to look at before it is done.
     *
     * @param early hears the model as it is after the first step on all vertices, when about a third of the time has gone: to the eye
     *     it plays as the last one does
     */
    public FitResult of(FitOptions options, Progress progress, Consumer<SkinnedModel> early) {
        return of(options, new EarlyLook(options, progress, early));
    }

    /** Hands the first model on, and everything to whoever looks on anyway. */
    private final class EarlyLook implements Progress {
        private final FitOptions options;
        private final Progress others;
        private final Consumer<SkinnedModel> early;
        private boolean shown;

        EarlyLook(FitOptions options, Progress others, Consumer<SkinnedModel> early) {
            this.options = options;
            this.others = others;
            this.early = early;
        }

        @Override
        public Answer report(Step step) {
            return others.report(step);
        }

        @Override
        public void look(Iterate iterate) {
            if (!shown && iterate instanceof FitIterate fit) {
                shown = true;
                early.accept(fit.model(sequence, options));
            }
            others.look(iterate);
        }
    }

    @Override
    public void close() {
        workers.close();
    }
}
