package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/** LD13's tables on dense fits of our own: two layers beside the four ways of taking influences away. */
final class CompressTable {
    /**
     * A row of LD13's tables and what we ask of it.
     *
     * @param fourth largest weight error at 4 bones per vertex, as a part of k-largest's
     * @param eighth the same at 8
     * @param posed largest E_RMS at 4 bones per vertex with examples, as a multiple of the dense model's
     */
    private record Row(String sequence, int bones, double fourth, double eighth, double posed) {}

    private static final List<Row> ROWS = List.of(
            new Row("horse-gallop", 15, 1 / 15.0, 1 / 16.0, 1.05),
            new Row("horse-gallop", 30, 1 / 9.6, 1 / 10.0, 3),
            new Row("samba", 10, 1 / 20.0, 1 / 9.0, 1.05),
            new Row("samba", 20, 1 / 7.5, 1 / 5.5, 1.05));

    private static final List<String> METHODS = List.of("largest", "smooth", "geometry", "poisson");

    private final Data data;
    private final Markdown markdown;

    private CompressTable(Data data, Markdown markdown) {
        this.data = data;
        this.markdown = markdown;
    }

    static void print(Flags flags, Path root, PrintStream out) {
        Machine.describe(out);
        out.println(
                "Dense models by `fit --influences dense`. Errors of the written file; `seconds.solve` in one JVM.\n");
        Markdown markdown = new Markdown(
                out,
                List.of("model", "b/v", "way", "weightRms", "of k-largest", "E_RMS", "of dense", "asked for", "s"));
        CompressTable table = new CompressTable(Data.of(flags, root), markdown);
        Predicate<String> wanted = Pattern.compile(flags.text("only", "")).asPredicate();
        for (Row row : ROWS) {
            if (wanted.test(row.sequence + "/" + row.bones)) {
                table.measure(row);
            }
        }
        if (wanted.test("cheburashka")) {
            table.measureCheburashka();
        }
    }

    private void measure(Row row) {
        try (Scratch scratch = new Scratch()) {
            String sequence = data.sequence(row.sequence).toString();
            String dense = scratch.file("dense.glb").toString();
            String name = row.sequence + "/" + row.bones;
            JsonNode fit = run("fit", "input", sequence, "bones", row.bones, "influences", "dense", "output", dense);
            double denseErms = erms(fit);
            markdown.row(List.of(
                    name,
                    number("%.1f", fit.at("/result/bonesPerVertex").asDouble()),
                    "dense",
                    "–",
                    "–",
                    number("%.3f", denseErms),
                    "1",
                    "–",
                    number("%.2f", seconds(fit))));
            for (int cost : new int[] {4, 8}) {
                Sheet sheet = new Sheet(name, cost, dense, sequence, denseErms, scratch.file("out.glb"));
                double largest = reduce(sheet, row);
                compress(sheet, row, largest);
            }
        }
    }

    /** What the lines of one model at one cost share. */
    private record Sheet(String name, int cost, String dense, String sequence, double denseErms, Path out) {}

    private double reduce(Sheet sheet, Row row) {
        double largest = Double.NaN;
        for (String method : METHODS) {
            JsonNode reduced = run(
                    "reduce",
                    "input",
                    sheet.dense,
                    "influences",
                    sheet.cost,
                    "method",
                    method,
                    "examples",
                    sheet.sequence,
                    "output",
                    sheet.out);
            largest = method.equals("largest") ? weightRms(reduced) : largest;
            line(sheet, method, reduced, largest, "–");
        }
        return largest;
    }

    private void compress(Sheet sheet, Row row, double largest) {
        Map<String, Object> asked =
                BenchJob.values("input", sheet.dense, "bonesPerVertex", (double) sheet.cost, "output", sheet.out);
        JsonNode without = BenchJob.run("compress", asked);
        double bound = sheet.cost == 4 ? row.fourth : row.eighth;
        String goal = "1/" + number("%.1f", 1 / bound) + judged(weightRms(without) / largest <= bound);
        line(sheet, "**two layers**", without, largest, goal);
        asked.put("examples", sheet.sequence);
        JsonNode with = BenchJob.run("compress", asked);
        String limit = sheet.cost == 4
                ? number("%.2f", row.posed) + " × dense" + judged(erms(with) <= row.posed * sheet.denseErms)
                : "–";
        line(sheet, "**two layers, examples**", with, largest, limit);
        asked.put("motion", "given");
        line(sheet, "two layers, examples, motion given", BenchJob.run("compress", asked), largest, "–");
        asked.put("rest", "given");
        line(sheet, "two layers, examples, motion and rest given", BenchJob.run("compress", asked), largest, "–");
    }

    private static String judged(boolean reached) {
        return reached ? "" : " (missed)";
    }

    private void line(Sheet sheet, String way, JsonNode report, double largest, String asked) {
        markdown.row(List.of(
                sheet.name,
                String.valueOf(sheet.cost),
                way,
                number("%.2f", weightRms(report)),
                "1/" + number("%.1f", largest / weightRms(report)),
                number("%.3f", erms(report)),
                number("%.2f", erms(report) / sheet.denseErms),
                asked,
                number("%.2f", seconds(report))));
    }

    /** Dense biharmonic weights: fewer operations at a posed error under 0.1 % of the size. */
    private void measureCheburashka() {
        try (Scratch scratch = new Scratch()) {
            Path folder = data.folder().resolve("weights");
            String mesh = folder.resolve("cheburashka.obj").toString();
            for (String cost : List.of("2.5", "3", "3.5")) {
                JsonNode report = run(
                        "compress",
                        "input",
                        mesh,
                        "weights",
                        folder.resolve("cheburashka-bbw.dmat"),
                        "examples",
                        mesh,
                        "bonesPerVertex",
                        cost,
                        "output",
                        scratch.file("out.glb"));
                double worst = report.at("/error/max/value").asDouble();
                markdown.row(List.of(
                        "cheburashka/11, "
                                + number(
                                        "%.2f",
                                        report.at("/result/inputCost/operationsPerVertex")
                                                .asDouble())
                                + " b/v",
                        cost,
                        "**two layers, examples**",
                        number("%.2f", weightRms(report)),
                        "–",
                        number("%.3f", erms(report)),
                        "–",
                        "worst " + number("%.3f", worst) + " %, asked for 0.1" + judged(worst < 0.1),
                        number("%.2f", seconds(report))));
            }
        }
    }

    private static JsonNode run(String command, Object... fields) {
        return BenchJob.run(command, fields);
    }

    private static double erms(JsonNode report) {
        return report.at("/error/erms").asDouble();
    }

    private static double weightRms(JsonNode report) {
        return report.at("/error/weightRms").asDouble();
    }

    private static double seconds(JsonNode report) {
        return report.at("/seconds/solve").asDouble();
    }
}
