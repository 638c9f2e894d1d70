package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.WarmFit;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One sequence, many fits: it is read once, and requests that differ in how it is fitted are solved one after another without files.
 * What they find is what the same request finds on its own.
 */
public final class WarmFits implements AutoCloseable {
    /** What may differ from one to the next: nothing that changes the sequence. */
    public static final List<String> FIELDS =
            List.of("bones", "error", "boneType", "influences", "shading", "smooth", "iterations", "tolerance", "seed");

    private final FitRequest first;
    private final MeshSequence sequence;
    private final Optional<Importance> importance;
    private final WarmFit warm;

    public WarmFits(FitRequest first, Desk desk) {
        if (first.rig().from() != null || !first.takes().files().isEmpty()) {
            throw new WrongRequestException("a fit with " + field("from") + " or " + field("addClip")
                    + " is not kept ready: it starts from more than one sequence");
        }
        this.first = first;
        this.sequence = first.fitted(desk.begin());
        this.importance =
                first.vertices().read(sequence.rest(), first.input().get(0).toString());
        this.warm = new WarmFit(sequence, desk.threads());
    }

    public MeshSequence sequence() {
        return sequence;
    }

    /** @param values of {@link #FIELDS}, by name; null for what is not to be said */
    public FitResult solve(Map<String, ?> values, Desk desk) {
        Work work = desk.begin();
        return warm.of(options(values, work), work.progress());
    }

    /** The same with something to look at on the way. @param early see {@link WarmFit} */
    public FitResult solve(Map<String, ?> values, Desk desk, Consumer<SkinnedModel> early) {
        Work work = desk.begin();
        return warm.of(options(values, work), work.progress(), early);
    }

    private FitOptions options(Map<String, ?> values, Work work) {
        Job<FitMade> request = first;
        for (Map.Entry<String, ?> value : values.entrySet()) {
            if (!FIELDS.contains(value.getKey())) {
                throw new WrongRequestException(
                        field(value.getKey()) + " changes what is fitted; a run of its own does that");
            }
            request = request.with(value.getKey(), value.getValue());
        }
        return ((FitRequest) request).options(work).withImportance(importance);
    }

    @Override
    public void close() {
        warm.close();
    }
}
