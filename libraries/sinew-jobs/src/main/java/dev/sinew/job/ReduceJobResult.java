package dev.sinew.job;

import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.measure.SequenceError;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.run.SolveResult;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a reduction.
 *
 * @param model as the file has it
 * @param clip of the file, that is measured
 * @param before how far the input is from the same truth
 * @param weightRms of the file's weights against the input's
 */
public record ReduceJobResult(
        ReduceRequest request,
        ModelSource source,
        ReduceOptions options,
        SolveResult<SkinnedModel> reduced,
        SkinnedModel model,
        Clip clip,
        WrittenModel written,
        SequenceError error,
        SequenceError before,
        double weightRms,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    @Override
    public Map<String, Object> tree() {
        Map<String, Object> errors = source.clip().isPresent() ? ErrorTree.of(error) : new LinkedHashMap<>();
        errors.put("weightRms", weightRms);
        return new RunTree("reduce")
                .input(RunTree.input(source.file(), source.model().rest(), source.frameCount()))
                .options(request.described(options))
                .outcome(reduced.outcome(), reduced.iterations())
                .result(result())
                .error(errors)
                .seconds(seconds)
                .tree();
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", request.output().toString());
        tree.put("bones", model.boneCount());
        tree.put("influences", model.weights().maxInfluences());
        tree.put("bonesPerVertex", model.weights().meanInfluences());
        tree.put("inputInfluences", source.model().weights().maxInfluences());
        tree.put("inputErms", source.clip().isPresent() ? before.erms() : null);
        ModelTree.putWritten(tree, written);
        tree.put("notes", notes);
        return tree;
    }
}
