package dev.sinew.job;

import dev.sinew.drive.DriveResult;
import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.fit.PartialOptions;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.DriveTree;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.PlayedErrors;
import dev.sinew.job.tree.RunTree;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.SolveResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of a fit.
 *
 * @param model as the file has it
 * @param played what the file plays for all takes, one after another
 * @param errors of the file on disk, over all takes
 * @param clipErrors the same, one per take
 * @param driven what the drivers of helper bones were learnt from, if there are any
 */
public record FitJobResult(
        FitTask task,
        FitResult fit,
        SkinnedModel model,
        WrittenModel written,
        Clip played,
        PlayedErrors errors,
        List<SequenceError> clipErrors,
        Optional<DriveResult> driven,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    /** The error of the model itself, even if not every program can play it. */
    public SequenceError error() {
        return errors.error();
    }

    @Override
    public Map<String, Object> tree() {
        SolveResult<?> fitted = fit.fitted();
        return new RunTree(task.command())
                .input(RunTree.input(
                        task.input(), task.truth().first().rest(), task.truth().frameCount()))
                .options(task.options())
                .outcome(fitted.outcome(), fitted.iterations())
                .result(result())
                .error(ErrorTree.of(error(), errors.fallback()))
                .seconds(seconds)
                .tree();
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", task.output().toString());
        tree.put("bones", model.boneCount());
        tree.put("boneType", Text.lowerCase(model.boneType()));
        tree.put("influences", model.weights().maxInfluences());
        tree.put("bonesPerVertex", model.weights().meanInfluences());
        tree.put("reducedDimensions", fit.reducedDimensions());
        tree.put("correctives", model.correctives().count());
        ModelTree.putWritten(tree, written);
        tree.put("keys", written.keys());
        tree.put("insertedKeys", written.insertedKeys());
        tree.put("addedVertices", written.addedVertices());
        List<Object> curve = new ArrayList<>();
        for (CurvePoint point : fit.curve()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("bones", point.bones());
            pair.put("erms", point.erms());
            curve.add(pair);
        }
        tree.put("curve", curve);
        tree.put("clips", clips());
        driven.ifPresent(d -> tree.put("drivers", DriveTree.of(d)));
        tree.put("notes", notes);
        return tree;
    }

    private List<Object> clips() {
        List<Object> clips = new ArrayList<>();
        for (int k = 0; k < clipErrors.size(); k++) {
            MeshSequence take = task.truth().sequences().get(k);
            SequenceError error = clipErrors.get(k);
            Map<String, Object> clip = new LinkedHashMap<>();
            clip.put("name", take.name());
            clip.put("frames", take.frameCount());
            clip.put("framesPerSecond", take.framesPerSecond());
            clip.put("erms", error.erms());
            clip.put("rmsePercent", error.rmsePercent());
            clips.add(clip);
        }
        return clips;
    }

    static Map<String, Object> described(FitOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("bones", options.goal() instanceof FitOptions.Bones bones ? bones.count() : null);
        tree.put("maxErms", options.goal() instanceof FitOptions.Error error ? error.erms() : null);
        tree.put("boneType", Text.lowerCase(options.boneType()));
        tree.put("smooth", options.smooth());
        tree.put("shading", options.shading());
        tree.put("influences", options.isDense() ? "dense" : options.influences());
        tree.put("iterations", options.maxIterations());
        tree.put("tolerance", options.tolerance());
        tree.put("threads", options.threads());
        tree.put("seed", options.seed());
        return tree;
    }

    static Map<String, Object> described(PartialOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("boneType", Text.lowerCase(options.boneType()));
        tree.put("smooth", options.smooth());
        tree.put("shading", options.shading());
        tree.put("influences", options.influences());
        tree.put("iterations", options.maxIterations());
        tree.put("tolerance", options.tolerance());
        tree.put("threads", options.threads());
        return tree;
    }
}
