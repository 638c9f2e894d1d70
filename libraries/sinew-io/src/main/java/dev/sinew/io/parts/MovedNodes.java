package dev.sinew.io.parts;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntPredicate;

/** The nodes that form the skeleton of a file without a skin. */
public final class MovedNodes {
    private MovedNodes() {}

    /**
     * The nodes that clips move, those below them, and those that join them: up to the lowest node above all.
     *
     * @param parents of every node, negative for roots
     * @param order all nodes, parents before their children
     * @return in this order
     */
    public static List<Integer> skeleton(int[] parents, int[] order, IntPredicate isMoved) {
        int[] movedBelow = new int[parents.length];
        int moved = 0;
        for (int k = order.length - 1; k >= 0; k--) {
            int n = order[k];
            if (isMoved.test(n)) {
                movedBelow[n]++;
                moved++;
            }
            if (parents[n] >= 0) {
                movedBelow[parents[n]] += movedBelow[n];
            }
        }
        int top = -1;
        for (int n : order) {
            top = moved > 0 && movedBelow[n] == moved ? n : top;
        }
        boolean[] follows = new boolean[parents.length];
        List<Integer> bones = new ArrayList<>();
        for (int n : order) {
            follows[n] = isMoved.test(n) || parents[n] >= 0 && follows[parents[n]];
            boolean joins = n == top || movedBelow[n] > 0 && movedBelow[n] < moved;
            if (follows[n] || joins) {
                bones.add(n);
            }
        }
        return bones;
    }
}
