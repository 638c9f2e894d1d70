package dev.sinew.job.text;

import dev.sinew.measure.SequenceError;
import dev.sinew.model.SkinnedModel;

/**
 * What an average error means to somebody who looks at the result. The thresholds are percent of the size of the model (the
 * diagonal of the rest pose's bounding box), compared with the root mean square error over all vertices and frames.
 */
public enum Verdict {
    EXCELLENT(0.1, "not visible, even in close-ups"),
    GOOD(0.3, "not visible at normal viewing distance"),
    FAIR(1, "visible in close-ups"),
    COARSE(3, "visible at normal viewing distance"),
    POOR(Double.POSITIVE_INFINITY, "clearly visible");

    private final double maxPercent;
    private final String words;

    Verdict(double maxPercent, String words) {
        this.maxPercent = maxPercent;
        this.words = words;
    }

    /** The largest average error of this verdict, in percent of the size. */
    public double maxPercent() {
        return maxPercent;
    }

    /** What to tell a person, such as "visible in close-ups". */
    public String words() {
        return words;
    }

    /** @param rmsePercent average error in percent of the size; NaN counts as the worst */
    public static Verdict of(double rmsePercent) {
        for (Verdict verdict : values()) {
            if (rmsePercent <= verdict.maxPercent) {
                return verdict;
            }
        }
        return POOR;
    }

    /** "0.19 % of the size on average (not visible at normal viewing distance)" */
    public static String average(double rmsePercent) {
        return Text.number(rmsePercent) + " % of the size on average (" + of(rmsePercent).words + ")";
    }

    /** The average and the worst place: "…, worst 2.10 % at frame 44, hand_left (vertex 1203)". */
    public static String sentence(SequenceError error, SkinnedModel model) {
        int vertex = error.max().vertex();
        return average(error.rmsePercent()) + ", worst "
                + Text.number(error.max().value()) + " % at frame "
                + error.max().frame() + ", "
                + strongestBone(model, vertex) + " (vertex " + vertex + ")";
    }

    /** The name of the bone that moves a vertex most: influences are sorted by weight. */
    private static String strongestBone(SkinnedModel model, int vertex) {
        int strongest = model.weights().bones()[vertex * model.weights().influences()];
        return model.skeleton().names().get(strongest);
    }
}
