package dev.sinew.job;

import dev.sinew.edit.Edit;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.source.PosesOfModel;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Outcome;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of edits.
 *
 * @param poses what weights and rotations were solved again for
 * @param steps one per edit
 * @param model as the file has it
 * @param clip of the file, that is measured
 */
public record EditJobResult(
        EditRequest request,
        ModelSource source,
        Optional<PosesOfModel> poses,
        List<Step> steps,
        SkinnedModel model,
        Clip clip,
        WrittenModel written,
        SequenceError error,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    /**
     * One edit.
     *
     * @param model as it left it, and as a file has it
     * @param error of that
     */
    public record Step(Edit edit, SkinnedModel model, SequenceError error) {}

    @Override
    public Map<String, Object> tree() {
        return new RunTree("edit")
                .input(RunTree.input(source.file(), source.model().rest(), source.frameCount()))
                .options(request.described())
                .outcome(Outcome.CONVERGED, 0)
                .result(result())
                .error(ErrorTree.of(error))
                .seconds(seconds)
                .tree();
    }

    /** Joints without vertices: ends of bones, and joints that only carry others. */
    private static int weightless(SkinnedModel model) {
        return model.boneCount() - model.movingBoneCount();
    }

    /** "18 bones and 5 joints without weights"; {@code rig} counts bones with vertices, too. */
    public static String bones(SkinnedModel model) {
        String bones = Text.count(model.movingBoneCount(), "bone");
        int others = weightless(model);
        return others == 0 ? bones : bones + " and " + Text.count(others, "joint") + " without weights";
    }

    /** The reference for errors: the examples, or what the input plays. */
    public MeshSequence truth() {
        return poses.map(PosesOfModel::sequence).orElseGet(source::truth);
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", request.output().toString());
        tree.put("bones", model.movingBoneCount());
        tree.put("weightlessJoints", weightless(model));
        tree.put("boneType", Text.lowerCase(model.boneType()));
        tree.put("influences", model.weights().maxInfluences());
        tree.put("inputBones", source.model().movingBoneCount());
        tree.put("inputWeightlessJoints", weightless(source.model()));
        tree.put(
                "inputErms",
                poses.flatMap(PosesOfModel::before).map(SequenceError::erms).orElse(null));
        ModelTree.putWritten(tree, written);
        List<Object> edits = new ArrayList<>();
        for (Step step : steps) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("edit", EditTree.of(step.edit()));
            entry.put("bones", step.model().movingBoneCount());
            entry.put("weightlessJoints", weightless(step.model()));
            entry.put("error", ErrorTree.of(step.error()));
            edits.add(entry);
        }
        tree.put("edits", edits);
        tree.put("skeleton", RigJobResult.skeleton(model.skeleton()));
        tree.put("notes", notes);
        return tree;
    }
}
