package dev.sinew.cli.console;

import dev.sinew.job.text.Text;
import dev.sinew.measure.SequenceError;

/** The metrics on a sheet, each with what it is a share of. */
public final class ErrorRows {
    private static final int SPARKLINE_WIDTH = 48;

    private ErrorRows() {}

    public static void add(Sheet sheet, SequenceError error) {
        sheet.row("E_RMS", Text.number(error.erms()) + "   thousandths of the radius")
                .row("RMSE", Text.number(error.rmsePercent()) + " % of the size")
                .row("distortion", Text.number(error.distortionPercent()) + " % of the motion")
                .row(
                        "worst",
                        Text.number(error.max().value()) + " % of the size, vertex "
                                + error.max().vertex() + " in frame "
                                + error.max().frame());
        byFrame(sheet, error);
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
