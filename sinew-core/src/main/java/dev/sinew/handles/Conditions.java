package dev.sinew.handles;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/**
 * The weights that are given: YLWXG19 eq. 3, w_j = 1 on handle j and 0 on the others. Where several handles claim a node they share it
 * (a joint of bones); on a cage's facets the shares are barycentric.
 */
final class Conditions {
    private final int handles;
    private final Map<Integer, double[]> rows = new TreeMap<>();

    Conditions(int handles) {
        this.handles = handles;
    }

    /** Node belongs to handle j; claiming twice changes nothing. */
    void claim(int node, int j) {
        rows.computeIfAbsent(node, k -> new double[handles])[j] = 1;
    }

    /** Adds a share; shares are scaled to sum to one in the end. */
    void addShare(int node, int j, double share) {
        rows.computeIfAbsent(node, k -> new double[handles])[j] += share;
    }

    boolean isGiven(int node) {
        return rows.containsKey(node);
    }

    boolean holds(int node, int j) {
        double[] row = rows.get(node);
        return row != null && row[j] > 0;
    }

    /** Nodes that belong to handle j alone. */
    long ownedBy(int j) {
        return rows.values().stream()
                .filter(row -> row[j] > 0 && Arrays.stream(row).sum() == row[j])
                .count();
    }

    Iterable<Integer> nodes() {
        return rows.keySet();
    }

    /** The given weight of handle j at every node, NaN where it is sought. */
    double[] given(int nodes, int j) {
        double[] given = new double[nodes];
        Arrays.fill(given, Double.NaN);
        rows.forEach((node, row) -> given[node] = row[j] / Arrays.stream(row).sum());
        return given;
    }
}
