package dev.sinew.job;

import static dev.sinew.job.form.Words.field;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.WarmFit;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.mesh.Importance;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Many fits of one sequence: it is read once, and requests with other options are solved one after another without files. The
 * results are those of separate runs.
 */
public final class WarmFits implements AutoCloseable {
    /** The fields that may change between fits. */
    public static final List<String> FIELDS = List.of(
            "bones",
            "error",
            "maxErms",
            "boneType",
            "influences",
            "shading",
            "smooth",
            "iterations",
            "tolerance",
            "seed");

    private final FitRequest first;
    private final MeshSequence sequence;
    private final Optional<Importance> importance;
    private final WarmFit warm;

    public WarmFits(FitRequest first, JobContext context) {
        if (first.rig().from() != null || !first.takes().files().isEmpty()) {
            throw new InvalidRequestException("a fit with " + field("from") + " or " + field("addClip")
                    + " cannot be kept ready, as it needs more than one sequence");
        }
        this.first = first;
        this.sequence = first.fitted(context.begin());
        this.importance =
                first.vertices().read(sequence.rest(), first.input().get(0).toString());
        this.warm = new WarmFit(sequence, context.threads());
    }

    public MeshSequence sequence() {
        return sequence;
    }

    /** @param values of {@link #FIELDS}, by name; null for a field that is not given */
    public FitResult solve(Map<String, ?> values, JobContext context) {
        JobRun run = context.begin();
        return warm.fit(options(values, run), run.progress());
    }

    /** The same with an early preview. @param early see {@link WarmFit} */
    public FitResult solve(Map<String, ?> values, JobContext context, Consumer<SkinnedModel> early) {
        JobRun run = context.begin();
        return warm.fit(options(values, run), run.progress(), early);
    }

    private FitOptions options(Map<String, ?> values, JobRun run) {
        Job<FitJobResult> request = first;
        for (Map.Entry<String, ?> value : values.entrySet()) {
            if (!FIELDS.contains(value.getKey())) {
                throw new InvalidRequestException(
                        field(value.getKey()) + " changes the sequence, which needs a separate run");
            }
            request = request.with(value.getKey(), value.getValue());
        }
        return ((FitRequest) request).options(sequence, run).withImportance(importance);
    }

    @Override
    public void close() {
        warm.close();
    }
}
