package dev.sinew.job;

import dev.sinew.io.ModelFile;
import dev.sinew.job.source.Inputs;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.job.tree.RunTree;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * The result of an evaluation.
 *
 * @param clip as measured: of the file, or solved
 * @param unseen if the motion was solved
 */
public record EvaluateJobResult(
        EvaluateRequest request,
        Path file,
        ModelFile read,
        Clip clip,
        Inputs.NamedSequence truth,
        PlayedErrors errors,
        Optional<Unseen> unseen,
        Map<String, Double> seconds)
        implements JobResult {
    @Override
    public List<String> notes() {
        List<String> notes = new ArrayList<>(truth.notes());
        unseen.flatMap(Unseen::note).ifPresent(notes::add);
        return notes;
    }

    @Override
    public Map<String, Object> tree() {
        Map<String, Object> options = new LinkedHashMap<>(request.sequence().described());
        options.put("solve", request.solve().toLowerCase(Locale.ROOT));
        options.put("clip", clip.name());
        return new RunTree("evaluate")
                .input(input())
                .options(options)
                .result(result())
                .error(ErrorTree.of(errors.error(), errors.fallback()))
                .seconds(seconds)
                .tree();
    }

    private Map<String, Object> input() {
        Map<String, Object> input = RunTree.input(
                file.toString(), read.model().rest(), clip.motion().frameCount());
        input.put(
                "against",
                RunTree.input(
                        truth.file(), truth.sequence().rest(), truth.sequence().frameCount()));
        return input;
    }

    private Map<String, Object> result() {
        SkinnedModel model = read.model();
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("bones", model.boneCount());
        result.put("boneType", Text.lowerCase(model.boneType()));
        result.put("influences", model.weights().maxInfluences());
        result.putAll(ModelTree.cost(read));
        result.put("clip", clip.name());
        result.put("unseen", unseen.map(Unseen::tree).orElse(null));
        result.put("notes", notes());
        return result;
    }
}
