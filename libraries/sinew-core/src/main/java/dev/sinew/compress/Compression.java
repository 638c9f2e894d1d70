package dev.sinew.compress;

import dev.sinew.compress.CompressResult.CurvePoint;
import dev.sinew.compress.Factorisation.Coefficients;
import dev.sinew.compress.Fitness.Counts;
import dev.sinew.measure.WeightError;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Shells;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.Clip;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.platform.Workers;
import dev.sinew.reduce.ReduceMethod;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.reduce.Reduction;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Outcome;
import dev.sinew.run.Progress;
import dev.sinew.run.SolveResult;
import dev.sinew.solve.DenseWeights;
import dev.sinew.solve.examples.ExamplePoses;
import dev.sinew.solve.examples.ModelWeld;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** LD13 Algorithm 1: adds atoms where the error is largest, and improves dictionary and coefficients in between. */
public final class Compression {
    /**
     * Fraction of the current atoms that a batch adds. NOTE: LD13 eq. 3 needs ε; if only Σ is given, the batch grows with m. 0.1 gives
     * errors 1 % lower in three times the time.
     */
    private static final double GROWTH = 0.5;

    /** Iterations after each batch; LD13 §3.2 finds 3 enough. */
    private static final int ITERATIONS_PER_BATCH = 3;

    /** Factor on the tolerance if the bones move too, because they converge slowly. */
    private static final double MOVING_BONES_TOLERANCE_FACTOR = 0.3;

    /** Final rounds with normals. */
    private static final int SHADED_ROUNDS = 6;

    /** Smallest batch towards ε as a fraction of m: the possible excess at the end. */
    private static final double MIN_GROWTH = 0.01;

    /** With m atoms the error falls about as 1/m^1.5. */
    private static final double ERROR_EXPONENT = 1.5;

    private final ModelInput given;
    private final ModelWeld weld;
    /** The model with one vertex per point. */
    private final ModelInput input;

    private final CompressOptions options;
    private final Progress progress;
    private final CompressOptions.Motion motion;
    private final int vertices;
    private final int maxElements;
    private final int maxAtoms;
    private final List<String> notes = new ArrayList<>();
    private final List<CurvePoint> curve = new ArrayList<>();
    private final List<Double> convergence = new ArrayList<>();

    /** Compresses dense weights into two sparse layers, without progress reports. */
    public static CompressResult compress(ModelInput input, CompressOptions options) {
        return compress(input, options, Progress.SILENT);
    }

    public static CompressResult compress(ModelInput input, CompressOptions options, Progress progress) {
        return new Compression(input, options, progress).solve();
    }

    private Compression(ModelInput input, CompressOptions options, Progress progress) {
        this.given = input;
        this.weld = ModelWeld.of(input.model(), input.examples().map(ModelInput.Examples::poses));
        this.input = weld.apply(input);
        this.options = options;
        this.progress = progress;
        this.motion = options.motionOf(input);
        this.vertices = input.model().vertexCount();
        this.maxElements = maxElements();
        this.maxAtoms = maxAtoms();
    }

    /** c = max card(w_i) + 1, at most k. */
    private int maxElements() {
        int bones = input.model().boneCount();
        int wanted = options.atomInfluences().orElse(input.model().weights().maxInfluences() + 1);
        return Math.min(bones, wanted);
    }

    /** Σ; (b−2)n/c for b bones per vertex, counted over every vertex of the file as engines do. More atoms than points are useless. */
    private int maxAtoms() {
        int places = input.model().vertexCount();
        double wanted = places;
        Optional<CompressOptions.BonesPerVertex> cost = options.goal().cost();
        if (cost.isPresent()) {
            wanted = Math.floor((cost.get().count() - 2) * vertices / maxElements);
        } else if (options.goal() instanceof CompressOptions.VirtualBones atoms) {
            if (atoms.count() > Math.max(2, vertices)) {
                throw new InvalidInputException("virtual bones " + atoms.count() + " must be at most the " + vertices
                        + " vertices of the model");
            }
            wanted = atoms.count();
        }
        if (wanted > places) {
            notes.add("there can be no more virtual bones than vertices: " + places + " were created");
        }
        return (int) Math.min(places, Math.max(2, wanted));
    }

    private CompressResult solve() {
        try (Workers workers = new Workers(options.threads())) {
            Fitness fitness = fitness(workers);
            VertexGraph graph =
                    ShellLinks.graph(input.model().rest(), input.model().weights());
            Factorisation factors = new Factorisation(fitness, graph, maxElements, workers);
            grow(factors, fitness);
            Outcome outcome = finish(factors);
            shade(factors, fitness);
            return result(factors, fitness, outcome);
        }
    }

