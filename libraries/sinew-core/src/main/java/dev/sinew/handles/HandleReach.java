package dev.sinew.handles;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which handles may influence which vertex. NOTE: not in the paper. A few examples do not determine the weights of a vertex: 7 poses are 21
 * numbers, for 20 unknown handles, so distant handles would fit noise. A vertex may use its own handles by the smooth weights and their
 * neighbours.
 */
final class HandleReach {
    /** A handle belongs to a vertex from this fraction of its largest weight on. */
    private static final double MIN_OWN_FRACTION = 0.1;

    private final int[][] handles;
    private final int handleCount;

    private HandleReach(int[][] handles, int handleCount) {
        this.handles = handles;
        this.handleCount = handleCount;
    }

    static HandleReach everywhere(HandleWeights weights) {
        int[] all = IntStream.range(0, weights.handleCount()).toArray();
        int[][] handles = new int[weights.vertexCount()][];
        Arrays.fill(handles, all);
        return new HandleReach(handles, all.length);
    }

    /** @param smooth weights that decay away from their handles */
    static HandleReach of(HandleWeights smooth) {
        int h = smooth.handleCount();
        int[][] own = new int[smooth.vertexCount()][];
        boolean[] neighbours = new boolean[h * h];
        for (int i = 0; i < own.length; i++) {
            own[i] = own(smooth, i);
            for (int a : own[i]) {
                for (int b : own[i]) {
                    neighbours[a * h + b] = true;
                }
            }
        }
        int[][] reached = new int[own.length][];
        for (int i = 0; i < own.length; i++) {
            int[] mine = own[i];
            reached[i] = IntStream.range(0, h)
                    .filter(j -> Arrays.stream(mine).anyMatch(a -> neighbours[a * h + j]))
                    .toArray();
        }
        return new HandleReach(reached, h);
    }

    private static int[] own(HandleWeights smooth, int i) {
        int h = smooth.handleCount();
        double largest = Arrays.stream(smooth.w(), i * h, (i + 1) * h).max().orElse(1);
        return IntStream.range(0, h)
                .filter(j -> smooth.get(i, j) >= MIN_OWN_FRACTION * largest)
                .toArray();
    }

    /** The handles that may influence vertex i, ascending, at least one. Do not modify. */
    int[] of(int i) {
        return handles[i];
    }

    /**
     * Removes the weights of distant handles from vertex i; the caller normalises.
     *
     * @param w N×H, modified
     */
    void restrict(int i, double[] w) {
        int next = 0;
        int[] near = handles[i];
        for (int j = 0; j < handleCount; j++) {
            if (next < near.length && near[next] == j) {
                next++;
            } else {
                w[i * handleCount + j] = 0;
            }
        }
    }
}
