package dev.sinew.bench.kernel;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.skin.LinearSkinning;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Poses one frame of a rigged sample, positions only. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class LinearSkinningBenchmark {
    private static final int VERTICES = 10_000;

    private LinearSkinning skinning;
    private BoneMotion motion;
    private double[] xyz;
    private int frame;

    @Setup
    public void setUp() {
        SkinnedModel model = Samples.modelNamed("biped").orElseThrow().make(VERTICES);
        skinning = new LinearSkinning(model);
        motion = model.clips().get(0).motion();
        xyz = new double[3 * model.vertexCount()];
    }

    @Benchmark
    public double[] positions() {
        frame = (frame + 1) % motion.frameCount();
        skinning.positions(motion, frame, xyz);
        return xyz;
    }
}
