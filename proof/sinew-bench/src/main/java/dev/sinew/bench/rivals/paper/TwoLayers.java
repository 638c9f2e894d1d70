package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.BenchJob;
import dev.sinew.bench.DenseCreature;
import dev.sinew.bench.Scratch;
import dev.sinew.bench.rivals.paper.TwoLayers.DenseModel;
import dev.sinew.bench.rivals.paper.TwoLayers.TwoLayerRun;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Figure.Curve;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.ResultLog.Entry;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import dev.sinew.io.file.Version;
import dev.sinew.model.ModelInput;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * LD13: Le and Deng 2013, "Two-Layer Sparse Compression of Dense-Weight Blend Skinning". Its rivals are methods of `sinew
 * reduce`.
 */
public final class TwoLayers {
    private static final String PLAIN = "Sinew";
    private static final String POSED = "Sinew, examples";

    private final Bench bench;

    private TwoLayers(Bench bench) {
        this.bench = bench;
    }

    /**
     * A row of the tables, from dense to four bones per vertex.
     *
     * @param weights Table 2: k-largest, smooth, LD13
     * @param poses Table 3: k-largest, smooth, LD13 without, geometry, Poisson, LD13 with, and the dense model's own
     */
    private record Printed(String sequence, int bones, List<String> weights, List<String> poses) {
        static Printed of(String sequence, int bones, String weights, String poses) {
            return new Printed(sequence, bones, Arrays.asList(weights.split(" ")), Arrays.asList(poses.split(" ")));
        }

        String subject() {
            return sequence + "/" + bones;
        }
    }

    private static final List<Printed> ROWS = List.of(
            Printed.of("samba", 10, "21.9 26.6 1.1", "11.8 12.7 4.8 10.5 11.6 4.7 4.8"),
            Printed.of("samba", 20, "18.1 22.2 2.4", "7.6 8.3 2.4 6.8 7.6 2 1.9"),
            Printed.of("horse-gallop", 15, "157.7 161.5 1.3", "20.7 23.5 2.4 10.1 11.5 2 1.9"),
            Printed.of("horse-gallop", 30, "23.1 29.6 2.4", "18.1 20.8 3.4 12.3 14.7 1.6 0.5"),
            Printed.of("camel-gallop", 15, "19.5 27.6 0.8", "13.1 14.9 1.5 9.5 11.9 1.3 1.3"),
            Printed.of("camel-gallop", 30, "19.7 26.2 1.3", "13.8 15.5 2 8.3 10.6 0.8 0.3"),
            Printed.of("elephant-gallop", 15, "30.3 42 0.8", "18.7 21.2 1.8 13.7 16.9 1.6 1.6"),
            Printed.of("elephant-gallop", 30, "25.9 34.4 1.3", "13 15.2 1.5 9.1 11.3 0.7 0.4"),
            Printed.of("camel-collapse", 20, "22 30.1 1.8", "15.5 17.4 1.9 10.3 13.4 1.4 1.1"),
            Printed.of("camel-collapse", 40, "18.8 24.5 2.5", "15.1 16.4 3.1 9.8 12.5 1.5 0.5"),
            Printed.of("horse-collapse", 20, "28.8 37 4", "17.9 20.3 3.5 11 13.5 2.1 1.3"),
            Printed.of("horse-collapse", 40, "23.6 29.4 5.1", "17.8 20 4.8 10.1 12.6 2.5 0.6"));

    public static Chapter of(Bench bench) {
        TwoLayers chapter = new TwoLayers(bench);
        return new Chapter(
                "LD13 · Le, Deng: Two-Layer Sparse Compression of Dense-Weight Blend Skinning (2013)",
                List.of(chapter.table2(), chapter.table3(), TwoLayerFigures.memory(bench)),
                TwoLayerFigures.all(bench));
    }

