package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.bench.baseline.ColumnReduction;
import dev.sinew.bench.baseline.DenseReduction;
import dev.sinew.bench.baseline.GramReduction;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.math.Workers;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Supplier;

/** Ways to a reduced sequence side by side: dimensions, what they lose, and time, all on one thread. */
final class ReductionTable {
    /** KSO10's ε, a coordinate. */
    private static final double TOLERANCE = 0.5e-3;
    /** Enough for every sequence here at that tolerance, so that no bound speaks. */
    private static final int MOST_DIMENSIONS = 256;

    private static final List<String> SEQUENCES = List.of("elastic-cow", "samba", "horse-gallop", "dance");

    private final int repeat;
    private final Workers workers;
    private final Markdown markdown;

    private ReductionTable(int repeat, Workers workers, Markdown markdown) {
        this.repeat = repeat;
        this.workers = workers;
        this.markdown = markdown;
    }

    /** What one way gives; the loss is 1000 times the root mean square a coordinate, the unit of E_RMS. */
    private record Reached(int dimensions, double lostSquared) {}

    static void print(Flags flags, Path root, PrintStream out) {
        Data data = Data.of(flags, root);
        int repeat = flags.count("repeat", 3);
        Machine.describe(out);
        out.println("One thread, warm JVM, best of " + repeat + ", tolerance " + TOLERANCE + " a coordinate.\n");
        Markdown markdown = new Markdown(out, List.of("sequence (N × 3F)", "way", "d", "lost", "seconds"));
        try (Workers workers = new Workers(1)) {
            ReductionTable table = new ReductionTable(repeat, workers, markdown);
            for (String name : SEQUENCES) {
                table.compare(name, new NormalisedSequence(MeshSequences.read(SequenceInput.of(data.sequence(name)))));
            }
        }
    }

    private void compare(String name, NormalisedSequence sequence) {
        int n = sequence.vertexCount();
        int m = sequence.dimensions();
        double[] trajectories = new double[n * m];
        sequence.rows(0, n, trajectories, new double[n]);
        double epsilon = TOLERANCE * Math.sqrt((double) n * m);
        String title = name + " (" + n + " × " + m + ")";
        row(
                title,
                "KSO10, Algorithm 1 (MAX)",
                n,
                m,
                () -> reached(ColumnReduction.of(trajectories, n, m, epsilon, ColumnReduction.Choice.LONGEST)));
        row(
                title,
                "truncated SVD by Gram matrix",
                n,
                m,
                () -> reached(GramReduction.of(trajectories, n, m, epsilon, workers)));
        row(title, "Sinew", n, m, () -> {
            ReducedSequence reduced = ReducedSequence.of(sequence, TOLERANCE, MOST_DIMENSIONS, 1, workers);
            return new Reached(reduced.dimensions(), reduced.lostSquared());
        });
    }

    private static Reached reached(DenseReduction reduction) {
        return new Reached(reduction.dimensions(), reduction.lostSquared());
    }

    private void row(String title, String way, int n, int m, Supplier<Reached> reduction) {
        double seconds = Double.POSITIVE_INFINITY;
        Reached reached = null;
        for (int run = 0; run < repeat; run++) {
            long start = System.nanoTime();
            reached = reduction.get();
            seconds = Math.min(seconds, (System.nanoTime() - start) * 1e-9);
        }
        double lost = 1000 * Math.sqrt(reached.lostSquared() / ((double) n * m));
        markdown.row(List.of(
                title, way, String.valueOf(reached.dimensions()), number("%.3f", lost), number("%.3f", seconds)));
    }
}
