package dev.sinew.bench.kernel;

import dev.sinew.platform.Workers;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.solve.SkinState;
import dev.sinew.solve.pass.AlternatingPass;
import dev.sinew.solve.pass.Alternation;
import dev.sinew.solve.pass.Seeds;
import dev.sinew.solve.sequence.NormalisedSequence;
import dev.sinew.solve.sequence.ReducedSequence;
import dev.sinew.solve.transform.AffineTransforms;
import dev.sinew.solve.transform.BoneForms;
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
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Warmup;

/** A pass over all vertices of a sample on one thread, after some iterations. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class AlternatingPassBenchmark {
    private static final int VERTICES = 8000;
    private static final int FRAMES = 60;
    private static final int BONES = 24;
    private static final int INFLUENCES = 4;
    private static final int SETTLING_STEPS = 6;
    /** As in a fit, see LinearFitSolver. */
    private static final double REDUCTION_LOSS = 0.25e-3;

    private static final int DIMENSIONS = 5 * BONES;

    @Param({"SELECT", "REFIT"})
    private AlternatingPass.Mode mode;

    private Workers workers;
    private AlternatingPass pass;
    private BoneForms bones;

    @Setup
    public void setUp() {
        workers = new Workers(1);
        NormalisedSequence sequence =
                new NormalisedSequence(Samples.named("creature").orElseThrow().make(VERTICES, FRAMES));
        ReducedSequence reduced = ReducedSequence.of(sequence, REDUCTION_LOSS, DIMENSIONS, 1, workers);
        SkinState state = new SkinState(INFLUENCES, sequence.rest().clone());
        int seeds = Seeds.attachNearest(state, BONES);
        pass = new AlternatingPass(reduced.coordinates(), state, sequence.rest(), 0.001 * FRAMES, workers);
        Alternation alternation = new Alternation(pass, new AffineTransforms(reduced.dimensions()), seeds);
        for (int s = 0; s < SETTLING_STEPS; s++) {
            alternation.step(AlternatingPass.Mode.SELECT, INFLUENCES);
        }
        bones = alternation.bones();
    }

    @TearDown
    public void tearDown() {
        workers.close();
    }

    @Benchmark
    public AlternatingPass.Done run() {
        return pass.run(bones, mode, INFLUENCES);
    }
}
