package dev.sinew.cli;

import dev.sinew.measure.SequenceError;

/** The metrics on a sheet, each with what it is a share of. */
final class ErrorRows {
    private static final int SPARKLINE_WIDTH = 48;

    private ErrorRows() {}

    static void add(Sheet sheet, SequenceError error) {
        sheet.row("E_RMS", Text.number(error.erms()) + "   thousandths of the radius")
                .row("RMSE", Text.number(error.rmsePercent()) + " % of the size")
                .row("distortion", Text.number(error.distortionPercent()) + " % of the motion")
                .row(
                        "worst",
                        Text.number(error.max().value()) + " % of the size, vertex "
                                + error.max().vertex() + " in frame "
                                + error.max().frame());
        if (error.perFrame().length > 1) {
            sheet.row("by frame", Text.sparkline(error.perFrame(), SPARKLINE_WIDTH));
        }
    }
}
