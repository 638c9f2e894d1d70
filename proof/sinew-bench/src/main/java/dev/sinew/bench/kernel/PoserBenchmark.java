package dev.sinew.bench.kernel;

import dev.sinew.bench.baseline.AsRigidAsPossible;
import dev.sinew.handles.Poser;
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

/**
 * One step of dragging one of 20 pinned handles on 12,500 vertices with 30 groups, from the last result (YLWXG19 §4.2), compared
 * with as-rigid-as-possible deformation of the full mesh with the same handles.
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PoserBenchmark {
    private static final double SETTLED = 1e-6;
    private static final int MAX_ITERATIONS = 1000;

    private PosedSample sample;
    private Poser poser;
    private AsRigidAsPossible arap;
    private int iterations;
    private float[] out;

    @Setup
    public void setUp() {
        sample = new PosedSample(1);
        poser = new Poser(sample.mesh(), sample.handles(), sample.weights(), PosedSample.GROUPS);
        arap = new AsRigidAsPossible(sample.mesh(), sample.vertices());
        out = new float[3 * sample.mesh().vertexCount()];
        iterations = solve();
    }

    /** Solves for the transforms of all handles. */
    @Benchmark
    public int solve() {
        double[][] targets = sample.nextTargets();
        for (int j = 0; j < targets.length; j++) {
            poser.setTarget("h" + j, targets[j]);
        }
        return poser.solve();
    }

    /** The same from the rest pose, until convergence or the iteration limit. */
    @Benchmark
    public int solveFromRest() {
        poser.reset();
        return solve();
    }

    /** Skins all vertices, all weights nonzero. */
    @Benchmark
    public float[] skin() {
        poser.positions(out);
        return out;
    }

    /** With the number of iterations of the first solve. */
    @Benchmark
    public int fullMeshSameIterations() {
        return arap.solve(flat(sample.nextTargets()), 0, iterations);
    }

    /** Until rotations have converged equally. */
    @Benchmark
    public int fullMeshSameConvergence() {
        return arap.solve(flat(sample.nextTargets()), SETTLED, MAX_ITERATIONS);
    }

    private static double[] flat(double[][] targets) {
        double[] out = new double[3 * targets.length];
        for (int j = 0; j < targets.length; j++) {
            System.arraycopy(targets[j], 0, out, 3 * j, 3);
        }
        return out;
    }
}
