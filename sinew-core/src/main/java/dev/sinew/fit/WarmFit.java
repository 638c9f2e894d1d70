package dev.sinew.fit;

import dev.sinew.math.Workers;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.Progress;
import dev.sinew.solve.Subject;
import java.util.Optional;

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

    @Override
    public void close() {
        workers.close();
    }
}
