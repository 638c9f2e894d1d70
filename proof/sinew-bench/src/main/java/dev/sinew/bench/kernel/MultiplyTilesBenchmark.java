package dev.sinew.bench.kernel;

import dev.sinew.linalg.Kernels;
import dev.sinew.linalg.PlainKernels;
import java.util.Random;
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

/** The product used for selecting bones: 32 trajectories with 30 bones in 150 dimensions. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(value = 1, jvmArgsAppend = "--add-modules=jdk.incubator.vector")
public class MultiplyTilesBenchmark {
    private static final int ROWS = 32;
    private static final int INNER = 150;
    private static final int COLUMNS = Kernels.padded(4 * 30, Kernels.COLUMN_TILE);

    @Param({"plain", "vector"})
    private String provider;

    private Kernels kernels;
    private double[] a;
    private double[][] b;
    private double[] c;

    @Setup
    public void setUp() {
        kernels = provider.equals("plain") ? new PlainKernels() : Kernels.best();
        if (!kernels.name().equals(provider)) {
            throw new IllegalStateException("this JVM has no " + provider + " kernels");
        }
        Random random = new Random(1);
        a = random.doubles(ROWS * INNER).toArray();
        b = Kernels.padColumns(random.doubles(INNER * COLUMNS).toArray(), INNER, COLUMNS);
        c = new double[ROWS * COLUMNS];
    }

    @Benchmark
    public double[] multiplyTiles() {
        kernels.multiplyTiles(a, 0, ROWS, INNER, b, COLUMNS, c);
        return c;
    }
}