    private Table table2() {
        List<Row> rows = new ArrayList<>();
        for (Printed printed : ROWS) {
            rows.add(printedRow(printed, printed.weights, 1));
            rows.add(measuredRow(printed, 4, "weightRms", "largest", "smooth", "", "compress"));
        }
        return new Table(
                "ld13-table-2",
                "LD13, Table 2: weights, dense to four bones per vertex",
                "weightRms (1000·Δ_W)",
                List.of("k-largest", "smooth", "LD13", PLAIN),
                PLAIN,
                rows,
                List.of(
                        "The dense model is our own (`sinew fit --influences dense`), so absolute values depend on it; compare ratios to k-largest.",
                        "157.7 on horse-gallop/15 is impossible for convex weights (at most 110.6), and so is 161.5: a misprint of the paper that"
                                + " no rerun can reproduce.",
                        "k-largest, smooth, geometry and Poisson are `sinew reduce --method`."));
    }

    private Table table3() {
        List<Row> rows = new ArrayList<>();
        for (Printed printed : ROWS) {
            rows.add(printedRow(printed, printed.poses, 2));
            rows.add(measuredRow(
                    printed,
                    9,
                    "erms",
                    "largest",
                    "smooth",
                    "",
                    "geometry",
                    "poisson",
                    "",
                    "dense",
                    "compress",
                    "examples"));
        }
        return new Table(
                "ld13-table-3",
                "LD13, Table 3: poses, dense to four bones per vertex",
                "E_RMS",
                List.of("k-largest", "smooth", "LD13", "geometry", "Poisson", "LD13, examples", "dense", PLAIN, POSED),
                POSED,
                rows,
                List.of(
                        "LD13 scales by the bounding ball of the rest pose, E_RMS here by that of the first frame; on horse-gallop the ratio is 0.844.",
                        "\"dense\" is the input model: SSDR's in the paper, Sinew's own fit here; it is not a rival."));
    }

    private static Row printedRow(Printed printed, List<String> figures, int ours) {
        List<Cell> cells = new ArrayList<>();
        figures.forEach(figure -> cells.add(Cell.paper(figure)));
        cells.addAll(Collections.nCopies(ours, Cell.none()));
        return new Row(printed.subject(), Source.PAPER, cells);
    }

    private Row measuredRow(Printed printed, int columns, String number, String... ways) {
        Optional<Subject> subject = bench.sequence(printed.sequence);
        if (subject.isEmpty()) {
            Cell missing = Cell.notReproduced(bench.missingDataNote(printed.sequence));
            return new Row(printed.subject(), Source.NOT_REPRODUCED, Collections.nCopies(columns, missing));
        }
        List<Cell> cells = new ArrayList<>();
        for (String way : ways) {
            boolean rival = List.of("largest", "smooth", "geometry", "poisson").contains(way);
            cells.add(
                    way.isEmpty()
                            ? Cell.none()
                            : bench.runs()
                                    .cell(
                                            work(bench, subject.get(), printed.bones, way),
                                            number,
                                            rival ? Source.RERUN : Source.OURS));
        }
        return new Row(printed.subject(), Source.RERUN, cells);
    }

    /** Sinew without examples in Tables 2 and 3. */
    static Work compress(Bench bench, Subject subject, int bones) {
        return work(bench, subject, bones, "compress");
    }

    private static Work work(Bench bench, Subject subject, int bones, String way) {
        String row = "ld13/" + subject.name() + "/" + bones;
        return new Work(row, subject.fingerprint(), way, Version.current(), () -> {
            try (Scratch scratch = new Scratch()) {
                String out = scratch.file("out.glb").toString();
                return run(bench, subject, bones, way, out);
            }
        });
    }

    private static Map<String, double[]> run(Bench bench, Subject subject, int bones, String way, String out) {
        String examples = subject.file().toString();
        if (way.equals("dense")) {
            return DenseModel.numbers(bench, subject, bones);
        }
        String dense = DenseModel.of(bench, subject, bones);
        if (way.equals("compress") || way.equals("examples")) {
            TwoLayerRun run = way.equals("examples") ? TwoLayerRun.WITH_EXAMPLES : TwoLayerRun.WITHOUT_EXAMPLES;
            return run.numbers(dense, examples, out, "bonesPerVertex", 4.0);
        }
        return Sinew.numbers(BenchJob.run(
                "reduce", "input", dense, "influences", 4, "method", way, "examples", examples, "output", out));
    }

