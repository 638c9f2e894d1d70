package dev.sinew.bench;

import static dev.sinew.bench.Markdown.number;

import dev.sinew.handles.BiharmonicWeights;
import dev.sinew.handles.DataDrivenWeights;
import dev.sinew.handles.DataDrivenWeights.Energy;
import dev.sinew.handles.HandleModels;
import dev.sinew.handles.HandleWeights;
import dev.sinew.handles.LearningOptions;
import dev.sinew.handles.LearningOptions.Locality;
import dev.sinew.handles.LearningOptions.Norm;
import dev.sinew.handles.WeightsOptions;
import dev.sinew.handles.WeightsOptions.DomainChoice;
import dev.sinew.io.HandleFiles;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;

/** YLWXG19 §5.2: what learnt weights lose without each term, with ℓ2 for ℓ1, and when they are made sparse afterwards (Table 1). */
final class AblationsTable {
    /** Poses that are not learnt from. */
    private static final List<Integer> HELD_OUT = List.of(2, 5, 8);

    private static final int JOINTS = 20;
    private static final double NEGLIGIBLE = 1e-3;
    /** Makes the data term not count. */
    private static final double OVERWHELMING = 1e6;

    private static final List<String> HEADER = List.of(
            "shape",
            "weights",
            "learnt from, % of size",
            "held out, %",
            "weights > 0.001 a vertex",
            "< 0.1",
            "< 0.05",
            "data",
            "sparsity",
            "rigidity",
            "rounds",
            "s");

    private final Markdown markdown;
    private final LearningOptions defaults;

    private AblationsTable(PrintStream out, LearningOptions defaults) {
        this.markdown = new Markdown(out, HEADER);
        this.defaults = defaults;
    }

    /** A shape with handles, poses to learn from and poses to be judged by. */
    private record Case(
            String name, Mesh mesh, HandleSet handles, DomainChoice domain, MeshSequence train, MeshSequence test) {}

    static void print(Flags flags, Path root, PrintStream out) {
        Path data = Data.of(flags, root).folder();
        Predicate<String> wanted = Pattern.compile(flags.text("only", "")).asPredicate();
        Machine.describe(out);
        out.println(
                "Errors with the best affine transforms for the weights. Energies are of eq. 11, the factors included;"
                        + " \"< 0.1\" and \"< 0.05\" are parts of all weights.\n");
        LearningOptions defaults = LearningOptions.defaults();
        AblationsTable table = new AblationsTable(
                out, defaults.withMaxIterations(flags.count("iterations", defaults.maxIterations())));
        if (wanted.test("card")) {
            table.rows(card());
        }
        if (wanted.test("cheburashka")) {
            table.rows(cheburashka(data.resolve("weights")));
        }
        for (String name : List.of("horse-poses", "cat-poses")) {
            if (wanted.test(name)) {
                table.rows(onJoints(name, data.resolve("sequences").resolve(name + ".obj")));
            }
        }
    }

    /** Fig. 2–4: learnt from one fold by 60°, judged by one of 100°. */
    private static Case card() {
        Mesh flat = FoldedCard.of(0);
        HandleSet handles = HandleSet.of(List.of(
                new Handle.Point("left", new double[] {-0.5, 0.01, 0}),
                new Handle.Point("right", new double[] {0.5, 0.01, 0})));
        return new Case(
                "card, 2 points",
                flat,
                handles,
                DomainChoice.SURFACE,
                sequence(flat, List.of(FoldedCard.of(60).positions())),
                sequence(flat, List.of(FoldedCard.of(100).positions())));
    }

    private static Case cheburashka(Path folder) {
        Path obj = folder.resolve("cheburashka.obj");
        Mesh mesh = MeshSequences.readMesh(obj);
        HandleSet handles = HandleFiles.read(folder.resolve("cheburashka.tgf"), mesh, UnaryOperator.identity());
        return of("cheburashka, 11 bones", mesh, handles, DomainChoice.SURFACE, obj);
    }

    private static Case onJoints(String name, Path obj) {
        Mesh mesh = MeshSequences.readMesh(obj);
        HandleSet handles = JointHandles.of(obj, JOINTS);
        return of(name + ", " + JOINTS + " joints", mesh, handles, DomainChoice.AUTO, obj);
    }