    private Fitness fitness(Workers workers) {
        SkinnedModel model = input.model();
        options.importance().ifPresent(known -> known.require(vertices));
        Counts counts = Counts.of(options.importance().map(known -> weld.weld().apply(known)), model.vertexCount());
        if (input.examples().isEmpty()) {
            return new WeightFitness(DenseWeights.of(model.weights(), model.boneCount()), counts);
        }
        ModelInput.Examples examples = input.examples().get();
        return new ExampleFitness(
                poses(examples, workers),
                model.rest(),
                model.weights(),
                counts,
                options.rest(),
                options.shading(),
                motion,
                progress,
                workers);
    }

    private ExamplePoses poses(ModelInput.Examples examples, Workers workers) {
        ExamplePoses poses =
                ExamplePoses.of(input.model().rest(), examples.clip().motion(), examples.poses(), workers);
        MeshSequence all = given.examples().orElseThrow().poses();
        return options.shading() > 0
                ? poses.withNormals(
                        all.withRest(given.model().rest()), weld.weld().pointOf(), workers)
                : poses;
    }

    /** Positions determine growth and size; then normals are included where that costs little: bones, weights, rest pose. */
    private void shade(Factorisation factors, Fitness fitness) {
        if (options.goal() instanceof CompressOptions.Error || !fitness.shade(factors)) {
            return;
        }
        for (int t = 0; t < SHADED_ROUNDS; t++) {
            factors.settle();
            fitness.shade(factors);
            double metric = fitness.positions(factors);
            convergence.add(metric);
            progress.update("shade", t + 1, SHADED_ROUNDS, metric);
        }
        CurvePoint last = curve.remove(curve.size() - 1);
        curve.add(new CurvePoint(last.virtualBones(), last.bonesPerVertex(), fitness.positions(factors)));
    }

    private double targetError() {
        return motion == CompressOptions.Motion.SOLVE
                ? MOVING_BONES_TOLERANCE_FACTOR * options.tolerance()
                : options.tolerance();
    }

    /** Input of the fallback: the given weights, with the adapted rest pose and motion. */
    private ModelInput moved(Fitness fitness, Factorisation factors) {
        SkinnedModel model = given.model();
        List<Clip> clips = new ArrayList<>(model.clips());
        Optional<ModelInput.Examples> examples = given.examples().map(old -> {
            Clip clip = new Clip(
                    old.clip().name(),
                    old.clip().framesPerSecond(),
                    fitness.motion(old.clip().motion()));
            clips.replaceAll(any -> any.name().equals(clip.name()) ? clip : any);
            return new ModelInput.Examples(clip, old.poses());
        });
        return new ModelInput(
                model.withRest(fitness.rest(model.rest(), weld.weld().pointOf(), factors))
                        .withClips(clips),
                examples);
    }

    /** Lines 3 to 15. */
    private void grow(Factorisation factors, Fitness fitness) {
        record(factors);
        while (factors.atoms().count() < maxAtoms && !isReached(factors)) {
            factors.addAtoms(batch(factors, fitness));
            for (int t = 0; t < ITERATIONS_PER_BATCH; t++) {
                factors.improve();
                report(factors);
            }
            record(factors);
        }
    }

    /** κ of eq. 3. NOTE: its (Δ/ε − 1)·m assumes that the error falls as 1/m and would add far too many atoms at first. */
    private int batch(Factorisation factors, Fitness fitness) {
        int m = factors.atoms().count();
        double wanted = GROWTH * m;
        if (options.goal() instanceof CompressOptions.Error error) {
            double now = fitness.squaredSum(factors.metric());
            double target = fitness.squaredSum(error.value());
            double ratio = target > 0 ? Math.sqrt(now / target) : Double.POSITIVE_INFINITY;
            wanted = Math.min(wanted, Math.max(MIN_GROWTH * m, (Math.pow(ratio, 1 / ERROR_EXPONENT) - 1) * m));
        }
        return (int) Math.min(maxAtoms - m, Math.max(1, Math.floor(wanted)));
    }

    private boolean isReached(Factorisation factors) {
        return options.goal() instanceof CompressOptions.Error error && factors.metric() <= error.value();
    }

