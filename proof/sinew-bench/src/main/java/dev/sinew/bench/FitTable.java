package dev.sinew.bench;

import static dev.sinew.bench.Markdown.asGiven;
import static dev.sinew.bench.Markdown.number;

import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Whole fits on the research sequences, with what others reached beside them. */
final class FitTable {
    private static final List<String> HEADER = List.of(
            "sequence (N × F)",
            "bones",
            "**Sinew**",
            "our bound",
            "KSO10",
            "Le & Deng's program",
            "sketch",
            "SMA",
            "SAD",
            "clustered PCA",
            "truncated SVD",
            "Dem Bones (rigid)",
            "**Sinew, s**",
            "our bound, s",
            "Dem Bones, s");

    private final Launcher launcher;
    private final Data data;
    private final int repeat;

    private FitTable(Launcher launcher, Data data, int repeat) {
        this.launcher = launcher;
        this.data = data;
        this.repeat = repeat;
    }

    static void print(Flags flags, Path root, PrintStream out) {
        FitTable table = new FitTable(new Launcher(root, ""), Data.of(flags, root), flags.count("repeat", 3));
        Predicate<String> wanted = Pattern.compile(flags.text("only", "")).asPredicate();
        table.launcher.prepare();
        Machine.describe(out);
        out.println("E_RMS of the written file; `seconds.solve` of a new JVM, best of " + table.repeat + ".\n");
        Markdown markdown = new Markdown(out, HEADER);
        for (ReferenceRow row : ReferenceRow.all()) {
            if (wanted.test(row.sequence() + "/" + row.bones())) {
                markdown.row(table.measured(row));
            }
        }
    }

    private List<String> measured(ReferenceRow row) {
        JsonNode best = fit(row);
        for (int run = 1; run < repeat; run++) {
            JsonNode next = fit(row);
            if (erms(next) != erms(best)) {
                throw new IllegalStateException(row.sequence() + "/" + row.bones() + " gave " + erms(best) + ", then "
                        + erms(next) + ": the same input must give the same model");
            }
            best = seconds(next) < seconds(best) ? next : best;
        }
        JsonNode input = best.get("input");
        List<String> cells = new ArrayList<>();
        cells.add(row.sequence() + " (" + input.get("vertices").asInt() + " × "
                + input.get("frames").asInt() + ")");
        cells.add(String.valueOf(row.bones()));
        cells.add(judged("%.2f", erms(best), row.number(Column.BOUND_ERMS)));
        for (Column column : List.of(
                Column.BOUND_ERMS,
                Column.KSO10,
                Column.LE_DENG,
                Column.SKETCH,
                Column.SMA,
                Column.SAD,
                Column.CLUSTERED_PCA,
                Column.SVD,
                Column.DEM_BONES_ERMS)) {
            cells.add(asGiven(row.number(column)));
        }
        cells.add(judged("%.2f", seconds(best), row.number(Column.BOUND_SECONDS)));
        cells.add(asGiven(row.number(Column.BOUND_SECONDS)));
        cells.add(asGiven(row.number(Column.DEM_BONES_SECONDS)));
        return cells;
    }

    /** A number that misses its bound says so. */
    private static String judged(String format, double value, Optional<BigDecimal> bound) {
        boolean missed = bound.isPresent() && value > bound.get().doubleValue();
        return "**" + number(format, value) + "**" + (missed ? " (missed)" : "");
    }

    private JsonNode fit(ReferenceRow row) {
        try (Scratch scratch = new Scratch()) {
            return launcher.run(List.of(
                            "fit",
                            data.sequence(row.sequence()).toString(),
                            "--bones",
                            String.valueOf(row.bones()),
                            "-o",
                            scratch.file("model.glb").toString(),
                            "--quiet",
                            "--json",
                            "-"))
                    .json();
        }
    }

    private static double erms(JsonNode report) {
        return report.get("error").get("erms").asDouble();
    }

    private static double seconds(JsonNode report) {
        return report.get("seconds").get("solve").asDouble();
    }
}
