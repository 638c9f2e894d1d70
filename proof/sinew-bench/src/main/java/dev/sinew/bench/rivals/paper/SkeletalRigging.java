package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.rivals.method.Rival;
import dev.sinew.bench.rivals.method.SkeletonExtraction;
import dev.sinew.bench.rivals.method.SmoothDecomposition;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Figure.Curve;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.ResultLog.Entry;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** LD14: Le and Deng 2014, "Robust and Accurate Skeletal Rigging from Mesh Sequences". */
public final class SkeletalRigging {
    private static final String OURS = "Sinew";
    private static final List<Rival> RIVALS = List.of(
            SkeletonExtraction.SCHAEFER_YUKSEL,
            SkeletonExtraction.DE_AGUIAR,
            SkeletonExtraction.HASLER,
            new SmoothDecomposition());
    /** Approximate numbers of initial clusters in Figure 9. */
    private static final int[] CLUSTERS = {32, 64, 128};

    private final Bench bench;

    private SkeletalRigging(Bench bench) {
        this.bench = bench;
    }

    /** @param figures of the three rivals, then LD14's own */
    private record Printed(String sequence, int bones, String... figures) {}

    private static final List<Printed> TABLE_1 = List.of(
            new Printed("cat-poses", 28, "0.68", "1.04", "0.63", "0.25"),
            new Printed("horse-poses", 27, "0.54", "1.24", "0.75", "0.21"),
            new Printed("lion-poses", 30, "0.83", "1.62", "1.14", "0.27"),
            new Printed("horse-gallop", 27, "0.44", "1.10", "0.88", "0.22"),
            new Printed("hand", 18, "0.23", "0.42", "0.18", "0.18"),
            new Printed("dance", 16, "0.76", "0.78", "0.53", "0.22"),
            new Printed("scape", 23, "1.03", "1.18", "1.24", "0.42"),
            new Printed("samba", 22, "1.29", "1.57", "1.79", "0.56"),
            new Printed("elastic-cow", 11, "5.41", "5.61", "5.58", "1.52"));

    public static Chapter of(Bench bench) {
        SkeletalRigging chapter = new SkeletalRigging(bench);
        return new Chapter(
                "LD14 · Le, Deng: Robust and Accurate Skeletal Rigging from Mesh Sequences (2014)",
                List.of(chapter.table1()),
                List.of(chapter.pipeline(), chapter.robustness("bones"), chapter.robustness("rmsePercent")));
    }

    private Table table1() {
        List<String> columns = new ArrayList<>(RIVALS.stream().map(Rival::title).toList());
        columns.set(3, "SSDR, no joints");
        columns.addAll(List.of("LD14", OURS));
        List<Row> rows = new ArrayList<>();
        for (Printed printed : TABLE_1) {
            List<Cell> cells = new ArrayList<>(
                    Arrays.stream(printed.figures).map(Cell::paper).toList());
            cells.add(3, Cell.none());
            cells.add(Cell.none());
            rows.add(new Row(printed.sequence + "/" + printed.bones, Source.PAPER, cells));
            rows.add(measured(printed, columns.size()));
        }
        return new Table(
                "ld14-table-1",
                "LD14, Table 1: skeletons, joints strictly enforced",
                "RMSE in percent of the rest pose's diagonal",
                columns,
                OURS,
                rows,
                List.of(
                        "The papers of the three rivals were not available: parts are found as described in their abstracts and LD14; the rest is the"
                                + " same for all three (`SkeletonExtraction`).",
                        "SSDR has no skeleton: its bones are free, so its column shows the cost of joints and does not compete with the others.",
                        "\"Sinew\" is `sinew rig SEQ --bones B`, joints exact, errors of the written file; if the shape does not need as many bones, it"
                                + " uses fewer."));
    }

    private Row measured(Printed printed, int columns) {
        String name = printed.sequence + "/" + printed.bones;
        Optional<Subject> found = bench.sequence(printed.sequence);
        if (found.isEmpty()) {
            Cell missing = Cell.notReproduced(bench.missingDataNote(printed.sequence));
            return new Row(name, Source.NOT_REPRODUCED, Collections.nCopies(columns, missing));
        }
        Subject subject = found.get();
        String row = "ld14-1/" + name;
        List<Cell> cells = new ArrayList<>();
        for (Rival rival : RIVALS) {
            cells.add(bench.rival(row, subject, rival, printed.bones, "rmsePercent"));
        }
        subject.forget();
        cells.add(Cell.none());
        cells.add(
                bench.runs().cell(Sinew.work("rig", row, subject, "bones", printed.bones), "rmsePercent", Source.OURS));
        return new Row(name, Source.RERUN, cells);
    }

    /** Figure 12 shows the error while samba's bones are removed. */
    private Figure pipeline() {
        List<Curve> curves = new ArrayList<>();
        bench.sequence("samba")
                .flatMap(subject -> bench.runs().measure(Sinew.work("rig", "ld14-1/samba/22", subject, "bones", 22)))
                .ifPresent(entry -> curves.add(new Curve(
                        "samba",
                        Source.OURS,
                        entry.numbers().get("pruning.bones"),
                        entry.numbers().get("pruning.rmsePercent"))));
        return new Figure(
                "ld14-figure-12",
                "LD14, Figure 12: samba, error as bones are removed, joints not yet enforced (the paper's curve is drawn, not printed)",
                "bones",
                "RMSE %",
                Figure.Scale.LOGARITHMIC,
                curves);
    }

    private Figure robustness(String number) {
        List<Double> x = new ArrayList<>();
        List<Double> y = new ArrayList<>();
        bench.sequence("horse-gallop").ifPresent(subject -> {
            for (int clusters : CLUSTERS) {
                Optional<Entry> entry =
                        bench.runs().measure(Sinew.work("rig", "ld14-9/horse-gallop", subject, "clusters", clusters));
                entry.ifPresent(found -> {
                    x.add((double) clusters);
                    y.add(found.number(number));
                });
            }
        });
        boolean bones = number.equals("bones");
        return new Figure(
                "ld14-figure-9-" + (bones ? "bones" : "error"),
                "LD14, Figure 9: horse-gallop from different numbers of clusters, "
                        + (bones ? "number of bones chosen by `rig`" : "error") + " (the paper shows skeletons)",
                "initial clusters",
                bones ? "bones" : "RMSE %",
                Figure.Scale.LINEAR,
                List.of(Curve.of("horse-gallop", Source.OURS, x, y)));
    }
}
