package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.baseline.AsRigidAsPossible;
import dev.sinew.bench.rivals.method.HeatWeights;
import dev.sinew.bench.rivals.method.LinearSubspace;
import dev.sinew.bench.rivals.method.MeshInverseKinematics;
import dev.sinew.bench.rivals.method.Rival.HandlePoser;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.Chapter.Figure;
import dev.sinew.bench.rivals.sheet.Chapter.Figure.Curve;
import dev.sinew.bench.rivals.sheet.Chapter.Table;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Row;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import dev.sinew.handles.HandleWeights;
import dev.sinew.handles.LearningOptions;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.file.Version;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.catalogue.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/** YLWXG19: Yuan, Lai, Wang, Xia and Gao 2019, "Data-Driven Weight Optimization for Real-Time Mesh Deformation". */
public final class DataDriven {
    private static final String OURS = "Sinew";
    private static final String WITHOUT_SPARSITY = "without sparsity";
    private static final int HANDLES = 20;
    private static final List<String> SHOWN = List.of("card", "cheburashka");
    /** Table 1 counts weights below these. */
    private static final double[] BOUNDS = {0.1, 0.05};
    /** Enough for every case to converge; learning is not timed. */
    static final LearningOptions LEARNING = LearningOptions.defaults().withMaxIterations(30);

    private static final int ARAP_ITERATIONS = 60;

    private final Bench bench;
    private final Map<String, Supplier<HandleCase>> cases = new LinkedHashMap<>();
    private final Map<String, String> fingerprints = new LinkedHashMap<>();

    private DataDriven(Bench bench) {
        this.bench = bench;
        cases.put("card", HandleCase::card);
        fingerprints.put("card", "1");
        Path weights = bench.data().folder().resolve("weights");
        add("cheburashka", weights.resolve("cheburashka.obj"));
        add("horse-poses", bench.data().sequence("horse-poses"));
        add("cat-poses", bench.data().sequence("cat-poses"));
    }

    private void add(String name, Path file) {
        if (Files.exists(file)) {
            cases.put(name, () -> HandleCase.of(name, MeshSequences.read(SequenceInput.of(file)), HANDLES));
            fingerprints.put(name, bench.fingerprint(file));
        }
    }

    public static Chapter of(Bench bench) {
        DataDriven chapter = new DataDriven(bench);
        return new Chapter(
                "YLWXG19 · Yuan, Lai, Wang, Xia, Gao: Data-Driven Weight Optimization for Real-Time Mesh Deformation (2019)",
                List.of(chapter.posing(), chapter.ablation(), chapter.sparsity()),
                List.of(DragTimes.figure(bench)));
    }

    private Table posing() {
        Map<String, Function<HandleCase, HandlePoser>> ways = new LinkedHashMap<>();
        ways.put("bounded biharmonic", c -> c.poser(c.biharmonic()));
        ways.put("geodesic heat", c -> {
            double[] w = new HeatWeights(c.mesh()).of(c.held());
            return c.poser(new HandleWeights(c.mesh().vertexCount(), c.held().length, w));
        });
        ways.put("quasi-harmonic", c -> c.poser(c.quasiHarmonic()));
        ways.put("linear subspace", c -> new LinearSubspace(c.mesh(), c.held()));
        ways.put("ARAP", DataDriven::asRigidAsPossible);
        ways.put("MeshIK", c -> new MeshInverseKinematics(c.mesh(), c.train(), c.held()));
        List<String> columns = new ArrayList<>(ways.keySet());
        columns.add(OURS);
        List<Row> rows = new ArrayList<>();
        cases.forEach((name, made) -> {
            List<Cell> cells = new ArrayList<>();
            ways.forEach((title, way) -> {
                Work work = work("ylwxg19-poses/" + name, name, title, "1", () -> {
                    HandleCase c = made.get();
                    return Map.of("percent", new double[] {c.unseenError(way.apply(c))});
                });
                cells.add(bench.runs().cell(work, "percent", Source.RERUN));
            });
            cells.add(bench.runs().cell(learnt(name, made, OURS, LEARNING), "percent", Source.OURS));
            rows.add(new Row(name, Source.RERUN, cells));
        });
        return new Table(
                "ylwxg19-posing",
                "YLWXG19, Figures 13–19 in numbers: poses that were not learnt from, by their handles alone",
                "RMS distance in percent of the size",
                columns,
                OURS,
                rows,
                List.of(
                        "The paper shows these comparisons as pictures and prints no error. Here 20 point handles are distributed over the mesh (four on the"
                                + " card) and moved to the positions of their vertices in held-out poses (every third); all vertices are compared.",
                        "Biharmonic, heat, quasi-harmonic and Sinew's learnt weights are posed by the same solver (§4.2). ARAP uses no examples; MeshIK and Sinew learn"
                                + " from the same poses.",
                        "Linear subspace (after Wang et al. 2015): vertex positions are a fixed matrix times the handle positions; for surfaces instead of the paper's"
                                + " solids this is our interpretation (`LinearSubspace`). Quasi-harmonic: Wang and Solomon 2021, `weights --method quasi-harmonic`,"
                                + " posed like the others.",
                        "Feature-preserving data-driven deformation [16, 17] is missing: no sufficient description was available."));
    }

