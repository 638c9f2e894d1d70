package dev.sinew.bench.kernel;

import dev.sinew.handles.DataDrivenWeights;
import dev.sinew.handles.HandleWeights;
import dev.sinew.handles.LearningOptions;
import dev.sinew.handles.Poser;
import dev.sinew.run.Progress;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** YLWXG19 Fig. 20: the time of a solve against the number of examples that the weights were learnt from. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PoserExamplesBenchmark {
    /** Enough for weights that differ; learning is not measured. */
    private static final int ROUNDS = 2;

    /** Examples. */
    @Param({"2", "5", "10", "20", "40"})
    private int examples;

    private PosedSample sample;
    private Poser poser;

    @Setup
    public void setUp() {
        sample = new PosedSample(examples);
        boolean[] given = new boolean[sample.mesh().vertexCount()];
        for (int i : sample.vertices()) {
            given[i] = true;
        }
        LearningOptions options = LearningOptions.defaults().withMaxIterations(ROUNDS);
        HandleWeights learnt = new DataDrivenWeights(
                        sample.mesh(), sample.examples(examples), sample.weights(), given, options, Progress.SILENT)
                .solve()
                .weights();
        poser = new Poser(sample.mesh(), sample.handles(), learnt, PosedSample.GROUPS);
    }

    @Benchmark
    public int solve() {
        double[][] targets = sample.nextTargets();
        for (int j = 0; j < targets.length; j++) {
            poser.setTarget("h" + j, targets[j]);
        }
        return poser.solve();
    }
}
