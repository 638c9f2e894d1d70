package dev.sinew.job;

import dev.sinew.fit.Takes;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.job.tree.ModelTree;
import dev.sinew.job.tree.RunTree;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.BoneNames;
import dev.sinew.rig.HumanoidNames;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.run.SolveResult;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The result of rigging.
 *
 * @param input as the user called it
 * @param takes what the model is measured against: the input in the rest pose that was chosen, one sequence for each clip
 * @param model as the file has it
 * @param error of the file on disk
 * @param clips of the file, that of the input first
 * @param lods models of fewer of the bones, beside it
 * @param unseen the error on poses that were left out
 */
public record RigJobResult(
        RigRequest request,
        String input,
        Takes takes,
        RigOptions options,
        RigResult rig,
        SkinnedModel model,
        WrittenModel written,
        SequenceError error,
        List<Played> clips,
        List<Lod> lods,
        Optional<Unseen> unseen,
        List<String> notes,
        Map<String, Double> seconds)
        implements JobResult {
    /** A clip and its error. */
    public record Played(String name, SequenceError error) {}

    /**
     * A model with fewer bones.
     *
     * @param bones that move something
     * @param names of all
     */
    public record Lod(Path file, int bones, List<String> names, SequenceError error) {}

    /** The same with models that have fewer bones, and notes about them. */
    RigJobResult withLods(List<Lod> made, List<String> said) {
        List<String> all = new ArrayList<>(notes);
        all.addAll(said);
        return new RigJobResult(
                request, input, takes, options, rig, model, written, error, clips, made, unseen, all, seconds);
    }

    /** The same with the error on poses that were left out, and a note about it. */
    RigJobResult withUnseen(Unseen measured) {
        List<String> all = new ArrayList<>(notes);
        measured.note().ifPresent(all::add);
        return new RigJobResult(
                request,
                input,
                takes,
                options,
                rig,
                model,
                written,
                error,
                clips,
                lods,
                Optional.of(measured),
                all,
                seconds);
    }

    /** All frames of the input. */
    public MeshSequence truth() {
        return takes.joined();
    }

    /** All clips, one after another, as {@link #truth} has them. */
    public Clip played() {
        return takes.join(model.clips());
    }

    @Override
    public Map<String, Object> tree() {
        SolveResult<?> fitted = rig.fitted();
        return new RunTree("rig")
                .input(RunTree.input(input, takes.first().rest(), takes.frameCount()))
                .options(request.described(options))
                .outcome(fitted.outcome(), fitted.iterations())
                .result(result())
                .error(ErrorTree.of(error))
                .seconds(seconds)
                .tree();
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", request.output().toString());
        tree.put("bones", rig.bones());
        tree.put("boneType", Text.lowerCase(model.boneType()));
        tree.put("clusters", rig.clusters());
        tree.put("influences", model.weights().maxInfluences());
        tree.put("bonesPerVertex", model.weights().meanInfluences());
        tree.put("correctives", model.correctives().count());
        ModelTree.putWritten(tree, written);
        tree.put("keys", written.keys());
        tree.put("skeleton", skeleton(rig.fitted().model().skeleton()));
        List<Object> pruning = new ArrayList<>();
        for (PruningPoint point : rig.pruning()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("bones", point.bones());
            pair.put("rmsePercent", point.rmsePercent());
            pruning.add(pair);
        }
        tree.put("pruning", pruning);
        tree.put("joints", joints());
        tree.put("names", names());
        tree.put("clips", clips.stream().map(RigJobResult::described).toList());
        tree.put("lods", lods.stream().map(RigJobResult::described).toList());
        tree.put("unseen", unseen.map(Unseen::tree).orElse(null));
        tree.put("notes", notes);
        return tree;
    }

    /** The kind of body, the confidence, and the bones of VRM's humanoid. */
    private Map<String, Object> names() {
        Map<String, Object> tree = new LinkedHashMap<>();
        BoneNames names = rig.names();
        tree.put("body", names.kind().orElse(null));
        // Rounding may exceed 1.
        tree.put("confidence", Math.min(1, names.confidence()));
        if (!names.humanoid().isEmpty()) {
            tree.put("humanoid", names.humanoid());
            List<String> missing = HumanoidNames.REQUIRED.stream()
                    .filter(word -> !names.humanoid().containsKey(word))
                    .toList();
            tree.put("missing", missing);
        }
        return tree;
    }

    private static Map<String, Object> described(Played clip) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", clip.name());
        tree.put("erms", clip.error().erms());
        tree.put("rmsePercent", clip.error().rmsePercent());
        return tree;
    }

    private static Map<String, Object> described(Lod lod) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", lod.file().toString());
        tree.put("bones", lod.bones());
        tree.put("boneNames", lod.names());
        tree.put("erms", lod.error().erms());
        tree.put("rmsePercent", lod.error().rmsePercent());
        return tree;
    }

    private Map<String, Object> joints() {
        Map<String, Object> tree = new LinkedHashMap<>();
        List<RigResult.Joint> joints = rig.joints();
        long inside = joints.stream().filter(RigResult.Joint::inside).count();
        tree.put("inside", joints.isEmpty() ? null : (double) inside / joints.size());
        Map<String, Object> each = new LinkedHashMap<>();
        for (RigResult.Joint joint : joints) {
            Map<String, Object> facts = new LinkedHashMap<>();
            facts.put("certainty", joint.certainty());
            facts.put("turnDegrees", joint.turnDegrees());
            facts.put("outsidePercent", joint.outsidePercent());
            each.put(joint.name(), facts);
        }
        tree.put("each", each);
        return tree;
    }

    static List<Object> skeleton(Skeleton skeleton) {
        List<Object> nodes = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            Map<String, Object> node = new LinkedHashMap<>();
            int parent = skeleton.parents()[j];
            node.put("name", skeleton.names().get(j));
            node.put("parent", parent == Skeleton.NONE ? null : skeleton.names().get(parent));
            node.put(
                    "joint",
                    List.of(skeleton.pivots()[3 * j], skeleton.pivots()[3 * j + 1], skeleton.pivots()[3 * j + 2]));
            nodes.add(node);
        }
        return nodes;
    }

    /** The solver's options, by name. */
    public static Map<String, Object> described(RigOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        RigOptions.Goal goal = options.goal();
        tree.put("bones", goal instanceof RigOptions.Bones bones ? bones.count() : null);
        tree.put("error", goal instanceof RigOptions.Error error ? error.percent() : null);
        tree.put("detail", goal instanceof RigOptions.Detail detail ? Text.lowerCase(detail) : null);
        tree.put("clusters", options.clusters());
        tree.put("influences", options.influences());
        tree.put("smooth", options.smooth());
        RigOptions.Form form = options.form();
        tree.put("rootMotion", form.rootMotion() == RigOptions.RootMotion.OWN_NODE);
        tree.put("symmetric", Text.lowerCase(form.symmetric()));
        tree.put("names", Text.lowerCase(form.names()));
        tree.put("axis", form.axes().map(Text::lowerCase).orElse("none"));
        tree.put("iterations", options.maxIterations());
        tree.put("threads", options.threads());
        tree.put("seed", options.seed());
        return tree;
    }
}
