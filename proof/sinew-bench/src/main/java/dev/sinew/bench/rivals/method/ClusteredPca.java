package dev.sinew.bench.rivals.method;

import dev.sinew.bench.rivals.method.Animation.Coordinates;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.Map;

/**
 * Sattler, Sarlette and Klein 2005: clusters of trajectories, each with its own principal components. Alternates with reassigning
 * trajectories to the cluster that reconstructs them best. KSO10 §5 uses P clusters of 4 components.
 */
public final class ClusteredPca implements Rival {
    private static final int COMPONENTS = 4;
    private static final int ROUNDS = 40;
    private static final int POWER_STEPS = 6;

    @Override
    public String title() {
        return "clustered PCA";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            Coordinates x = Coordinates.of(animation, workers);
            double squared = x.lostSquared() + squaredError(x, Spread.clusters(x.c(), x.d(), bones), bones, workers);
            return Map.of("erms", new double[] {animation.erms(squared)});
        }
    }

    private static double squaredError(Coordinates x, int[] cluster, int count, Workers workers) {
        double[][] bases = new double[count][0];
        double[] missed = new double[x.n()];
        double before = Double.POSITIVE_INFINITY;
        for (int round = 0; round < ROUNDS; round++) {
            for (int j = 0; j < count; j++) {
                bases[j] = span(x, cluster, j, bases[j], workers);
            }
            workers.forChunks(x.n(), 64, (chunk, from, to) -> {
                for (int i = from; i < to; i++) {
                    choose(x, i, bases, cluster, missed);
                }
            });
            double now = Arrays.stream(missed).sum();
            if (now > 0.9999 * before) {
                return now;
            }
            before = now;
        }
        return before;
    }

    /** Components of a cluster: directions through the origin, so that they include the mean where it matters. */
    private static double[] span(Coordinates x, int[] cluster, int j, double[] start, Workers workers) {
        double[] own = new double[x.c().length];
        int rows = 0;
        for (int i = 0; i < x.n(); i++) {
            if (cluster[i] == j) {
                System.arraycopy(x.c(), i * x.d(), own, rows++ * x.d(), x.d());
            }
        }
        if (rows == 0) {
            return start;
        }
        double[] whole = Arrays.copyOf(own, rows * x.d());
        double[] from = start.length < COMPONENTS * x.d() ? new double[0] : start;
        return Principal.directions(whole, rows, x.d(), COMPONENTS, POWER_STEPS, from, workers);
    }

    private static void choose(Coordinates x, int i, double[][] bases, int[] cluster, double[] missed) {
        double most = -1;
        for (int j = 0; j < bases.length; j++) {
            double kept = 0;
            for (int k = 0; k < bases[j].length; k += x.d()) {
                double dot = dot(x.c(), i * x.d(), bases[j], k, x.d());
                kept += dot * dot;
            }
            if (kept > most) {
                most = kept;
                cluster[i] = j;
            }
        }
        missed[i] = Math.max(0, dot(x.c(), i * x.d(), x.c(), i * x.d(), x.d()) - most);
    }

    private static double dot(double[] x, int from, double[] y, int at, int count) {
        double sum = 0;
        for (int k = 0; k < count; k++) {
            sum += x[from + k] * y[at + k];
        }
        return sum;
    }
}
