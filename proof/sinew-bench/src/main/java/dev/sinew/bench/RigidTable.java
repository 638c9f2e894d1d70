package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** Rigid and similarity bones on the research sequences, beside Dem Bones 1.2.1. */
final class RigidTable {
    private static final List<String> HEADER = List.of(
            "sequence",
            "bones",
            "**rigid**",
            "bound",
            "**similarity**",
            "Dem Bones, defaults",
            "Dem Bones, no regularisation",
            "**rigid, s**",
            "bound, s",
            "Dem Bones, no regularisation, s");

    /**
     * @param defaults E_RMS of Dem Bones as it comes
     * @param free without regularisation, 30 iterations
     */
    private record Row(
            String sequence,
            int bones,
            double bound,
            String defaults,
            String free,
            double seconds,
            String freeSeconds) {}

    /** Issue 4's bounds, REFERENCE.md's measurements. */
    private static final List<Row> ROWS = List.of(
            new Row("elastic-cow", 18, 6.3, "10.10", "6.68", 1.2, "3.6"),
            new Row("samba", 30, 3.2, "5.50", "3.88", 5.0, "15.2"),
            new Row("horse-gallop", 30, 1.75, "3.65", "2.69", 3.0, "8.9"),
            new Row("cat-poses", 28, 2.9, "6.55", "5.14", 2.1, "6.2"),
            new Row("dance", 16, 2.5, "4.13", "2.62", 2.7, "8.2"),
            new Row("horse-poses", 27, 2.1, "121", "121", 3.0, "–"));

    private RigidTable() {}

    static void print(Flags flags, Path root, PrintStream out) {
        Launcher launcher = new Launcher(root, "");
        Data data = Data.of(flags, root);
        int repeat = flags.count("repeat", 3);
        Predicate<String> wanted = Pattern.compile(flags.text("only", "")).asPredicate();
        launcher.prepare();
        Machine.describe(out);
        out.println("E_RMS of the written file; `seconds.solve` of a new JVM, best of " + repeat + ".\n");
        Markdown markdown = new Markdown(out, HEADER);
        for (Row row : ROWS) {
            if (wanted.test(row.sequence)) {
                markdown.row(measured(row, launcher, data, repeat));
            }
        }
    }

    private static List<String> measured(Row row, Launcher launcher, Data data, int repeat) {
        JsonNode rigid = fit(row, "rigid", launcher, data);
        double seconds = rigid.at("/seconds/solve").asDouble();
        for (int run = 1; run < repeat; run++) {
            seconds = Math.min(
                    seconds,
                    fit(row, "rigid", launcher, data).at("/seconds/solve").asDouble());
        }
        double similarity =
                fit(row, "similarity", launcher, data).at("/error/erms").asDouble();
        return List.of(
                row.sequence,
                String.valueOf(row.bones),
                judged(rigid.at("/error/erms").asDouble(), row.bound),
                String.valueOf(row.bound),
                judged(similarity, rigid.at("/error/erms").asDouble()),
                row.defaults,
                row.free,
                judged(seconds, row.seconds),
                String.valueOf(row.seconds),
                row.freeSeconds);
    }

    private static String judged(double value, double bound) {
        return "**" + number("%.2f", value) + "**" + (value > bound ? " (missed)" : "");
    }

    private static JsonNode fit(Row row, String type, Launcher launcher, Data data) {
        try (Scratch scratch = new Scratch()) {
            return launcher.run(List.of(
                            "fit",
                            data.sequence(row.sequence).toString(),
                            "--bones",
                            String.valueOf(row.bones),
                            "--bone-type",
                            type,
                            "-o",
                            scratch.file("model.glb").toString(),
                            "--quiet",
                            "--json",
                            "-"))
                    .json();
        }
    }
}
