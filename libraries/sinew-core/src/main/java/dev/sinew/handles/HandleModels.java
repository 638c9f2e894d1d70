package dev.sinew.handles;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.math.Affine3;
import dev.sinew.measure.WeightError;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.Weld;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.ModelInput;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.reduce.ReduceOptions;
import dev.sinew.reduce.Reduction;
import dev.sinew.run.Progress;
import dev.sinew.solve.Momentum;
import dev.sinew.solve.examples.ExamplePoses;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.transform.BoneForms;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * Creates a skinned model from a mesh and its handles, in one call: biharmonic weights, or weights learnt from examples if there are any.
 */
public final class HandleModels {
    private HandleModels() {}

    /** @param examples poses of the same mesh to learn from */
    public record Input(Mesh mesh, HandleSet handles, Optional<MeshSequence> examples) {
        public Input {
            Objects.requireNonNull(mesh);
            Objects.requireNonNull(handles);
            Objects.requireNonNull(examples);
        }
    }

    /** @param reduction limits the weights per vertex; empty keeps all */
    public record Options(WeightsOptions weights, LearningOptions learning, Optional<ReduceOptions> reduction) {
        public Options {
            Objects.requireNonNull(weights);
            Objects.requireNonNull(learning);
            Objects.requireNonNull(reduction);
        }

        public static Options defaults() {
            return new Options(WeightsOptions.defaults(), LearningOptions.defaults(), Optional.empty());
        }
    }

    /**
     * @param model plays the examples, if there are any
     * @param biharmonic the weights without examples, on the welded mesh
     * @param errors on the examples, if there are any
     * @param localMaxima peaks of the final weights away from their handles, at least 1e-3 above their surroundings
     * @param reducedBy cost of limiting the weights per vertex, if some had more
     */
    public record Result(
            SkinnedModel model,
            HandleWeights weights,
            BiharmonicWeights.Result biharmonic,
            Optional<DataDrivenWeights.Result> learnt,
            Optional<Errors> errors,
            int localMaxima,
            Optional<Reduced> reducedBy) {
        Result withModel(SkinnedModel newModel, HandleWeights newWeights) {
            return new Result(newModel, newWeights, biharmonic, learnt, errors, localMaxima, reducedBy);
        }
    }

    /**
     * The cost of a reduction of weights.
     *
     * @param influencesBefore maximum weights per vertex before
     * @param weightRms difference from the weights before, 1000·‖W′−W‖_F/√(kn)
     * @param errorBefore error in the poses with all weights, as a fraction of the size, if there are poses
     */
    public record Reduced(int influencesBefore, double weightRms, OptionalDouble errorBefore) {}

    /**
     * Errors in the poses, as fractions of the size.
     *
     * @param before of the biharmonic weights, with the best affine transforms for them
     * @param after of the final weights
     */
    public record Errors(double before, double after) {}

    /** Solves weights, and with examples the motion, without progress reports. */
    public static Result solve(Input input, Options options) {
        return solve(input, options, Progress.SILENT);
    }

    /** @throws dev.sinew.run.CancelledException if {@code progress} cancels the run */
    public static Result solve(Input input, Options options, Progress progress) {
        input.examples().ifPresent(poses -> Examples.check(input.mesh(), poses));
        Weld weld = input.examples()
                .map(poses -> Weld.of(poses.withRest(input.mesh())))
                .orElseGet(() -> Weld.of(input.mesh()));
        Result solved = weld.isEmpty()
                ? solvePoints(input, options, progress)
                : perVertex(input, weld, solvePoints(perPoint(input, weld), options, progress));
        return input.examples().isEmpty() || options.learning().shading() == 0
                ? solved
                : refitMotion(solved, input.examples().get(), options.learning());
    }

    private static Input perPoint(Input input, Weld weld) {
        Mesh mesh = weld.apply(input.mesh()).withSurface(Mesh.Surface.bare());
        return new Input(
                mesh,
                perPoint(input.handles(), weld.pointOf()),
                input.examples().map(poses -> perPoint(poses, mesh, weld)));
    }

    private static MeshSequence perPoint(MeshSequence poses, Mesh mesh, Weld weld) {
        FrameSource frames = new FrameSource() {
            @Override
            public int frameCount() {
                return poses.frameCount();
            }

            @Override
            public float[] frame(int f) {
                return weld.apply(poses.frame(f));
            }
        };
        return new MeshSequence(poses.name(), mesh, frames, poses.framesPerSecond());
    }

    private static HandleSet perPoint(HandleSet handles, int[] pointOf) {
        List<Handle> all = new ArrayList<>();
        for (Handle handle : handles.handles()) {
            if (handle instanceof Handle.Region region) {
                int[] vertices = Arrays.stream(region.vertices())
                        .map(i -> i >= 0 && i < pointOf.length ? pointOf[i] : i)
                        .distinct()
                        .toArray();
                all.add(new Handle.Region(region.name(), vertices, region.centre()));
            } else {
                all.add(handle);
            }
        }
        return new HandleSet(all, handles.cageTriangles());
    }

