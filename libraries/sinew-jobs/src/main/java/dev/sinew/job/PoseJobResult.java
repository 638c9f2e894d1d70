package dev.sinew.job;

import dev.sinew.io.handles.Targets;
import dev.sinew.job.source.PosableModel;
import dev.sinew.job.source.TargetMotion;
import dev.sinew.job.text.Text;
import dev.sinew.job.tree.RunTree;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The poses of all frames.
 *
 * @param model with the clip, if it was posed by its skeleton
 * @param posable if it was posed by handles
 * @param frames positions, frame by frame
 * @param clip the motion of the model's bones
 * @param iterations of all frames; for a skeleton the number of frames
 * @param unsettled seconds of the frames that still moved at the bound on solves
 * @param missed the target that is missed most; empty for handles
 */
public record PoseJobResult(
        PoseRequest request,
        SkinnedModel model,
        Optional<PosableModel> posable,
        Targets targets,
        float[][] frames,
        Clip clip,
        int iterations,
        List<Double> unsettled,
        Optional<Missed> missed,
        Map<String, Double> seconds)
        implements JobResult {
    /** A target that is missed by more than this, in percent of the size, is reported. */
    private static final double REPORTED_PERCENT = 0.1;

    /**
     * A target that was not reached.
     *
     * @param target its name, and when
     * @param percent of the size
     */
    public record Missed(String target, double percent) {}

    private Outcome outcome() {
        return unsettled.isEmpty() ? Outcome.CONVERGED : Outcome.ITERATION_LIMIT;
    }

    @Override
    public List<String> notes() {
        if (unsettled.isEmpty()) {
            return missed.filter(miss -> miss.percent() > REPORTED_PERCENT)
                    .map(miss -> List.of(miss.target() + " is missed by " + Text.number(miss.percent())
                            + " % of the size; it may be out of reach, or other targets hold it back"))
                    .orElse(List.of());
        }
        String after = " still moved after " + PosableModel.MOST_ROUNDS + " solves";
        return List.of(
                frames.length == 1
                        ? "the pose" + after + " and has not converged"
                        : Text.count(unsettled.size(), "frame") + after + ", the first at "
                                + Text.number(unsettled.get(0)) + " s; they have not converged");
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
        options.put("clipName", request.clipName());
        options.putAll(request.storage().described());
        return new RunTree("pose")
                .input(RunTree.input(request.input().toString(), model.rest(), 1))
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
        tree.put("clip", clip.name());
        tree.put("missedPercent", missed.map(Missed::percent).orElse(null));
        tree.put("notes", notes());
        return tree;
    }
}
