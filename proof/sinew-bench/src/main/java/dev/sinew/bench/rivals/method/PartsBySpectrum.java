package dev.sinew.bench.rivals.method;

import dev.sinew.math.Workers;
import java.util.Arrays;

/** Parts of a mesh by spectral clustering of a sample that is spread over it; everything else goes with what it resembles. */
final class PartsBySpectrum {
    private static final int SAMPLES = 300;

    private PartsBySpectrum() {}

    /**
     * De Aguiar et al. 2008: two vertices belong together when their distance stays.
     *
     * <p>NOTE: their affinity also has an angle between directions of motion; what LD14 and KSO10 tell of them does not.
     */
    static int[] ofDistances(Animation animation, int bones, Workers workers) {
        int n = animation.vertices();
        int[] seeds = Spread.seeds(animation.rest(), 3, Math.min(SAMPLES, n));
        int l = seeds.length;
        // Variance over time of the distance between every vertex and every seed.
        float[] varying = new float[n * l];
        workers.forChunks(n, 32, (chunk, from, to) -> {
            for (int k = from * l; k < to * l; k++) {
                varying[k] = (float) variance(animation, k / l, seeds[k % l]);
            }
        });
        double[] between = new double[l * l];
        for (int k = 0; k < l * l; k++) {
            between[k] = Math.sqrt(varying[seeds[k / l] * l + k % l]);
        }
        int[] ofSeed = SpectralClusters.of(between, l, bones);
        int[] parts = new int[n];
        for (int i = 0; i < n; i++) {
            int best = 0;
            for (int s = 1; s < l; s++) {
                best = varying[i * l + s] < varying[i * l + best] ? s : best;
            }
            parts[i] = ofSeed[best];
        }
        return numbered(parts);
    }

    private static double variance(Animation animation, int i, int j) {
        int m = animation.dimensions();
        double sum = 0;
        double squares = 0;
        for (int f = 0; f < m; f += 3) {
            double squared = Spread.squared(animation.a(), i * m + f, animation.a(), j * m + f, 3);
            sum += Math.sqrt(squared);
            squares += squared;
        }
        double mean = sum / animation.frames();
        return Math.max(0, squares / animation.frames() - mean * mean);
    }

    /**
     * Hasler et al. 2010: two triangles belong together when they turn alike and are near each other; a vertex goes with most of its
     * triangles.
     */
    static int[] ofRotations(Animation animation, int bones, Workers workers) {
        int[] triangles = animation.triangles();
        int count = triangles.length / 3;
        TriangleRotations.Points turns = TriangleRotations.projected(animation, workers);
        int d = turns.d();
        double[] middles = new double[3 * count];
        for (int k = 0; k < 9 * count; k++) {
            middles[k / 9 * 3 + k % 3] += animation.rest()[3 * triangles[k / 3] + k % 3] / 3;
        }
        int[] seeds = Spread.seeds(middles, 3, Math.min(SAMPLES, count));
        int l = seeds.length;
        float[] apart = new float[count * l];
        workers.forChunks(count, 16, (chunk, from, to) -> {
            for (int k = from * l; k < to * l; k++) {
                double turned =
                        Spread.squared(turns.x(), k / l * d, turns.x(), seeds[k % l] * d, d) / (9 * animation.frames());
                apart[k] = (float) (turned + Spread.squared(middles, k / l * 3, middles, 3 * seeds[k % l], 3));
            }
        });
        double[] between = new double[l * l];
        for (int k = 0; k < l * l; k++) {
            between[k] = apart[seeds[k / l] * l + k % l];
        }
        int[] ofSeed = SpectralClusters.of(between, l, bones);
        int[] votes = new int[animation.vertices() * bones];
        for (int t = 0; t < count; t++) {
            int best = 0;
            for (int s = 1; s < l; s++) {
                best = apart[t * l + s] < apart[t * l + best] ? s : best;
            }
            for (int k = 3 * t; k < 3 * t + 3; k++) {
                votes[triangles[k] * bones + ofSeed[best]]++;
            }
        }
        int[] parts = new int[animation.vertices()];
        for (int k = 0; k < votes.length; k++) {
            int i = k / bones;
            parts[i] = votes[k] > votes[i * bones + parts[i]] ? k % bones : parts[i];
        }
        return numbered(parts);
    }

    /** Without numbers that nothing has. */
    private static int[] numbered(int[] parts) {
        int[] used = Arrays.stream(parts).distinct().sorted().toArray();
        return Arrays.stream(parts).map(p -> Arrays.binarySearch(used, p)).toArray();
    }
}
