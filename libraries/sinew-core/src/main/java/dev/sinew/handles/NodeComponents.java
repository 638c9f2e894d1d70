package dev.sinew.handles;

import java.util.ArrayDeque;
import java.util.Deque;

/** The connected parts of a domain. */
final class NodeComponents {
    private NodeComponents() {}

    /** Nodes of parts that no handle holds: no smoothness says anything about their weights. */
    static boolean[] withoutConditions(Domain domain, Conditions conditions) {
        int n = domain.nodeCount();
        boolean[] reached = new boolean[n];
        Deque<Integer> open = new ArrayDeque<>();
        for (int node : conditions.nodes()) {
            reached[node] = true;
            open.push(node);
        }
        int[] starts = domain.stiffness().starts();
        int[] indices = domain.stiffness().indices();
        while (!open.isEmpty()) {
            int k = open.pop();
            for (int e = starts[k]; e < starts[k + 1]; e++) {
                if (!reached[indices[e]]) {
                    reached[indices[e]] = true;
                    open.push(indices[e]);
                }
            }
        }
        boolean[] loose = new boolean[n];
        for (int k = 0; k < n; k++) {
            loose[k] = !reached[k];
        }
        return loose;
    }
}
