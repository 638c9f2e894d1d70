package dev.sinew.handles;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Which handles may move which vertex. NOTE: not in the paper. A few examples leave the weights of a vertex open: 7 poses are 21 numbers, 20 handles
 * as many unknowns, and far handles come to explain what near ones cannot, which no other pose repeats. So those stay out that are
 * neither among a vertex's own by the smooth weights nor neighbours of one of them.
 */
final class Reach {
    /** A handle is a vertex's own from this part of its largest weight on. */
    private static final double OWN = 0.1;

    private final int[][] handles;
    private final int handleCount;

    private Reach(int[][] handles, int handleCount) {
        this.handles = handles;
        this.handleCount = handleCount;
    }

    static Reach everywhere(HandleWeights weights) {
        int[] all = IntStream.range(0, weights.handleCount()).toArray();
        int[][] handles = new int[weights.vertexCount()][];
        Arrays.fill(handles, all);
        return new Reach(handles, all.length);
    }

    /** @param smooth weights that fall off away from their handles */
    static Reach of(HandleWeights smooth) {
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
        return new Reach(reached, h);
    }

    private static int[] own(HandleWeights smooth, int i) {
        int h = smooth.handleCount();
        double largest = Arrays.stream(smooth.w(), i * h, (i + 1) * h).max().orElse(1);
        return IntStream.range(0, h)
                .filter(j -> smooth.get(i, j) >= OWN * largest)
                .toArray();
    }

    /** The handles that may move vertex i, ascending, at least one; not to be modified. */
    int[] of(int i) {
        return handles[i];
    }

    /**
     * Takes out of vertex i's weights those of handles that are too far; the sum is the caller's to restore.
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