    static HandlePoser asRigidAsPossible(HandleCase c) {
        AsRigidAsPossible arap = new AsRigidAsPossible(c.mesh(), c.held());
        return targets -> {
            arap.reset();
            arap.solve(targets, 1e-4, ARAP_ITERATIONS);
            return arap.positions();
        };
    }

    private Work work(String row, String name, String method, String version, Supplier<Map<String, double[]>> run) {
        return new Work(row, fingerprints.get(name), method, version, run);
    }

    /** Figure 21 and Table 1 show one shape; here two. */
    private void forShown(BiConsumer<String, Supplier<HandleCase>> action) {
        SHOWN.stream().filter(cases::containsKey).forEach(name -> action.accept(name, cases.get(name)));
    }

    private Table ablation() {
        Map<String, LearningOptions> ways = new LinkedHashMap<>();
        double huge = 1e6;
        ways.put("ℓ2 for ℓ1", LEARNING.withNorm(LearningOptions.Norm.L2));
        ways.put(WITHOUT_SPARSITY, LEARNING.withSparsity(0));
        ways.put(
                "without data",
                LEARNING.withSparsity(huge * LEARNING.sparsity()).withRigidity(huge * LEARNING.rigidity()));
        ways.put("without ARAP", LEARNING.withRigidity(0));
        ways.put(OURS, LEARNING);
        List<Row> rows = new ArrayList<>();
        for (String number : List.of("percent", "weights")) {
            forShown((name, made) -> {
                List<Cell> cells = new ArrayList<>();
                ways.forEach((title, options) ->
                        cells.add(bench.runs().cell(learnt(name, made, title, options), number, Source.OURS)));
                rows.add(new Row(name + (number.equals("percent") ? "" : ", weights per vertex"), Source.OURS, cells));
            });
        }
        return new Table(
                "ylwxg19-figure-21",
                "YLWXG19, Figure 21 in numbers: each term removed in turn",
                "RMS distance on held-out poses in percent of the size; weights above 0.001 per vertex",
                List.copyOf(ways.keySet()),
                OURS,
                rows,
                List.of(
                        "The paper shows the weights of one point on a face that is not available. \"Without data\" multiplies the other two terms by 10⁶."));
    }

    /** Learnt weights in numbers; one run for all three tables. */
    private Work learnt(String name, Supplier<HandleCase> made, String title, LearningOptions options) {
        return work("ylwxg19-21/" + name, name, title, Version.current(), () -> {
            HandleCase c = made.get();
            HandleWeights start = c.biharmonic();
            HandleWeights weights = c.learnt(start, options);
            Map<String, double[]> numbers = new LinkedHashMap<>();
            numbers.put("percent", new double[] {c.unseenError(c.poser(weights))});
            numbers.put("weights", new double[] {weights.handleCount() * (1 - below(weights, 1e-3))});
            // Table 1 makes dense weights sparse at the end.
            boolean dense = title.equals(WITHOUT_SPARSITY);
            HandleWeights last = dense ? c.learntFrom(start, weights, LEARNING.withMaxIterations(1)) : weights;
            for (double bound : BOUNDS) {
                numbers.put("below " + bound, new double[] {100 * below(last, bound)});
            }
            return numbers;
        });
    }

