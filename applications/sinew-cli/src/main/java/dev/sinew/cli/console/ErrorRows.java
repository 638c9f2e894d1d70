package dev.sinew.cli.console;

import dev.sinew.job.text.Text;
import dev.sinew.job.text.Verdict;
import dev.sinew.measure.BoneRegions;
import dev.sinew.measure.RestError;
import dev.sinew.measure.SequenceError;
import dev.sinew.model.SkinnedModel;
import java.util.Locale;

/** The errors of a model in a summary, each with its unit. */
public final class ErrorRows {
    private static final int SPARKLINE_WIDTH = 48;

    private ErrorRows() {}

    public static void add(ResultSummary summary, SequenceError error, SkinnedModel model) {
        add(summary, error, model, "the given mesh");
    }

    /** @param given what the bind pose is compared with, in words */
    public static void add(ResultSummary summary, SequenceError error, SkinnedModel model, String given) {
        summary.row("error", Verdict.sentence(error, model))
                .row("E_RMS", Text.number(error.erms()) + "   thousandths of the radius")
                .row("distortion", Text.number(error.distortionPercent()) + " % of the motion");
        error.seen().ifPresent(seen -> addVisual(summary, seen, given));
        if (error.perFrame().length > 1) {
            summary.row("by frame", Text.sparkline(error.perFrame(), SPARKLINE_WIDTH));
        }
    }

    /** What positions do not show: shading, the bind pose, the regions of bones. */
    private static void addVisual(ResultSummary summary, SequenceError.Seen seen, String given) {
        seen.normals()
                .ifPresent(normals -> summary.row(
                        "shading",
                        degrees(normals.matrix().mean()) + " off on average in engines, "
                                + Text.number(normals.matrix().over30()) + " % by more than 30°; "
                                + degrees(normals.cofactor().mean()) + " with inverse transpose, "
                                + degrees(normals.surface().mean()) + " with recomputed normals"));
        RestError rest = seen.rest();
        summary.row(
                "bind pose",
                rest.drift() == 0
                        ? given
                        : degrees(rest.normals()) + " off " + given + ", moved by " + Text.number(rest.drift())
                                + " % of the size, edges × "
                                + Text.number(rest.edges().low()) + "–"
                                + Text.number(rest.edges().high()) + ", " + Text.number(rest.flipped())
                                + " % of the faces flipped");
        BoneRegions regions = seen.weightIslands();
        summary.row(
                "regions",
                Text.number(regions.mean()) + " per bone, at most " + regions.most() + " (bone " + regions.bone()
                        + "); 1 is best");
    }

    private static String degrees(double value) {
        return String.format(Locale.ROOT, "%.1f°", value);
    }

    /** The error in programs that do not know the extension of the file. */
    public static void addFallback(ResultSummary summary, SequenceError error) {
        summary.row(
                "fallback",
                Verdict.average(error.rmsePercent()) + ", worst "
                        + Text.number(error.max().value()) + " %, with the standard skin only");
    }
}
