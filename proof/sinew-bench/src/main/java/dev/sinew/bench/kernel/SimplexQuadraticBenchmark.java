package dev.sinew.bench.kernel;

import dev.sinew.linalg.SimplexQuadratic;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/** Weights of one vertex, over problems with minima inside the simplex and on its boundary. */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class SimplexQuadraticBenchmark {
    private static final int PROBLEMS = 256;
    private static final int DIMENSIONS = 12;

    @Param({"4", "8"})
    private int influences;

    private SimplexQuadratic simplex;
    private double[][] g;
    private double[][] b;

    @Setup
    public void setUp() {
        simplex = new SimplexQuadratic(influences);
        Random random = new Random(1);
        g = new double[PROBLEMS][];
        b = new double[PROBLEMS][];
        for (int p = 0; p < PROBLEMS; p++) {
            makeProblem(p, random);
        }
    }

    /** G = ΘᵀΘ and b = Θᵀy for random images Θ and a target y near a random mixture of them. */
    private void makeProblem(int p, Random random) {
        double[][] theta = new double[influences][];
        double[] target = random.doubles(DIMENSIONS, -0.2, 0.2).toArray();
        for (int k = 0; k < influences; k++) {
            theta[k] = random.doubles(DIMENSIONS, -1, 1).toArray();
            double share = random.nextDouble() * 2 / influences;
            for (int c = 0; c < DIMENSIONS; c++) {
                target[c] += share * theta[k][c];
            }
        }
        g[p] = new double[influences * influences];
        b[p] = new double[influences];
        for (int k = 0; k < influences; k++) {
            b[p][k] = dot(theta[k], target);
            for (int l = 0; l < influences; l++) {
                g[p][k * influences + l] = dot(theta[k], theta[l]);
            }
        }
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int c = 0; c < x.length; c++) {
            sum += x[c] * y[c];
        }
        return sum;
    }

    @Benchmark
    @OperationsPerInvocation(PROBLEMS)
    public double minimise() {
        double sum = 0;
        for (int p = 0; p < PROBLEMS; p++) {
            System.arraycopy(g[p], 0, simplex.g(), 0, g[p].length);
            System.arraycopy(b[p], 0, simplex.b(), 0, influences);
            sum += simplex.minimise(influences);
        }
        return sum;
    }
}
