package dev.sinew.job;

import dev.sinew.io.handles.Targets;
import dev.sinew.job.source.PosableModel;
import dev.sinew.job.source.TargetMotion;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.RunTree;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.run.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The poses of all frames.
 *
 * @param frames positions, frame by frame
 * @param matrices of the model's bones, frame by frame
 * @param unsettled seconds of the frames that still moved at the bound on solves
 */
public record PoseJobResult(
        PoseRequest request,
        PosableModel posable,
        Targets targets,
        float[][] frames,
        double[] matrices,
        int iterations,
        List<Double> unsettled,
        Map<String, Double> seconds)
        implements JobResult {
    private Outcome outcome() {
        return unsettled.isEmpty() ? Outcome.CONVERGED : Outcome.ITERATION_LIMIT;
    }

    @Override
    public List<String> notes() {
        if (unsettled.isEmpty()) {
            return List.of();
        }
        String after = " still moved after " + PosableModel.MOST_ROUNDS + " solves";
        return List.of(
                frames.length == 1
                        ? "the pose" + after + " and has not converged"
                        : Text.count(unsettled.size(), "frame") + after + ", the first at "
                                + Text.number(unsettled.get(0)) + " s; they have not converged");
    }

    /** The motion of the model's bones. */
    public Clip clip() {
        BoneMotion motion = new BoneMotion(posable.model().boneCount(), frames.length, matrices);
        return new Clip("pose", targets.framesPerSecond(), motion);
    }

    /** The targets at the last key. */
    public List<Targets.Target> last() {
        List<Targets.Key> keys = targets.keys();
        return TargetMotion.at(keys, keys.get(keys.size() - 1).seconds());
    }

    @Override
    public Map<String, Object> tree() {
        Map<String, Object> options = new LinkedHashMap<>();
        options.put("targets", request.targets().toString());
        options.putAll(request.storage().described());
        return new RunTree("pose")
                .input(RunTree.input(request.input().toString(), posable.model().rest(), 1))
                .options(options)
                .outcome(outcome(), iterations)
                .result(result())
                .seconds(seconds)
                .tree();
    }

    /** The {@code result} of the JSON. */
    public Map<String, Object> result() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", request.output().toString());
        tree.put("frames", frames.length);
        tree.put("iterations", iterations);
        tree.put("notes", notes());
        return tree;
    }
}
