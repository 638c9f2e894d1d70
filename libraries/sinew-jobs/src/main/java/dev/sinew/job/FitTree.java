package dev.sinew.job;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.fit.PartialOptions;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.job.tree.WrittenTree;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.Fitted;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a fit made, by name. */
final class FitTree {
    private FitTree() {}

    static Map<String, Object> of(FitMade made) {
        Fitted<?> fitted = made.fit().fitted();
        FitTask task = made.task();
        return new RunTree("fit")
                .input(RunTree.input(
                        task.input(), task.truth().first().rest(), task.truth().frameCount()))
                .options(task.options())
                .outcome(fitted.outcome(), fitted.iterations())
                .result(result(made))
                .error(ErrorTree.of(made.error(), made.errors().fallback()))
                .seconds(made.seconds())
                .tree();
    }

    static Map<String, Object> result(FitMade made) {
        FitResult fit = made.fit();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", made.task().output().toString());
        tree.put("bones", made.model().boneCount());
        tree.put("boneType", Text.lowerCase(made.model().boneType()));
        tree.put("influences", made.model().weights().maxInfluences());
        tree.put("bonesPerVertex", made.model().weights().meanInfluences());
        tree.put("reducedDimensions", fit.reducedDimensions());
        tree.put("correctives", made.model().correctives().count());
        WrittenTree.put(tree, made.written());
        tree.put("keys", made.written().keys());
        tree.put("insertedKeys", made.written().insertedKeys());
        tree.put("addedVertices", made.written().addedVertices());
        List<Object> curve = new ArrayList<>();
        for (CurvePoint point : fit.curve()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("bones", point.bones());
            pair.put("erms", point.erms());
            curve.add(pair);
        }
        tree.put("curve", curve);
        tree.put("clips", clips(made));
        tree.put("notes", made.notes());
        return tree;
    }

    private static List<Object> clips(FitMade made) {
        List<Object> clips = new ArrayList<>();
        for (int k = 0; k < made.clipErrors().size(); k++) {
            MeshSequence take = made.task().truth().sequences().get(k);
            SequenceError error = made.clipErrors().get(k);
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
        tree.put("error", options.goal() instanceof FitOptions.Error error ? error.erms() : null);
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
