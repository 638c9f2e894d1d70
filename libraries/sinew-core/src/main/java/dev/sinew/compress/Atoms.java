package dev.sinew.compress;

import java.util.Arrays;

/** The dictionary D: up to a fixed number of atoms of k numbers, each with at most c of them not 0. */
final class Atoms {
    private final int boneCount;
    private final int mostElements;
    private double[] values;
    private int count;
    private final boolean[] kept;

    Atoms(int boneCount, int mostElements) {
        this.boneCount = boneCount;
        this.mostElements = mostElements;
        values = new double[16 * boneCount];
        kept = new boolean[boneCount];
    }

    /** m */
    int count() {
        return count;
    }

    /** c */
    int mostElements() {
        return mostElements;
    }

    /** Atom j from {@code j·k} on. */
    double[] values() {
        return values;
    }

    /** LD13 eq. 2: the weights of a vertex become an atom; returns its number. */
    int add(double[] weights, int from) {
        if ((count + 1) * boneCount > values.length) {
            values = Arrays.copyOf(values, Math.max((count + 1) * boneCount, 2 * values.length));
        }
        set(count, weights, from);
        return count++;
    }

    void set(int j, double[] weights, int from) {
        System.arraycopy(weights, from, values, j * boneCount, boneCount);
        makeSparse(j * boneCount);
    }

    /**
     * Keeps the c largest elements and restores the sum. NOTE: LD13 §3.3 divides by the sum; adding the same to each
     * kept element is the nearest point on the same support, and defined where the sum is 0.
     */
    void makeSparse(int at) {
        if (mostElements < boneCount) {
            boolean[] support = largest(at);
            for (int j = 0; j < boneCount; j++) {
                values[at + j] = support[j] ? values[at + j] : 0;
            }
        }
        double sum = 0;
        int used = 0;
        for (int j = at; j < at + boneCount; j++) {
            sum += values[j];
            used += values[j] != 0 ? 1 : 0;
        }
        for (int j = at; j < at + boneCount; j++) {
            values[j] += values[j] != 0 ? (1 - sum) / used : 0;
        }
    }

    /** Which c elements are largest, whatever their sign; the earlier one of equals. Valid until the next call. */
    boolean[] largest(int at) {
        Arrays.fill(kept, false);
        for (int round = 0; round < Math.min(mostElements, boneCount); round++) {
            int best = -1;
            for (int j = 0; j < boneCount; j++) {
                if (!kept[j] && (best < 0 || Math.abs(values[at + j]) > Math.abs(values[at + best]))) {
                    best = j;
                }
            }
            kept[best] = true;
        }
        return kept;
    }
}
