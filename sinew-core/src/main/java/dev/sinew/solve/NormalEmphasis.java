package dev.sinew.solve;

import dev.sinew.math.Workers;

/** Which normals are so far off that they are seen: black spots. They count more, so that there are fewer of them. */
final class NormalEmphasis {
    private static final int CHUNK = 512;
    /** Mean squared distance of unit normals from which on a vertex counts more. */
    private static final double SPOT = Double.parseDouble(System.getProperty("em.spot", "0.25"));

    private static final double MOST = Double.parseDouble(System.getProperty("em.most", "3"));
    private static final double POWER = Double.parseDouble(System.getProperty("em.power", "0.5"));

    private NormalEmphasis() {}

    /** A factor per vertex, at least 1. @param transforms 3F×4B, not modified */
    static double[] of(NormalSequence truth, SkinState state, int bones, double[] transforms, Workers workers) {
        double[] factors = new double[truth.vertexCount()];
        workers.forChunks(factors.length, CHUNK, (chunk, from, to) -> {
            double[] p = new double[truth.dimensions()];
            for (int i = from; i < to; i++) {
                turn(state, i, 4 * bones, transforms, p);
                factors[i] = Math.max(1, Math.min(MOST, Math.pow(distance(truth.frames(), i, p) / SPOT, POWER)));
            }
        });
        return factors;
    }

    private static void turn(SkinState state, int i, int columns, double[] t, double[] p) {
        java.util.Arrays.fill(p, 0);
        int influences = state.influences();
        double[] n = state.normals;
        for (int k = i * influences; k < (i + 1) * influences && state.weights[k] > 0; k++) {
            double x = state.weights[k] * n[3 * i];
            double y = state.weights[k] * n[3 * i + 1];
            double z = state.weights[k] * n[3 * i + 2];
            int at = 4 * state.bones[k];
            for (int row = 0; row < p.length; row++, at += columns) {
                p[row] += x * t[at] + y * t[at + 1] + z * t[at + 2];
            }
        }
    }

    /** Mean of |L·n/|L·n| − n_f|² */
    private static double distance(float[][] frames, int i, double[] p) {
        double sum = 0;
        for (int f = 0; f < frames.length; f++) {
            double length = Math.sqrt(p[3 * f] * p[3 * f] + p[3 * f + 1] * p[3 * f + 1] + p[3 * f + 2] * p[3 * f + 2]);
            for (int x = 0; x < 3 && length > 0; x++) {
                double off = p[3 * f + x] / length - frames[f][3 * i + x];
                sum += off * off;
            }
        }
        return sum / frames.length;
    }
}