    private static Result perVertex(Input input, Weld weld, Result solved) {
        int h = solved.weights().handleCount();
        int n = input.mesh().vertexCount();
        double[] w = new double[n * h];
        for (int i = 0; i < n; i++) {
            System.arraycopy(solved.weights().w(), weld.pointOf()[i] * h, w, i * h, h);
        }
        HandleWeights weights = new HandleWeights(n, h, w);
        return solved.withModel(model(input, weights, solved.model().clips()), weights);
    }

    /** The clip that plays the examples, with normals included in the fit of the motion; mesh and weights stay. */
    private static Result refitMotion(Result solved, MeshSequence examples, LearningOptions options) {
        SkinnedModel model = solved.model();
        Clip clip = model.clips().get(0);
        MeshSequence poses = examples.withRest(model.rest());
        Weld weld = Weld.of(poses);
        try (Workers workers = new Workers(options.threads())) {
            ExamplePoses followed = ExamplePoses.of(weld.apply(model.rest()), clip.motion(), weld.apply(poses), workers)
                    .withNormals(poses, weld.pointOf(), workers);
            int h = solved.weights().handleCount();
            ShadedMotion.solve(
                    followed,
                    (i, x) -> System.arraycopy(solved.weights().w(), weld.first()[i] * h, x, 0, h),
                    options.shading(),
                    workers);
            Clip better = new Clip(clip.name(), clip.framesPerSecond(), followed.motion());
            return solved.withModel(model.withClips(List.of(better)), solved.weights());
        }
    }

    private static Result solvePoints(Input input, Options options, Progress progress) {
        Mesh mesh = input.mesh();
        BiharmonicWeights.Result smooth =
                new BiharmonicWeights(mesh, input.handles(), options.weights(), progress).solve();
        Optional<DataDrivenWeights.Result> learnt = input.examples()
                .map(examples -> new DataDrivenWeights(
                                mesh,
                                examples,
                                smooth.weights(),
                                verticesOf(mesh, input.handles(), smooth.weights()),
                                options.learning(),
                                progress)
                        .solve());
        HandleWeights full = learnt.map(DataDrivenWeights.Result::weights).orElse(smooth.weights());
        Optional<ReduceOptions> reduction =
                options.reduction().filter(r -> full.toSkin().maxInfluences() > r.influences());
        HandleWeights weights =
                reduction.map(r -> reduce(input, full, r, progress)).orElse(full);
        Optional<Errors> errors = input.examples()
                .map(poses -> new Errors(
                        DataDrivenWeights.reconstructionError(mesh, poses, smooth.weights()),
                        DataDrivenWeights.reconstructionError(mesh, poses, weights)));
        List<Clip> clips =
                input.examples().map(e -> List.of(clip(mesh, e, weights))).orElse(List.of());
        return new Result(
                model(input, weights, clips),
                weights,
                smooth,
                learnt,
                errors,
                LocalMaxima.count(mesh, weights),
                reduction.map(r -> reducedBy(input, full, weights)));
    }

    private static Reduced reducedBy(Input input, HandleWeights full, HandleWeights few) {
        SkinWeights all = full.toSkin();
        OptionalDouble before = input.examples().isEmpty()
                ? OptionalDouble.empty()
                : OptionalDouble.of(DataDrivenWeights.reconstructionError(
                        input.mesh(), input.examples().get(), full));
        return new Reduced(all.maxInfluences(), WeightError.of(few.toSkin(), all, full.handleCount()), before);
    }

    private static SkinnedModel model(Input input, HandleWeights weights, List<Clip> clips) {
        return new SkinnedModel(
                input.mesh(),
                weights.toSkin(),
                input.handles().skeleton(),
                clips.isEmpty() ? BoneType.RIGID : BoneType.AFFINE,
                clips);
    }

    /** Reduces the weights per vertex like {@code reduce}; with examples, judged by them. */
    private static HandleWeights reduce(Input input, HandleWeights full, ReduceOptions options, Progress progress) {
        ModelInput whole = input.examples()
                .map(poses -> {
                    Clip clip = clip(input.mesh(), poses, full);
                    return ModelInput.of(model(input, full, List.of(clip))).withExamples(clip, poses);
                })
                .orElseGet(() -> ModelInput.of(model(input, full, List.of())));
        return HandleWeights.of(
                Reduction.reduce(whole, options, progress).model().weights(), full.handleCount());
    }

    /** The vertices that handles on the mesh fix: their weights are constraints, not unknowns. */
    public static boolean[] verticesOf(Mesh mesh, HandleSet handles, HandleWeights weights) {
        boolean[] held = new boolean[mesh.vertexCount()];
        float[] p = mesh.positions();
        for (int j = 0; j < handles.count(); j++) {
            if (handles.handles().get(j) instanceof Handle.Region region) {
                for (int i : region.vertices()) {
                    held[i] = weights.get(i, j) > 0.999;
                }
            } else if (handles.handles().get(j) instanceof Handle.Point point) {
                int best = 0;
                double least = Double.POSITIVE_INFINITY;
                for (int i = 0; i < mesh.vertexCount(); i++) {
                    double d = 0;
                    for (int k = 0; k < 3; k++) {
                        d += Math.pow(p[3 * i + k] - point.position()[k], 2);
                    }
                    if (d < least) {
                        least = d;
                        best = i;
                    }
                }
                held[best] |= weights.get(best, j) > 0.999;
            }
        }
        return held;
    }