    private Outcome finish(Factorisation factors) {
        Outcome outcome = Outcome.ITERATION_LIMIT;
        double before = factors.metric();
        for (int t = 0; t < options.maxIterations(); t++) {
            factors.settle();
            report(factors);
            double now = factors.metric();
            if (before - now < targetError() * before) {
                outcome = Outcome.CONVERGED;
                break;
            }
            before = now;
        }
        curve.remove(curve.size() - 1);
        record(factors);
        if (options.goal() instanceof CompressOptions.Error error && !isReached(factors)) {
            notes.add("an error of " + error.value() + " was not reached with at most " + maxAtoms + " virtual bones");
            return Outcome.TARGET_NOT_REACHED;
        }
        return outcome;
    }

    private void record(Factorisation factors) {
        int m = factors.atoms().count();
        curve.add(new CurvePoint(m, (double) m * maxElements / vertices + 2, factors.metric()));
    }

    private void report(Factorisation factors) {
        convergence.add(factors.metric());
        progress.update("compress", factors.atoms().count(), maxAtoms, factors.metric());
    }

    private CompressResult result(Factorisation factors, Fitness fitness, Outcome outcome) {
        TwoLayerWeights layers =
                weld.expand(LayerAssembly.of(factors, input.model().boneCount()));
        TwoLayerModel model = new TwoLayerModel(Fallback.of(moved(fitness, factors), options.threads()), layers);
        SolveResult<TwoLayerModel> fitted = new SolveResult<>(
                model,
                outcome,
                convergence.size(),
                convergence.stream().mapToDouble(Double::doubleValue).toArray(),
                notes);
        return new CompressResult(fitted, WeightError.of(layers, given.model().weights()), curve);
    }

    /** Converts D and A to the compact layers of a model. */
    private static final class LayerAssembly {
        private LayerAssembly() {}

        static TwoLayerWeights of(Factorisation factors, int k) {
            Atoms atoms = factors.atoms();
            int c = atoms.maxElements();
            int[] bones = new int[atoms.count() * c];
            double[] weights = new double[bones.length];
            for (int j = 0; j < atoms.count(); j++) {
                int at = j * c;
                for (int z = 0; z < k; z++) {
                    if (atoms.values()[j * k + z] != 0) {
                        bones[at] = z;
                        weights[at++] = atoms.values()[j * k + z];
                    }
                }
            }
            Coefficients a = factors.coefficients();
            int[] virtual = new int[2 * a.first.length];
            double[] coefficients = new double[virtual.length];
            for (int i = 0; i < a.first.length; i++) {
                boolean firstLeads = a.alpha[i] >= 0.5;
                virtual[2 * i] = firstLeads ? a.first[i] : a.second[i];
                virtual[2 * i + 1] = firstLeads ? a.second[i] : a.first[i];
                coefficients[2 * i] = firstLeads ? a.alpha[i] : 1 - a.alpha[i];
                coefficients[2 * i + 1] = 1 - coefficients[2 * i];
            }
            return TwoLayerWeights.of(k, c, bones, weights, virtual, coefficients);
        }
    }

    /**
     * The mesh's edges, and links between its shells. NOTE: in LD13 atoms spread along edges only. A mesh cut at its seams has dozens of
     * shells, and each would need separate atoms. So vertices of different shells are linked if they are adjacent when sorted by their
     * strongest bone and its weight.
     */
    private static final class ShellLinks {
        private ShellLinks() {}

        static VertexGraph graph(Mesh mesh, SkinWeights weights) {
            Shells shells = Shells.of(mesh);
            int k = weights.influences();
            Integer[] order = new Integer[mesh.vertexCount()];
            Arrays.setAll(order, i -> i);
            Arrays.sort(
                    order,
                    Comparator.<Integer>comparingInt(i -> weights.bones()[i * k])
                            .thenComparingDouble(i -> weights.weights()[i * k])
                            .thenComparing(i -> i));
            int[] links = new int[2 * order.length];
            int count = 0;
            for (int at = 1; at < order.length; at++) {
                int a = order[at - 1];
                int b = order[at];
                if (shells.of(a) != shells.of(b) || shells.of(a) < 0) {
                    links[count++] = a;
                    links[count++] = b;
                }
            }
            return VertexGraph.of(mesh, Arrays.copyOf(links, count));
        }
    }

    /** The standard skin for programs that do not support two layers. */
    private static final class Fallback {
        /** Supported by every engine. */
        private static final int INFLUENCES = 4;

        private Fallback() {}

        static SkinnedModel of(ModelInput input, int threads) {
            ReduceMethod method = input.examples().isPresent() ? ReduceMethod.GEOMETRY : ReduceMethod.LARGEST;
            return Reduction.reduce(input, new ReduceOptions(INFLUENCES, method, threads), Progress.SILENT)
                    .model();
        }
    }
}
