package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.baseline.ColumnReduction;
import dev.sinew.bench.baseline.DenseReduction;
import dev.sinew.bench.baseline.GramReduction;
import dev.sinew.bench.rivals.ledger.Work;
import dev.sinew.bench.rivals.method.Animation;
import dev.sinew.bench.rivals.sheet.Cell;
import dev.sinew.bench.rivals.sheet.Row;
import dev.sinew.bench.rivals.sheet.Source;
import dev.sinew.bench.rivals.sheet.Table;
import dev.sinew.io.file.Version;
import dev.sinew.math.Workers;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** KSO10 Table 1: how many dimensions a sequence is brought to by ways of choosing the next direction. */
final class Selections {
    /** KSO10 §5: ε = 0.0005·√(3NF). */
    private static final double TOLERANCE = 0.5e-3;

    private static final int MOST_DIMENSIONS = 512;
    private static final String OURS = "Sinew";
    private static final List<String> COLUMNS = List.of("MAX", "GS", "PM1", "PM2", "SVD", OURS);

    private Selections() {}

    static Table table(Bench bench) {
        List<Row> rows = new ArrayList<>();
        List<Cell> dimensions = new ArrayList<>(paper("101", "278", "80", "72", "69"));
        List<Cell> times = new ArrayList<>(paper("2.78", "5.8", "6.3", "9.9", "27.9"));
        rows.add(new Row("flag, d", Source.PAPER, dimensions));
        rows.add(new Row("flag, seconds", Source.PAPER, times));
        Cell missing = Cell.notReproduced(bench.wanted("flag"));
        rows.add(new Row("flag, d", Source.NOT_REPRODUCED, Collections.nCopies(COLUMNS.size(), missing)));
        add(rows, bench, bench.sample("flag", 3000, 100));
        for (String name : List.of("elastic-cow", "samba", "horse-gallop", "dance")) {
            bench.sequence(name).ifPresent(subject -> add(rows, bench, subject));
        }
        return new Table(
                "kso10-table-1",
                "KSO10, Table 1: ways to choose the next direction",
                "dimensions d at ε = 0.0005·√(3NF), and seconds",
                COLUMNS,
                OURS,
                rows,
                List.of(
                        "The paper's flag cannot be had; `sinew sample flag` (3000 × 100) is another cloth, so that only the order of the columns"
                                + " compares.",
                        "Seconds are of one thread on a machine that others may use: read them against each other, not as times. SVD is by"
                                + " the eigenvectors of AAᵀ, not by dgesdd.",
                        "PM1 and PM2 take one and two steps of the power method from MAX's column; GS takes columns in the order of the file."));
    }

    private static List<Cell> paper(String... figures) {
        List<Cell> cells =
                new ArrayList<>(Arrays.stream(figures).map(Cell::paper).toList());
        cells.add(Cell.none());
        return cells;
    }

    private static void add(List<Row> rows, Bench bench, Subject subject) {
        List<Function<Animation, DenseReduction>> ways = new ArrayList<>();
        for (ColumnReduction.Choice choice : ColumnReduction.Choice.values()) {
            ways.add(a -> ColumnReduction.of(a.a(), a.vertices(), a.dimensions(), epsilon(a), choice));
        }
        ways.add(a -> GramReduction.of(a.a(), a.vertices(), a.dimensions(), epsilon(a), Workers.CALLER));
        ways.add(Selections::ours);
        List<Cell> dimensions = new ArrayList<>();
        List<Cell> seconds = new ArrayList<>();
        for (int c = 0; c < ways.size(); c++) {
            boolean ours = COLUMNS.get(c).equals(OURS);
            Function<Animation, DenseReduction> way = ways.get(c);
            Work work = new Work(
                    "kso10-1/" + subject.name(),
                    subject.fingerprint(),
                    COLUMNS.get(c),
                    ours ? Version.current() : "1",
                    () -> measured(way, subject.animation()));
            dimensions.add(bench.runs().cell(work, "dimensions", ours ? Source.OURS : Source.RERUN));
            seconds.add(bench.runs().cell(work, "seconds", ours ? Source.OURS : Source.RERUN));
        }
        subject.forget();
        rows.add(new Row(subject.name() + ", d", Source.RERUN, dimensions));
        rows.add(new Row(subject.name() + ", seconds", Source.RERUN, seconds));
    }

    private static Map<String, double[]> measured(Function<Animation, DenseReduction> way, Animation animation) {
        long start = System.nanoTime();
        int d = way.apply(animation).dimensions();
        return Map.of(
                "dimensions", new double[] {d},
                "seconds", new double[] {(System.nanoTime() - start) * 1e-9});
    }

    private static DenseReduction ours(Animation animation) {
        NormalisedSequence sequence = new NormalisedSequence(animation.sequence());
        ReducedSequence reduced = ReducedSequence.of(sequence, TOLERANCE, MOST_DIMENSIONS, 1, Workers.CALLER);
        return new DenseReduction(reduced.dimensions(), new double[0], new double[0], reduced.lostSquared());
    }

    private static double epsilon(Animation animation) {
        return TOLERANCE * Math.sqrt((double) animation.vertices() * animation.dimensions());
    }
}
