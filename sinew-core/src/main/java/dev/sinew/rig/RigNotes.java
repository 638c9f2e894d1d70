package dev.sinew.rig;

import dev.sinew.rig.RigResult.Joint;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** What the user of a rig should know of it, one sentence each: cheap checks of the result and what would help. */
final class RigNotes {
    /** Joints known less than this by their motion. */
    private static final double GUESSED = 0.3;

    /** Percent of the size. */
    private static final double FAR_OUTSIDE = 1;

    private static final int FEW_POSES = 4;
    private static final int NAMED = 4;

    private RigNotes() {}

    static List<String> of(String why, List<Joint> joints, int frames) {
        List<String> notes = new ArrayList<>();
        notes.add(why);
        List<Joint> guessed =
                joints.stream().filter(j -> j.certainty() < GUESSED).toList();
        if (!guessed.isEmpty()) {
            notes.add(
                    names(guessed) + (guessed.size() == 1 ? " hardly bends" : " hardly bend")
                            + " in these poses, so where the joint is was taken from the shape: poses that bend it would help.");
        }
        List<Joint> outside =
                joints.stream().filter(j -> j.outsidePercent() > FAR_OUTSIDE).toList();
        if (!outside.isEmpty()) {
            notes.add(names(outside)
                    + String.format(
                            Locale.ROOT,
                            ": the joint lies outside the body by more than %.0f %% of the size; look at it before animating.",
                            FAR_OUTSIDE));
        }
        if (frames < FEW_POSES) {
            notes.add("Only " + frames + " poses: parts that do not move apart in them are one bone.");
        }
        return notes;
    }

    private static String names(List<Joint> some) {
        String first = some.stream().limit(NAMED).map(Joint::name).collect(Collectors.joining(", "));
        return some.size() <= NAMED ? first : first + " and " + (some.size() - NAMED) + " more";
    }
}