    private static Case of(String name, Mesh mesh, HandleSet handles, DomainChoice domain, Path obj) {
        MeshSequence all = MeshSequences.read(SequenceInput.of(obj));
        List<float[]> train = new ArrayList<>();
        List<float[]> test = new ArrayList<>();
        for (int f = 0; f < all.frameCount(); f++) {
            (HELD_OUT.contains(f) ? test : train).add(all.frame(f));
        }
        return new Case(name, mesh, handles, domain, sequence(mesh, train), sequence(mesh, test));
    }

    private static MeshSequence sequence(Mesh mesh, List<float[]> frames) {
        return new MeshSequence("poses", mesh, FrameSource.of(frames.toArray(new float[0][])), 30);
    }

    private void rows(Case c) {
        long start = System.nanoTime();
        HandleWeights smooth = new BiharmonicWeights(
                        c.mesh(), c.handles(), WeightsOptions.defaults().withDomain(c.domain()), Progress.SILENT)
                .solve()
                .weights();
        row(c, "biharmonic", smooth, List.of(), start);
        learnt(c, "learnt (ℓ1)", smooth, defaults);
        learnt(c, "ℓ2 for ℓ1", smooth, defaults.withNorm(Norm.L2));
        learnt(c, "without sparsity", smooth, defaults.withSparsity(0));
        learnt(c, "without rigidity", smooth, defaults.withRigidity(0));
        learnt(c, "every handle everywhere", smooth, defaults.withLocality(Locality.EVERYWHERE));
        learnt(
                c,
                "λ₁ × 1000, λ₂ × 100",
                smooth,
                defaults.withSparsity(1000 * defaults.sparsity()).withRigidity(100 * defaults.rigidity()));
        learnt(c, "data alone", smooth, defaults.withSparsity(0).withRigidity(0));
        learnt(
                c,
                "without data",
                smooth,
                defaults.withSparsity(OVERWHELMING * defaults.sparsity())
                        .withRigidity(OVERWHELMING * defaults.rigidity()));
        // Table 1: first the optimum without the term, then one weight step with it.
        HandleWeights dense = solve(c, smooth, defaults.withSparsity(0)).weights();
        long begin = System.nanoTime();
        DataDrivenWeights.Result afterwards = solver(c, smooth, defaults.withMaxIterations(1))
                .startingFrom(dense)
                .solve();
        row(c, "sparse afterwards", afterwards.weights(), afterwards.energies(), begin);
    }

    private static DataDrivenWeights.Result solve(Case c, HandleWeights start, LearningOptions options) {
        return solver(c, start, options).solve();
    }

    private static DataDrivenWeights solver(Case c, HandleWeights start, LearningOptions options) {
        boolean[] given = HandleModels.verticesOf(c.mesh(), c.handles(), start);
        return new DataDrivenWeights(c.mesh(), c.train(), start, given, options, Progress.SILENT);
    }

    private void learnt(Case c, String what, HandleWeights start, LearningOptions options) {
        long begin = System.nanoTime();
        DataDrivenWeights.Result result = solve(c, start, options);
        row(c, what, result.weights(), result.energies(), begin);
    }

    private void row(Case c, String what, HandleWeights weights, List<Energy> energies, long start) {
        double seconds = (System.nanoTime() - start) * 1e-9;
        List<String> cells = new ArrayList<>(List.of(
                c.name(),
                what,
                number("%.3f", 100 * DataDrivenWeights.reconstructionError(c.mesh(), c.train(), weights)),
                number("%.3f", 100 * DataDrivenWeights.reconstructionError(c.mesh(), c.test(), weights)),
                number("%.2f", weights.handleCount() * (1 - below(weights, NEGLIGIBLE))),
                number("%.3f", below(weights, 0.1)),
                number("%.3f", below(weights, 0.05))));
        if (energies.isEmpty()) {
            cells.addAll(List.of("–", "–", "–", "–"));
        } else {
            Energy last = energies.get(energies.size() - 1);
            cells.add(number("%.2e", last.data()));
            cells.add(number("%.2e", last.sparsity()));
            cells.add(number("%.2e", last.rigidity()));
            cells.add(String.valueOf(energies.size()));
        }
        cells.add(number("%.1f", seconds));
        markdown.row(cells);
    }

    /** The part of all weights that is smaller. */
    private static double below(HandleWeights weights, double bound) {
        long count = 0;
        for (double w : weights.w()) {
            count += w < bound ? 1 : 0;
        }
        return count / (double) weights.w().length;
    }
}
