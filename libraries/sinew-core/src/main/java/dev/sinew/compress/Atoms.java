package dev.sinew.compress;

import java.util.Arrays;

/** The dictionary D: up to a fixed number of atoms of k numbers, each with at most c non-zeros. */
final class Atoms {
    private final int boneCount;
    private final int maxElements;
    private double[] values;
    private int count;
    private final boolean[] kept;

    Atoms(int boneCount, int maxElements) {
        this.boneCount = boneCount;
        this.maxElements = maxElements;
        values = new double[16 * boneCount];
        kept = new boolean[boneCount];
    }

    /** m */
    int count() {
        return count;
    }

    /** c */
    int maxElements() {
        return maxElements;
    }

    /** Atom j from {@code j·k} on. */
    double[] values() {
        return values;
    }

    /** LD13 eq. 2: the weights of a vertex become an atom; returns its index. */
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
     * Keeps the c largest elements and restores the sum. NOTE: LD13 §3.3 divides by the sum. Adding the same constant to each kept element
     * gives the nearest point on the same support, and is defined for a sum of 0.
     */
    void makeSparse(int at) {
        if (maxElements < boneCount) {
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

    /** Marks the c elements of largest magnitude, the earlier ones among equals. Valid until the next call. */
    boolean[] largest(int at) {
        Arrays.fill(kept, false);
        for (int round = 0; round < Math.min(maxElements, boneCount); round++) {
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
