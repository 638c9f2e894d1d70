package dev.sinew.compress;

/**
 * The two atoms, among a few candidates, whose line comes closest to the weights of a vertex (LD13 eq. 6). Tries every pair: with
 * precomputed products a pair costs a dozen operations. Not thread-safe: holds scratch memory; use one instance per thread.
 */
final class PairSearch {
    /** Atoms whose pairs are tried, nearest first: 24 give 276 pairs. More do not improve the result. */
    private static final int MAX_TRIED = 24;

    private static final int MAX_OFFERED = 256;

    /** Coefficients stay within −2 and 3. Larger ones gain nothing measurable and would cancel in the file's single precision. */
    private static final double MAX_EXTRAPOLATION = 2;

    private final Fitness fitness;
    private final Fitness.VertexMetric vertexMetric;
    private final int k;
    private final int[] offered = new int[MAX_OFFERED];
    private final double[] distances = new double[MAX_OFFERED];
    private final double[] e;
    private final double[] quadratic = new double[MAX_TRIED * MAX_TRIED];
    private final double[] linear = new double[MAX_TRIED];
    private double[] atoms;
    private int vertex;
    private int count;
    private int first;
    private int second;
    private double alpha;
    private double squaredError;

    PairSearch(Fitness fitness) {
        this.fitness = fitness;
        this.vertexMetric = fitness.vertexMetric();
        this.k = fitness.boneCount();
        e = new double[MAX_TRIED * k];
    }

    /** Starts with vertex i. The first two atoms offered are always tried. */
    void begin(int i, Atoms dictionary) {
        vertex = i;
        atoms = dictionary.values();
        count = 0;
    }

    void offer(int atom) {
        for (int a = 0; a < count; a++) {
            if (offered[a] == atom) {
                return;
            }
        }
        if (count < MAX_OFFERED) {
            offered[count++] = atom;
        }
    }

    /** Whether further atoms would be ignored. */
    boolean isFull() {
        return count == MAX_OFFERED;
    }

    /** Finds the best pair of those offered. */
    void run() {
        int q = Math.min(count, MAX_TRIED);
        if (count > MAX_TRIED) {
            bringNearestForward();
        }
        double[] w = fitness.targets();
        for (int a = 0; a < q; a++) {
            for (int z = 0; z < k; z++) {
                e[a * k + z] = atoms[offered[a] * k + z] - w[vertex * k + z];
            }
        }
        vertexMetric.selectVertex(vertex);
        vertexMetric.products(e, q, quadratic, MAX_TRIED, linear);
        squaredError = Double.POSITIVE_INFINITY;
        if (q == 1) {
            take(0, 0, 1, quadratic[0] - 2 * linear[0]);
        }
        for (int a = 1; a < q; a++) {
            for (int b = 0; b < a; b++) {
                tryPair(a, b);
            }
        }
    }

    /** Partially sorts the atoms after the first two by their plain distance, which is cheap. */
    private void bringNearestForward() {
        double[] w = fitness.targets();
        for (int a = 2; a < count; a++) {
            double sum = 0;
            for (int z = 0; z < k; z++) {
                double d = atoms[offered[a] * k + z] - w[vertex * k + z];
                sum += d * d;
            }
            distances[a] = sum;
        }
        for (int a = 2; a < MAX_TRIED; a++) {
            int nearest = a;
            for (int b = a + 1; b < count; b++) {
                nearest = distances[b] < distances[nearest] ? b : nearest;
            }
            int atom = offered[nearest];
            offered[nearest] = offered[a];
            offered[a] = atom;
            distances[nearest] = distances[a];
        }
    }

    /** E² = t²·Q_aa + 2t(1−t)·Q_ab + (1−t)²·Q_bb − 2(t·ρ_a + (1−t)·ρ_b), minimal where its derivative is 0. */
    private void tryPair(int a, int b) {
        double aa = quadratic[a * MAX_TRIED + a];
        double ab = quadratic[a * MAX_TRIED + b];
        double bb = quadratic[b * MAX_TRIED + b];
        double curvature = aa - 2 * ab + bb;
        double slope = bb - ab + linear[a] - linear[b];
        double t = curvature > 1e-14 * (aa + bb) ? slope / curvature : 0.5;
        t = Math.max(-MAX_EXTRAPOLATION, Math.min(1 + MAX_EXTRAPOLATION, t));
        double error = bb - 2 * linear[b] + t * (t * curvature - 2 * slope);
        if (error < squaredError) {
            take(a, b, t, error);
        }
    }

    private void take(int a, int b, double t, double error) {
        first = offered[a];
        second = offered[b];
        alpha = t;
        squaredError = error;
    }

    int first() {
        return first;
    }

    int second() {
        return second;
    }

    double alpha() {
        return alpha;
    }

    double squaredError() {
        return squaredError;
    }
}
