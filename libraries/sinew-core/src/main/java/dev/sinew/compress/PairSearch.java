package dev.sinew.compress;

/**
 * The two atoms, out of a few offered, whose line comes nearest to the weights of a vertex (LD13 eq. 6). Every pair is
 * looked at: with the products of the atoms' deviations a pair costs a dozen operations. Scratch memory inside: one
 * object a thread.
 */
final class PairSearch {
    /** Atoms whose pairs are looked at, nearest first: 24 are 276 pairs. More found nothing better on any sequence. */
    private static final int MOST = 24;

    private static final int MOST_OFFERED = 256;

    /**
     * Coefficients stay within −2 and 3. Wider ones gain nothing measurable, and the file's single precision would
     * lose what they cancel.
     */
    private static final double REACH = 2;

    private final Fitness fitness;
    private final Fitness.Judge judge;
    private final int k;
    private final int[] offered = new int[MOST_OFFERED];
    private final double[] distances = new double[MOST_OFFERED];
    private final double[] e;
    private final double[] quadratic = new double[MOST * MOST];
    private final double[] linear = new double[MOST];
    private double[] atoms;
    private int vertex;
    private int count;
    private int first;
    private int second;
    private double alpha;
    private double squaredError;

    PairSearch(Fitness fitness) {
        this.fitness = fitness;
        this.judge = fitness.judge();
        this.k = fitness.boneCount();
        e = new double[MOST * k];
    }

    /** Turns to vertex i. The first two atoms offered are looked at in any case. */
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
        if (count < MOST_OFFERED) {
            offered[count++] = atom;
        }
    }

    /** Whether further atoms would not be looked at. */
    boolean isFull() {
        return count == MOST_OFFERED;
    }

    /** Finds the best pair of those offered. */
    void run() {
        int q = Math.min(count, MOST);
        if (count > MOST) {
            bringNearestForward();
        }
        double[] w = fitness.targets();
        for (int a = 0; a < q; a++) {
            for (int z = 0; z < k; z++) {
                e[a * k + z] = atoms[offered[a] * k + z] - w[vertex * k + z];
            }
        }
        judge.turnTo(vertex);
        judge.products(e, q, quadratic, MOST, linear);
        squaredError = Double.POSITIVE_INFINITY;
        if (q == 1) {
            take(0, 0, 1, quadratic[0] - 2 * linear[0]);
        }
        for (int a = 1; a < q; a++) {
            for (int b = 0; b < a; b++) {
                judgePair(a, b);
            }
        }
    }

    /** Partly sorts those offered by their plain distance, which is cheap, behind the first two. */
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
        for (int a = 2; a < MOST; a++) {
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

    /** E² = t²·Q_aa + 2t(1−t)·Q_ab + (1−t)²·Q_bb − 2(t·ρ_a + (1−t)·ρ_b), least where its derivative is 0. */
    private void judgePair(int a, int b) {
        double aa = quadratic[a * MOST + a];
        double ab = quadratic[a * MOST + b];
        double bb = quadratic[b * MOST + b];
        double curvature = aa - 2 * ab + bb;
        double slope = bb - ab + linear[a] - linear[b];
        double t = curvature > 1e-14 * (aa + bb) ? slope / curvature : 0.5;
        t = Math.max(-REACH, Math.min(1 + REACH, t));
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
