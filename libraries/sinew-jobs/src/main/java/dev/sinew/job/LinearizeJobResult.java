package dev.sinew.job;

import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.linearize.LinearizeOptions;
import dev.sinew.linearize.LinearizeResult;
import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BlendBones;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.SolveResult;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a linearisation.
 *
 * @param source the input
 * @param model as the file has it
 * @param shown the clip that is looked at: the file's first, or the training poses
 * @param played what the written file plays in that clip
 * @param truth the nonlinear operator in that clip
 * @param rows training poses first, then every clip
 */
public record LinearizeJobResult(
        LinearizeRequest request,
        LinearizeOptions options,
        LinearizeResult solved,
        SkinnedModel source,
        SkinnedModel model,
        BlendBones blendBones,
        WrittenModel written,
        Clip shown,
        Clip played,
        MeshSequence truth,
        SequenceError error,
        List<Row> rows,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    /**
     * The error on some poses.
     *
     * @param name of the poses
     * @param seen whether the solver learnt from them, or from some of them
     * @param linear EE of the input under linear skinning
     * @param linearized EE of the written file
     */
    public record Row(String name, int frames, boolean seen, double linear, double linearized) {
        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("name", name);
            tree.put("frames", frames);
            tree.put("seen", seen);
            tree.put("linear", linear);
            tree.put("linearized", linearized);
            return tree;
        }
    }

    /** The bones that drive a blend bone, with their weights. */
    public Map<String, Double> drivers(int k) {
        SkinWeights u = solved.fitted().model().blendBones().weights();
        Map<String, Double> drivers = new LinkedHashMap<>();
        for (int at = k * u.influences(); at < k * u.influences() + u.influencesOf(k); at++) {
            drivers.put(source.skeleton().names().get(u.bones()[at]), u.weights()[at]);
        }
        return drivers;
    }

    @Override
    public Map<String, Object> tree() {
        SolveResult<?> fitted = solved.fitted();
        Map<String, Object> errors = ErrorTree.of(error);
        errors.put("envelopingError", rows.get(0).linearized());
        return new RunTree("linearize")
                .input(RunTree.input(request.input().toString(), source.rest(), truth.frameCount()))
                .options(request.described(options))
                .outcome(fitted.outcome(), fitted.iterations())
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
        tree.put("blendBones", blendBones.count());
        tree.put("operator", options.operator().word());
        tree.put("influences", model.weights().maxInfluences());
        tree.put("bonesPerVertex", model.weights().meanInfluences());
        tree.put("bonesPerVertexBefore", source.weights().meanInfluences());
        ModelTree.putWritten(tree, written);
        tree.put("keys", written.keys());
        tree.put("poses", rows.stream().map(Row::tree).toList());
        List<Object> drivers = new ArrayList<>();
        for (int k = 0; k < blendBones.count(); k++) {
            drivers.add(drivers(k));
        }
        tree.put("drivers", drivers);
        List<Object> curve = new ArrayList<>();
        for (CurvePoint point : solved.curve()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("blendBones", point.blendBones());
            pair.put("envelopingError", point.envelopingError());
            curve.add(pair);
        }
        tree.put("curve", curve);
        tree.put("notes", notes);
        return tree;
    }
}
