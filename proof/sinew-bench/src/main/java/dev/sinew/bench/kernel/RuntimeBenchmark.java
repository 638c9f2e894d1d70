package dev.sinew.bench.kernel;

import dev.sinew.math.Workers;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.skin.runtime.DualQuaternionRuntime;
import dev.sinew.skin.runtime.LinearRuntime;
import dev.sinew.skin.runtime.SkinRuntime;
import dev.sinew.skin.runtime.TwoLayerRuntime;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
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
 * A frame of a million vertices on one thread, pose included, beside the copy of as many bytes as four-influence skinning
 * reads and writes. Two classes run it, one for each provider of kernels.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2, time = 600, timeUnit = TimeUnit.MILLISECONDS)
@Measurement(iterations = 5, time = 400, timeUnit = TimeUnit.MILLISECONDS)
public abstract class RuntimeBenchmark {
    /** Rest position, four offsets, four weights in, position out: floats and ints. */
    private static final int NUMBERS_A_VERTEX = 3 + 4 + 4 + 3;

    /** What is measured, in the order of the table. */
    public enum Way {
        /** The bytes of four-influence skinning, input and output, copied. */
        COPY,
        FOUR_INFLUENCES,
        TWO_LAYERS,
        DENSE,
        DUAL_QUATERNIONS,
        /** Four influences, positions and normals. */
        SURFACE
    }

    @Param
    private Way way;

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
        if (way == Way.COPY) {
            from = new float[NUMBERS_A_VERTEX * MillionVertices.VERTICES];
            to = new float[from.length];
            Arrays.fill(from, 1);
            return;
        }
        SkinnedModel model = way == Way.DENSE ? MillionVertices.dense() : MillionVertices.fourInfluences();
        motion = model.clips().get(0).motion();
        positions = new float[3 * MillionVertices.VERTICES];
        normals = new float[positions.length];
        runtime = switch (way) {
            case TWO_LAYERS -> new TwoLayerRuntime(twoLayers(), workers);
            case DUAL_QUATERNIONS -> new DualQuaternionRuntime(model, workers);
            default -> new LinearRuntime(model, workers);
        };
        if (!runtime.kernelName().equals(kernelName())) {
            throw new IllegalStateException("this JVM has no " + kernelName() + " kernels");
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

    abstract String kernelName();

    @Benchmark
    public float[] frame() {
        if (way == Way.COPY) {
            System.arraycopy(from, 0, to, 0, from.length);
            return to;
        }
        runtime.pose(motion, 0);
        if (way == Way.SURFACE) {
            runtime.surface(positions, normals);
        } else {
            runtime.positions(positions);
        }
        return positions;
    }
}
