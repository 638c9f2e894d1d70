package dev.sinew.cli.console;

import dev.sinew.job.text.Text;
import dev.sinew.measure.BoneRegions;
import dev.sinew.measure.RestError;
import dev.sinew.measure.SequenceError;
import java.util.Locale;

/** The metrics on a sheet, each with what it is a share of. */
public final class ErrorRows {
    private static final int SPARKLINE_WIDTH = 48;

    private ErrorRows() {}

    public static void add(Sheet sheet, SequenceError error) {
        add(sheet, error, "the given mesh");
    }

    /** @param given what the bind pose is measured against, in words */
    public static void add(Sheet sheet, SequenceError error, String given) {
        sheet.row("E_RMS", Text.number(error.erms()) + "   thousandths of the radius")
                .row("RMSE", Text.number(error.rmsePercent()) + " % of the size")
                .row("distortion", Text.number(error.distortionPercent()) + " % of the motion")
                .row(
                        "worst",
                        Text.number(error.max().value()) + " % of the size, vertex "
                                + error.max().vertex() + " in frame "
                                + error.max().frame());
        error.seen().ifPresent(seen -> addSeen(sheet, seen, given));
        byFrame(sheet, error);
    }

    /** What positions do not tell: how it is shaded, what is painted on, how weights look. */
    private static void addSeen(Sheet sheet, SequenceError.Seen seen, String given) {
        seen.normals()
                .ifPresent(normals -> sheet.row(
                        "shading",
                        degrees(normals.matrix().mean()) + " off on average as engines shade, "
                                + Text.number(normals.matrix().over30()) + " % by more than 30°; "
                                + degrees(normals.cofactor().mean()) + " by inverse transpose, "
                                + degrees(normals.surface().mean()) + " recomputed"));
        RestError rest = seen.rest();
        sheet.row(
                "bind pose",
                rest.drift() == 0
                        ? given
                        : degrees(rest.normals()) + " off " + given + ", moved by " + Text.number(rest.drift())
                                + " % of the size, edges × "
                                + Text.number(rest.edges().low()) + "–"
                                + Text.number(rest.edges().high()) + ", " + Text.number(rest.flipped())
                                + " % of the faces flipped");
        BoneRegions islands = seen.weightIslands();
        sheet.row(
                "islands",
                Text.number(islands.mean()) + " parts per bone, at most " + islands.most() + " (bone " + islands.bone()
                        + ")");
    }

    private static String degrees(double value) {
        return String.format(Locale.ROOT, "%.1f°", value);
    }

    /** What engines play that do not know the file's extension, in a line. */
    public static void addFallback(Sheet sheet, SequenceError error) {
        sheet.row(
                "fallback",
                "E_RMS " + Text.number(error.erms()) + ", worst "
                        + Text.number(error.max().value()) + " % of the size, where only the standard skin is played");
    }

    private static void byFrame(Sheet sheet, SequenceError error) {
        if (error.perFrame().length > 1) {
            sheet.row("by frame", Text.sparkline(error.perFrame(), SPARKLINE_WIDTH));
        }
    }
}
