package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** LD14's Table 1: skeletons of the research sequences, beside the paper's and those it compares with. */
final class RigTable {
    private static final List<String> HEADER = List.of(
            "sequence",
            "**bones**",
            "**RMSE %**",
            "**s**",
            "LD14: bones",
            "RMSE %",
            "minutes",
            "Schaefer & Yuksel",
            "de Aguiar",
            "Hasler");

    private record Row(
            String sequence, int bones, double rmse, String minutes, String schaefer, String aguiar, String hasler) {}

    private static final List<Row> ROWS = List.of(
            new Row("cat-poses", 28, 0.25, "5.8", "0.68", "1.04", "0.63"),
            new Row("horse-poses", 27, 0.21, "7.7", "0.54", "1.24", "0.75"),
            new Row("horse-gallop", 27, 0.22, "41.9", "0.44", "1.10", "0.88"),
            new Row("dance", 16, 0.22, "148.7", "0.76", "0.78", "0.53"),
            new Row("samba", 22, 0.56, "348.2", "1.29", "1.57", "1.79"),
            new Row("elastic-cow", 11, 1.52, "72.3", "5.41", "5.61", "5.58"));

    private RigTable() {}

    static void print(Flags flags, Path root, PrintStream out) {
        Data data = Data.of(flags, root);
        Predicate<String> wanted = Pattern.compile(flags.text("only", "")).asPredicate();
        Machine.describe(out);
        out.println("RMSE of the written file, joints enforced; `seconds.solve` in one JVM, one run each.\n");
        Markdown markdown = new Markdown(out, HEADER);
        for (Row row : ROWS) {
            if (wanted.test(row.sequence)) {
                markdown.row(measured(row, data));
            }
        }
    }

    private static List<String> measured(Row row, Data data) {
        try (Scratch scratch = new Scratch()) {
            JsonNode report =
                    BenchJob.run("rig", "input", data.sequence(row.sequence), "output", scratch.file("model.glb"));
            int bones = report.at("/result/bones").asInt();
            double rmse = report.at("/error/rmsePercent").asDouble();
            return List.of(
                    row.sequence,
                    "**" + bones + "**" + (bones > row.bones ? " (missed)" : ""),
                    "**" + number("%.3f", rmse) + "**" + (rmse > row.rmse ? " (missed)" : ""),
                    number("%.1f", report.at("/seconds/solve").asDouble()),
                    String.valueOf(row.bones),
                    String.valueOf(row.rmse),
                    row.minutes,
                    row.schaefer,
                    row.aguiar,
                    row.hasler);
        }
    }
}