    private Table sparsity() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("face, < 0.1", Source.PAPER, List.of(Cell.paper("834 of one handle"), Cell.paper("2408"))));
        rows.add(new Row("face, < 0.05", Source.PAPER, List.of(Cell.paper("432 of one handle"), Cell.paper("1958"))));
        forShown((name, made) -> {
            Work separate = learnt(name, made, WITHOUT_SPARSITY, LEARNING.withSparsity(0));
            Work together = learnt(name, made, OURS, LEARNING);
            for (double bound : BOUNDS) {
                rows.add(new Row(
                        name + ", < " + bound,
                        Source.OURS,
                        List.of(
                                bench.runs().cell(separate, "below " + bound, Source.OURS),
                                bench.runs().cell(together, "below " + bound, Source.OURS))));
            }
        });
        return new Table(
                "ylwxg19-table-1",
                "YLWXG19, Table 1: sparsity made afterwards, and together with the rest (more is sparser)",
                "the paper: vertices with small weights; here: percent of all weights",
                List.of("separate", OURS),
                OURS,
                rows,
                List.of(
                        "The paper's face is not available, and the paper counts one handle's weights. Separate: learnt without the term, then one step of"
                                + " weights with it."));
    }

    private static double below(HandleWeights weights, double bound) {
        long count = 0;
        for (double w : weights.w()) {
            count += w < bound ? 1 : 0;
        }
        return count / (double) weights.w().length;
    }

    /** YLWXG19 Figure 20: the time of a drag against the number of examples. */
    private static final class DragTimes {
        private static final int[] EXAMPLES = {2, 10};
        private static final int VERTICES = 12_500;
        private static final int HANDLES = 20;
        private static final int WARM = 2;
        private static final int DRAGS = 5;

        private DragTimes() {}

        static Figure figure(Bench bench) {
            Map<String, Function<HandleCase, HandlePoser>> ways = new LinkedHashMap<>();
            ways.put("ARAP", DataDriven::asRigidAsPossible);
            ways.put("MeshIK", c -> new MeshInverseKinematics(c.mesh(), c.train(), c.held()));
            // The solve time does not depend on the quality of the weights, so two rounds suffice, as in
            // PoserExamplesBenchmark.
            ways.put("Sinew", c -> c.poser(c.learnt(c.biharmonic(), DataDriven.LEARNING.withMaxIterations(2))));
            List<Curve> curves = new ArrayList<>();
            ways.forEach((name, way) -> {
                boolean ours = name.equals("Sinew");
                List<Double> x = new ArrayList<>();
                List<Double> y = new ArrayList<>();
                for (int examples : EXAMPLES) {
                    Work work = new Work(
                            "ylwxg19-20/creature",
                            "" + examples,
                            name + "/" + examples,
                            ours ? Version.current() : "1",
                            () -> milliseconds(examples, way));
                    bench.runs().measure(work).ifPresent(entry -> {
                        x.add((double) examples);
                        y.add(entry.number("milliseconds"));
                    });
                }
                curves.add(Curve.of(name, ours ? Source.OURS : Source.RERUN, x, y));
            });
            return new Figure(
                    "ylwxg19-figure-20",
                    "YLWXG19, Figure 20: a drag from the rest pose to a pose, sample creature of 12 500 vertices, 20 handles (the paper's bars are drawn"
                            + " on the SCAPE model; measured on a shared machine)",
                    "examples",
                    "milliseconds",
                    Figure.Scale.LOGARITHMIC,
                    curves);
        }

        private static Map<String, double[]> milliseconds(int examples, Function<HandleCase, HandlePoser> way) {
            MeshSequence walk = Samples.named("creature").orElseThrow().make(VERTICES, 2 * examples);
            HandleCase c = HandleCase.of("creature", evenly(walk, examples), HANDLES);
            HandlePoser poser = way.apply(c);
            double best = Double.POSITIVE_INFINITY;
            for (int drag = 0; drag < WARM + DRAGS; drag++) {
                double[] targets = c.targets(walk.frame((2 * drag + 1) % walk.frameCount()));
                long start = System.nanoTime();
                poser.pose(targets);
                best = drag < WARM ? best : Math.min(best, (System.nanoTime() - start) * 1e-6);
            }
            return Map.of("milliseconds", new double[] {best});
        }

        /** An even sample with the wanted number left after every third is held out. */
        private static MeshSequence evenly(MeshSequence walk, int examples) {
            Mesh mesh = walk.rest();
            float[][] frames = new float[Math.max(3, (3 * examples + 1) / 2)][];
            for (int f = 0; f < frames.length; f++) {
                frames[f] = walk.frame(f * walk.frameCount() / frames.length);
            }
            return new MeshSequence("walk", mesh, FrameSource.of(frames), 30);
        }
    }
}