    /** The transforms with which these weights reproduce the examples best. */
    private static Clip clip(Mesh mesh, MeshSequence sequence, HandleWeights weights) {
        Examples examples = Examples.of(mesh, sequence);
        double[] ones = new double[mesh.vertexCount()];
        Arrays.fill(ones, 1);
        Rigidity none = new Rigidity(
                examples.rest(), MeshLaplacian.of(mesh, mesh.positions()).stiffness());
        TransformSolve solve = new TransformSolve(examples.rest(), weights, none, ones, 0);
        int stride = 12 * weights.handleCount();
        double[] matrices = new double[stride * examples.count()];
        double[] before = new double[stride];
        for (int j = 0; j < weights.handleCount(); j++) {
            Affine3.identity(before, 12 * j);
        }
        for (int k = 0; k < examples.count(); k++) {
            double[] solved = examples.denormalised(solve.solve(examples.poses()[k], before));
            System.arraycopy(solved, 0, matrices, k * stride, stride);
        }
        BoneMotion motion = new BoneMotion(weights.handleCount(), examples.count(), matrices);
        return new Clip(sequence.name(), sequence.framesPerSecond(), motion);
    }

    /**
     * Counts peaks of weights away from their handles. A peak counts if the descent to a higher one is large enough (its persistence); the
     * highest peak of each connected part belongs to the handle and is not counted.
     */
    static final class LocalMaxima {
        private static final double MIN_PERSISTENCE = 1e-3;

        private LocalMaxima() {}

        static int count(Mesh mesh, HandleWeights weights) {
            int[][] neighbours = neighbours(mesh);
            int count = 0;
            for (int j = 0; j < weights.handleCount(); j++) {
                count += count(neighbours, weights.ofHandle(j));
            }
            return count;
        }

        private static int[][] neighbours(Mesh mesh) {
            int[] triangles = mesh.triangles();
            int[] counts = new int[mesh.vertexCount()];
            for (int t : triangles) {
                counts[t] += 2;
            }
            int[][] lists = new int[counts.length][];
            for (int i = 0; i < counts.length; i++) {
                lists[i] = new int[counts[i]];
            }
            for (int k = 0; k < triangles.length; k++) {
                int base = k - k % 3;
                int i = triangles[k];
                lists[i][--counts[i]] = triangles[base + (k + 1) % 3];
                lists[i][--counts[i]] = triangles[base + (k + 2) % 3];
            }
            return lists;
        }

        /** From the highest vertex downwards, components grow and merge; the lower peak of two that merge ends there. */
        private static int count(int[][] neighbours, double[] w) {
            int n = w.length;
            Integer[] order = IntStream.range(0, n).boxed().toArray(Integer[]::new);
            Arrays.sort(order, Comparator.comparingDouble((Integer i) -> -w[i]).thenComparing(i -> i));
            int[] parent = new int[n];
            Arrays.fill(parent, -1);
            int peaks = 0;
            for (int i : order) {
                parent[i] = i;
                for (int k : neighbours[i]) {
                    if (parent[k] >= 0) {
                        int a = find(parent, i);
                        int b = find(parent, k);
                        if (a != b) {
                            int lower = w[a] < w[b] || w[a] == w[b] && a > b ? a : b;
                            peaks += w[lower] - w[i] > MIN_PERSISTENCE ? 1 : 0;
                            parent[lower] = lower == a ? b : a;
                        }
                    }
                }
            }
            return peaks;
        }

        private static int find(int[] parent, int start) {
            int k = start;
            while (parent[k] != k) {
                parent[k] = parent[parent[k]];
                k = parent[k];
            }
            return k;
        }
    }

    /**
     * Moves bones to the optimum for given weights, poses and normals. Normals may raise the error by at most the factor {@link
     * Shading#MAX_ERROR_FACTOR}.
     */
    private static final class ShadedMotion {
        /** Normals are skipped if their weight would be below this fraction of the default. */
        private static final double MIN_STRENGTH = 1e-3;

        private ShadedMotion() {}

        /**
         * @param poses with normals; their bones are moved
         * @param strength weight of normals, 1 by default
         */
        public static void solve(ExamplePoses poses, ExamplePoses.WeightsOf weights, double strength, Workers workers) {
            double before = poses.squaredError(weights, workers);
            BoneForms given = poses.bones();
            for (double part = strength; part > MIN_STRENGTH * strength; part /= 4) {
                if (!poses.weighNormals(weights, i -> 1, part, workers)) {
                    return;
                }
                poses.moveBones(weights, i -> 1, new Momentum(), workers);
                if (poses.squaredError(weights, workers)
                        <= Shading.MAX_ERROR_FACTOR * Shading.MAX_ERROR_FACTOR * before) {
                    return;
                }
                poses.setBones(given, workers);
            }
        }
    }
}
