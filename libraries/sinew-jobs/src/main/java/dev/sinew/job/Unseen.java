package dev.sinew.job;

import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.HoldOut;
import dev.sinew.job.text.Text;
import dev.sinew.job.text.Verdict;
import dev.sinew.job.tree.ErrorTree;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.retarget.UnseenMotion;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * The error on poses that a model was not made from: its rotations and the position of its root are solved for them, weights and joints stay.
 *
 * @param poses what was left out, in words
 * @param numbers of the frames, as users count them
 * @param seenPercent average error on the examples, in percent of the size, if known
 */
public record Unseen(
        String poses, int[] numbers, UnseenMotion motion, SequenceError error, Optional<Double> seenPercent) {
    /** An error on unseen poses that is larger than this many times that of the examples is explained in a note. */
    private static final double MUCH_LARGER = 1.5;

    private static final int MAX_JOINTS = 4;
    private static final int MAX_FRAMES = 3;

    /** The error of a model on parts that were left out of it. */
    static Unseen measure(SkinnedModel model, HoldOut.Parts parts, double seenPercent, JobRun run) {
        return measure(model, parts.unseen(), parts.numbers(), parts.name(), Optional.of(seenPercent), run);
    }

    /** The error of a model on a sequence. */
    static Unseen measure(SkinnedModel model, MeshSequence poses, String words, JobRun run) {
        int[] numbers = IntStream.range(0, poses.frameCount()).toArray();
        return measure(model, poses, numbers, words, Optional.empty(), run);
    }

    private static Unseen measure(
            SkinnedModel model,
            MeshSequence poses,
            int[] numbers,
            String words,
            Optional<Double> seenPercent,
            JobRun run) {
        UnseenMotion motion = UnseenMotion.solve(model, poses, run.progress());
        // Percentages refer to the model: frames that are left out may have another rest pose.
        MeshSequence truth = poses.withRest(model.rest());
        return new Unseen(words, numbers, motion, Measure.of(model, motion.clip(), truth, run.workers()), seenPercent);
    }

    /** What to do about an error that is much larger than that of the examples. */
    Optional<String> note() {
        double seen = seenPercent.orElse(0.0);
        if (error.rmsePercent() <= MUCH_LARGER * seen) {
            return Optional.empty();
        }
        List<UnseenMotion.Joint> joints = motion.joints();
        List<String> words = joints.stream()
                .limit(MAX_JOINTS)
                .map(joint -> joint.bone() + " by " + Math.round(joint.degrees()) + "° (frame " + numbers[joint.frame()]
                        + ")")
                .toList();
        List<String> frames = new ArrayList<>(joints.stream()
                .map(joint -> String.valueOf(numbers[joint.frame()]))
                .distinct()
                .limit(MAX_FRAMES)
                .toList());
        String start = seenPercent
                .map(percent -> "poses that were not seen (" + poses + ") have an error of "
                        + Text.number(error.rmsePercent()) + " %, the examples " + Text.number(percent) + " %; ")
                .orElse("");
        if (words.isEmpty()) {
            return seenPercent.map(percent ->
                    start + "no joint turns further than in the examples, so other bones or more examples are needed");
        }
        return Optional.of(start + "joints that turn further than in any example: " + String.join(", ", words)
                + "; examples such as frame " + String.join(", ", frames) + " would help");
    }

    /** For a summary. */
    public String sentence() {
        return Verdict.average(error.rmsePercent()) + ", worst "
                + Text.number(error.max().value()) + " %; " + poses + ", with rotations solved";
    }

    /** The {@code unseen} of the JSON. */
    Map<String, Object> tree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("poses", poses);
        tree.put("frames", error.perFrame().length);
        tree.put("rmsePercent", error.rmsePercent());
        tree.put("erms", error.erms());
        Map<String, Object> max = new LinkedHashMap<>(ErrorTree.max(error));
        max.put("frame", numbers[error.max().frame()]);
        tree.put("max", max);
        tree.put("seenRmsePercent", seenPercent.orElse(null));
        List<Object> beyond = new ArrayList<>();
        for (UnseenMotion.Joint joint : motion.joints()) {
            Map<String, Object> one = new LinkedHashMap<>();
            one.put("bone", joint.bone());
            one.put("degrees", joint.degrees());
            one.put("frame", numbers[joint.frame()]);
            beyond.add(one);
        }
        tree.put("beyondExamples", beyond);
        return tree;
    }
}
