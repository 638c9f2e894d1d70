package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.DenseCreature;
import dev.sinew.bench.Scratch;
import dev.sinew.bench.rivals.ledger.Ledger.Entry;
import dev.sinew.bench.rivals.ledger.Ledger.Work;
import dev.sinew.bench.rivals.paper.TwoLayers.DenseModel;
import dev.sinew.bench.rivals.paper.TwoLayers.TwoLayerRun;
import dev.sinew.bench.rivals.sheet.Cell;
import dev.sinew.bench.rivals.sheet.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Figure.Curve;
import dev.sinew.bench.rivals.sheet.Table;
import dev.sinew.bench.rivals.sheet.Table.Row;
import dev.sinew.io.file.Version;
import dev.sinew.model.ModelInput;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;

/** LD13's figures: errors against virtual bones (7), time against the size of the input (9), memory (11). */
final class TwoLayerFigures {
    private static final int[] VIRTUAL_BONES = {20, 80, 320};
    private static final int[] VERTICES = {1_250, 2_500, 5_000};
    private static final int[] BONES = {6, 12, 24};
    private static final int[] FRAMES = {12, 25, 50};
    /** Figure 11's caption: a vertex, and what an influence and a matrix take, in numbers of 32 bits. */
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
            bench.runs().measured(work).ifPresent(entry -> {
                x.add((double) count);
                y.add(entry.number(number));
            });
        }
        return Curve.of(title, Source.OURS, x, y);
    }

    private Map<String, double[]> compressed(Subject subject, int bones, TwoLayerRun run, String size, Object value) {
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
                // The first run warms the JVM.
                DenseCreature.compressSeconds(ModelInput.of(made.model()));
                return Map.of(
                        "without", new double[] {DenseCreature.compressSeconds(ModelInput.of(made.model()))},
                        "with", new double[] {DenseCreature.compressSeconds(made)});
            });
            bench.runs().measured(work).ifPresent(entry -> {
                x.add((double) size);
                without.add(entry.number("without"));
                with.add(entry.number("with"));
            });
        }
        return new Figure(
                "ld13-figure-9-" + over,
                "LD13, Figure 9: seconds of `compress` against " + over
                        + ", sample creature, 2500 vertices, 12 bones and 25 frames where not varied (a machine that others may use)",
                over,
                "seconds",
                Figure.Scale.LINEAR,
                List.of(Curve.of("no examples", Source.OURS, x, without), Curve.of("examples", Source.OURS, x, with)));
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
                "percent of what linear blend skinning with as many bones a vertex takes",
                List.of("4 bones a vertex", "8 bones a vertex"),
                "4 bones a vertex",
                rows,
                List.of(
                        "Counted as the figure's caption says: four numbers a vertex, two an influence, sixteen a matrix. The paper draws its"
                                + " bars and prints no numbers."));
    }

    private Row overhead(Subject subject, int bones) {
        List<Cell> cells = new ArrayList<>();
        for (double cost : new double[] {4, 8}) {
            // Four is what Tables 2 and 3 have measured.
            Work work = cost == 4
                    ? TwoLayers.compress(bench, subject, bones)
                    : new Work(
                            "ld13-11/" + subject.name() + "/" + bones,
                            subject.fingerprint(),
                            "compress/" + cost,
                            Version.current(),
                            () -> compressed(subject, bones, TwoLayerRun.WITHOUT_EXAMPLES, "bonesPerVertex", cost));
            Optional<Entry> entry = bench.runs().measured(work);
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