    /** The dense model that LD13's tables start from, solved once. */
    static final class DenseModel {
        private DenseModel() {}

        static String of(Bench bench, Subject subject, int bones) {
            Path file = bench.folder()
                    .resolve("dense-" + subject.name().replace(' ', '-') + "-" + bones + "-" + subject.fingerprint()
                            + "-" + Version.current() + ".glb");
            if (!Files.exists(file)) {
                BenchJob.run(
                        "fit",
                        "input",
                        subject.file().toString(),
                        "bones",
                        bones,
                        "influences",
                        "dense",
                        "output",
                        file.toString());
            }
            return file.toString();
        }

        static Map<String, double[]> numbers(Bench bench, Subject subject, int bones) {
            return Sinew.numbers(BenchJob.run(
                    "evaluate",
                    "input",
                    of(bench, subject, bones),
                    "against",
                    subject.file().toString()));
        }
    }

    /** {@code sinew compress} of a dense model, measured on its poses. */
    enum TwoLayerRun {
        /** Only weights are approximated; poses are only used for measuring. */
        WITHOUT_EXAMPLES,
        WITH_EXAMPLES;

        /** @param size name of the size option of the request */
        Map<String, double[]> numbers(String dense, String examples, String out, String size, Object value) {
            Map<String, Object> asked = BenchJob.values("input", dense, size, value, "output", out);
            if (this == WITH_EXAMPLES) {
                asked.put("examples", examples);
                return Sinew.numbers(BenchJob.run("compress", asked));
            }
            Map<String, double[]> numbers = Sinew.numbers(BenchJob.run("compress", asked));
            numbers.put("erms", new double[] {
                BenchJob.run("evaluate", "input", out, "against", examples)
                        .at("/error/erms")
                        .asDouble()
            });
            return numbers;
        }
    }

    /** LD13's figures: errors against virtual bones (7), time against the size of the input (9), memory (11). */
    private static final class TwoLayerFigures {
        private static final int[] VIRTUAL_BONES = {20, 80, 320};
        private static final int[] VERTICES = {1_250, 2_500, 5_000};
        private static final int[] BONES = {6, 12, 24};
        private static final int[] FRAMES = {12, 25, 50};
        /** Figure 11's caption: 32-bit numbers per vertex, influence and matrix. */
        private static final int VERTEX = 4;

        private static final int INFLUENCE = 2;
        private static final int MATRIX = 16;

        private final Bench bench;

        private TwoLayerFigures(Bench bench) {
            this.bench = bench;
        }

        static List<Figure> all(Bench bench) {
            TwoLayerFigures figures = new TwoLayerFigures(bench);
            return List.of(
                    figures.errors(),
                    figures.times("vertices", VERTICES, n -> DenseCreature.of(n, 25, 12)),
                    figures.times("bones", BONES, k -> DenseCreature.of(2_500, 25, k)),
                    figures.times("frames", FRAMES, f -> DenseCreature.of(2_500, f, 12)));
        }

        private Figure errors() {
            List<Curve> curves = new ArrayList<>();
            bench.sequence("horse-gallop").ifPresent(subject -> {
                curves.add(curve(subject, TwoLayerRun.WITHOUT_EXAMPLES, "weightRms", "1000·Δ_W, no examples"));
                curves.add(curve(subject, TwoLayerRun.WITHOUT_EXAMPLES, "erms", "E_RMS, no examples"));
                curves.add(curve(subject, TwoLayerRun.WITH_EXAMPLES, "erms", "E_RMS, examples"));
            });
            return new Figure(
                    "ld13-figure-7",
                    "LD13, Figure 7: errors against virtual bones, horse-gallop/15 (the paper has camel-gallop/15, and draws it)",
                    "virtual bones",
                    "error",
                    Figure.Scale.LOGARITHMIC,
                    curves);
        }

