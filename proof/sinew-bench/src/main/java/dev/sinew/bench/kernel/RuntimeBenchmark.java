package dev.sinew.bench.kernel;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.platform.Workers;
import dev.sinew.skin.runtime.DualQuaternionRuntime;
import dev.sinew.skin.runtime.LinearRuntime;
import dev.sinew.skin.runtime.SkinRuntime;
import dev.sinew.skin.runtime.TwoLayerRuntime;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/**
 * A frame of a million vertices on one thread, including the pose, compared with copying as many bytes as four-influence skinning
 * reads and writes. The property {@code bench.kernels} names the required kernels: plain or vector.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 600, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public class RuntimeBenchmark {
    public static final String KERNELS = "bench.kernels";

    /** Rest position, four offsets and four weights in, position out: floats and ints. */
    private static final int NUMBERS_PER_VERTEX = 3 + 4 + 4 + 3;

    /** The measured evaluators, in the order of the table. */
    public enum Evaluator {
        /** Copies as many bytes as four-influence skinning reads and writes. */
        COPY,
        FOUR_INFLUENCES,
        TWO_LAYERS,
        DENSE,
        DUAL_QUATERNIONS,
        /** Four influences, positions and normals. */
        SURFACE
    }

    @Param
    private Evaluator way;

    private Workers workers;
    private float[] from;
    private float[] to;
    private SkinRuntime runtime;
    private BoneMotion motion;
    private float[] positions;
    private float[] normals;

    @Setup
    public void setUp() {
        workers = new Workers(1);
        if (way == Evaluator.COPY) {
            from = new float[NUMBERS_PER_VERTEX * MillionVertices.VERTICES];
            to = new float[from.length];
            Arrays.fill(from, 1);
            return;
        }
        SkinnedModel model = way == Evaluator.DENSE ? MillionVertices.dense() : MillionVertices.fourInfluences();
        motion = model.clips().get(0).motion();
        positions = new float[3 * MillionVertices.VERTICES];
        normals = new float[positions.length];
        runtime = switch (way) {
            case TWO_LAYERS -> new TwoLayerRuntime(twoLayers(), workers);
            case DUAL_QUATERNIONS -> new DualQuaternionRuntime(model, workers);
            default -> new LinearRuntime(model, workers);
        };
        String wanted = System.getProperty(KERNELS, runtime.kernelName());
        if (!runtime.kernelName().equals(wanted)) {
            throw new IllegalStateException("this JVM has no " + wanted + " kernels");
        }
    }

    private static TwoLayerModel twoLayers() {
        TwoLayerModel model = MillionVertices.twoLayers();
        if (Math.abs(model.layers().bonesPerVertex() - 4) > 0.01) {
            throw new IllegalStateException("two layers at " + model.layers().bonesPerVertex() + " bones per vertex");
        }
        return model;
    }

    @TearDown
    public void tearDown() {
        workers.close();
    }

    @Benchmark
    public float[] frame() {
        if (way == Evaluator.COPY) {
            System.arraycopy(from, 0, to, 0, from.length);
            return to;
        }
        runtime.pose(motion, 0);
        if (way == Evaluator.SURFACE) {
            runtime.surface(positions, normals);
        } else {
            runtime.positions(positions);
        }
        return positions;
    }

    /**
     * A grid of a million vertices over 15 bones: with all weights, with the four largest, and in two layers at 4 bones per
     * vertex.
     */
    private static final class MillionVertices {
        static final int SIDE = 1000;
        static final int VERTICES = SIDE * SIDE;
        static final int BONES = 15;

        /** Vertices per virtual bone, so that m·c = 2n: four blend operations per vertex. */
        private static final double VERTICES_PER_VIRTUAL_BONE = BONES / 2.0;

        private MillionVertices() {}

        static SkinnedModel dense() {
            double[] weights = new double[VERTICES * BONES];
            int[] bones = new int[weights.length];
            for (int i = 0; i < VERTICES; i++) {
                double[] w = weightsAt(i % SIDE, i / SIDE);
                for (int j = 0; j < BONES; j++) {
                    bones[i * BONES + j] = j;
                    weights[i * BONES + j] = w[j];
                }
            }
            return model(SkinWeights.of(BONES, bones, weights));
        }

        static SkinnedModel fourInfluences() {
            double[] weights = new double[VERTICES * 4];
            int[] bones = new int[weights.length];
            for (int i = 0; i < VERTICES; i++) {
                double[] w = weightsAt(i % SIDE, i / SIDE);
                double[] sorted = w.clone();
                Arrays.sort(sorted);
                double least = sorted[BONES - 4];
                double sum = Arrays.stream(sorted, BONES - 4, BONES).sum();
                for (int j = 0, k = 4 * i; j < BONES && k < 4 * i + 4; j++) {
                    if (w[j] >= least) {
                        bones[k] = j;
                        weights[k++] = w[j] / sum;
                    }
                }
            }
            return model(SkinWeights.of(4, bones, weights));
        }

        /**
         * Virtual bones on a coarser grid, in random order as from the compressor. A vertex blends its own one and the next to
         * the right.
         */
        static TwoLayerModel twoLayers() {
            int across = (int) Math.round(SIDE / Math.sqrt(VERTICES_PER_VIRTUAL_BONE));
            int down = (int) Math.round(VERTICES / VERTICES_PER_VIRTUAL_BONE / across);
            List<Integer> numbers = IntStream.range(0, across * down).boxed().collect(Collectors.toList());
            Collections.shuffle(numbers, new Random(1));
            int[] atomBones = new int[across * down * BONES];
            double[] atomWeights = new double[atomBones.length];
            for (int v = 0; v < across * down; v++) {
                double[] w = weightsAt(v % across * (double) SIDE / across, v / across * (double) SIDE / down);
                for (int j = 0; j < BONES; j++) {
                    atomBones[numbers.get(v) * BONES + j] = j;
                    atomWeights[numbers.get(v) * BONES + j] = w[j];
                }
            }
            int[] virtual = new int[2 * VERTICES];
            double[] coefficients = new double[2 * VERTICES];
            for (int i = 0; i < VERTICES; i++) {
                double x = (double) (i % SIDE) * across / SIDE;
                int cell = i / SIDE * down / SIDE * across + (int) x;
                int next = Math.min(cell + 1, across * down - 1);
                virtual[2 * i] = numbers.get(cell);
                virtual[2 * i + 1] = numbers.get(next);
                coefficients[2 * i] = 1 - (x - (int) x);
                coefficients[2 * i + 1] = x - (int) x;
            }
            return new TwoLayerModel(
                    fourInfluences(), TwoLayerWeights.of(BONES, BONES, atomBones, atomWeights, virtual, coefficients));
        }

        /** Bones are in a row across the grid; weights fall off with the distance. */
        private static double[] weightsAt(double x, double y) {
            double[] w = new double[BONES];
            double sum = 0;
            for (int j = 0; j < BONES; j++) {
                double dx = (x / SIDE - (j + 0.5) / BONES) * BONES;
                double dy = y / SIDE - (j % 2 == 0 ? 0.25 : 0.75);
                w[j] = 1 / (1 + dx * dx + dy * dy);
                sum += w[j];
            }
            for (int j = 0; j < BONES; j++) {
                w[j] /= sum;
            }
            return w;
        }

        private static SkinnedModel model(SkinWeights weights) {
            float[] xyz = new float[3 * VERTICES];
            for (int i = 0; i < VERTICES; i++) {
                xyz[3 * i] = (float) (i % SIDE) / SIDE;
                xyz[3 * i + 1] = (float) (i / SIDE) / SIDE;
            }
            // Few faces, because only rest normals are computed from them.
            int[] triangles = IntStream.range(0, 3 * (VERTICES / 3)).toArray();
            Random random = new Random(1);
            double[] matrices = new double[BONES * BoneMotion.STRIDE];
            for (int k = 0; k < matrices.length; k++) {
                matrices[k] = (k % BoneMotion.STRIDE % 5 == 0 ? 1 : 0) + 0.2 * random.nextDouble();
            }
            return new SkinnedModel(
                    Mesh.ofTriangles(xyz, triangles),
                    weights,
                    Skeleton.flat(new double[3 * BONES]),
                    BoneType.AFFINE,
                    List.of(new Clip("pose", 30, new BoneMotion(BONES, 1, matrices))));
        }
    }
}
