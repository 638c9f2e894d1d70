package dev.sinew.job;

import dev.sinew.fit.FitResult;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.measure.SequenceError;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Map;

/**
 * What a fit made.
 *
 * @param model as the file has it
 * @param played what the file plays for all takes, one after another
 * @param errors of the file on disk, over all takes
 * @param clipErrors the same, one per take
 */
public record FitMade(
        FitTask task,
        FitResult fit,
        SkinnedModel model,
        WrittenModel written,
        Clip played,
        PlayedErrors errors,
        List<SequenceError> clipErrors,
        List<String> notes,
        Map<String, Double> seconds)
        implements Made {
    @Override
    public Map<String, Object> tree() {
        return FitTree.of(this);
    }

    /** Of the model as it is, whoever can play it. */
    public SequenceError error() {
        return errors.error();
    }

    /** The {@code result} of the tree. */
    public Map<String, Object> result() {
        return FitTree.result(this);
    }
}