        private Curve curve(Subject subject, TwoLayerRun run, String number, String title) {
            List<Double> x = new ArrayList<>();
            List<Double> y = new ArrayList<>();
            for (int count : VIRTUAL_BONES) {
                Work work = new Work(
                        "ld13-7/horse-gallop/15",
                        subject.fingerprint(),
                        run + "/" + count,
                        Version.current(),
                        () -> compressed(subject, 15, run, "virtualBones", count));
                bench.runs().measure(work).ifPresent(entry -> {
                    x.add((double) count);
                    y.add(entry.number(number));
                });
            }
            return Curve.of(title, Source.OURS, x, y);
        }

        private Map<String, double[]> compressed(
                Subject subject, int bones, TwoLayerRun run, String size, Object value) {
            try (Scratch scratch = new Scratch()) {
                String out = scratch.file("out.glb").toString();
                String dense = DenseModel.of(bench, subject, bones);
                return run.numbers(dense, subject.file().toString(), out, size, value);
            }
        }

        private Figure times(String over, int[] sizes, IntFunction<ModelInput> input) {
            List<Double> x = new ArrayList<>();
            List<Double> without = new ArrayList<>();
            List<Double> with = new ArrayList<>();
            for (int size : sizes) {
                Work work = new Work("ld13-9/creature", over, "compress/" + size, Version.current(), () -> {
                    ModelInput made = input.apply(size);
                    // The first run warms up the JVM.
                    DenseCreature.compressSeconds(ModelInput.of(made.model()));
                    return Map.of(
                            "without", new double[] {DenseCreature.compressSeconds(ModelInput.of(made.model()))},
                            "with", new double[] {DenseCreature.compressSeconds(made)});
                });
                bench.runs().measure(work).ifPresent(entry -> {
                    x.add((double) size);
                    without.add(entry.number("without"));
                    with.add(entry.number("with"));
                });
            }
            return new Figure(
                    "ld13-figure-9-" + over,
                    "LD13, Figure 9: seconds of `compress` against " + over
                            + ", sample creature, 2500 vertices, 12 bones and 25 frames where not varied (shared machine)",
                    over,
                    "seconds",
                    Figure.Scale.LINEAR,
                    List.of(
                            Curve.of("no examples", Source.OURS, x, without),
                            Curve.of("examples", Source.OURS, x, with)));
        }

        static Table memory(Bench bench) {
            TwoLayerFigures figures = new TwoLayerFigures(bench);
            List<Row> rows = new ArrayList<>();
            for (String name : List.of("samba", "horse-gallop")) {
                int[] counts = name.equals("samba") ? new int[] {10, 20} : new int[] {15, 30};
                bench.sequence(name).ifPresent(subject -> {
                    for (int bones : counts) {
                        rows.add(figures.overhead(subject, bones));
                    }
                });
            }
            return new Table(
                    "ld13-figure-11",
                    "LD13, Figure 11: memory for the matrices of virtual bones",
                    "percent of linear blend skinning with as many bones per vertex",
                    List.of("4 bones per vertex", "8 bones per vertex"),
                    "4 bones per vertex",
                    rows,
                    List.of(
                            "Counted as in the figure's caption: four numbers per vertex, two per influence, sixteen per matrix. The paper draws its"
                                    + " bars and prints no numbers."));
        }

        private Row overhead(Subject subject, int bones) {
            List<Cell> cells = new ArrayList<>();
            for (double cost : new double[] {4, 8}) {
                // Four is measured in Tables 2 and 3.
                Work work = cost == 4
                        ? TwoLayers.compress(bench, subject, bones)
                        : new Work(
                                "ld13-11/" + subject.name() + "/" + bones,
                                subject.fingerprint(),
                                "compress/" + cost,
                                Version.current(),
                                () -> compressed(subject, bones, TwoLayerRun.WITHOUT_EXAMPLES, "bonesPerVertex", cost));
                Optional<Entry> entry = bench.runs().measure(work);
                cells.add(entry.map(found -> Cell.of(
                                Source.OURS,
                                100
                                        * MATRIX
                                        * found.number("virtualBones")
                                        / (found.number("vertices") * (VERTEX + INFLUENCE * cost))))
                        .orElse(Cell.notRun()));
            }
            return new Row(subject.name() + "/" + bones, Source.OURS, cells);
        }
    }
}
