package dev.sinew.handles;

import dev.sinew.linalg.SparseBuilder;
import dev.sinew.linalg.SparseMatrix;
import dev.sinew.math.Vec3;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The prescribed weights: YLWXG19 eq. 3, w_j = 1 on handle j and 0 on the others. If several handles claim a node, they share it (a joint
 * of bones); on a cage's facets the shares are barycentric. A station is a point between nodes whose interpolated weight is prescribed.
 */
final class Conditions {
    /** Stiffness of stations relative to their surroundings. */
    private static final double STATION_STIFFNESS = 1e4;

    private final int handles;
    private final Map<Integer, double[]> rows = new TreeMap<>();
    private final List<Station> stations = new ArrayList<>();

    Conditions(int handles) {
        this.handles = handles;
    }

    /** Assigns a node to handle j; repeated claims have no effect. */
    void claim(int node, int j) {
        rows.computeIfAbsent(node, k -> new double[handles])[j] = 1;
    }

    /** Adds a share; shares are normalised at the end. */
    void addShare(int node, int j, double share) {
        rows.computeIfAbsent(node, k -> new double[handles])[j] += share;
    }

    /** Assigns the point between these nodes to handle j; handles at the same point share it. */
    void claimStation(double[] point, double tolerance, List<Integer> nodes, List<Double> shares, int j) {
        for (Station station : stations) {
            if (station.isAt(point, tolerance)) {
                station.row[j] = 1;
                return;
            }
        }
        double[] row = new double[handles];
        row[j] = 1;
        stations.add(new Station(
                point.clone(),
                nodes.stream().mapToInt(k -> k).toArray(),
                shares.stream().mapToDouble(x -> x).toArray(),
                row));
    }

    /** @param row shares of the handles; modified while claims are added */
    private record Station(double[] point, int[] nodes, double[] shares, double[] row) {
        boolean isAt(double[] other, double tolerance) {
            return Vec3.squaredDistance(point, 0, other, 0) <= tolerance * tolerance;
        }
    }

    /**
     * NOTE: stations are penalised, ρ·(Σ_k φ_k·w_k − c)², rather than eliminated. ρ is large enough to meet them to 1e-4. Q keeps its
     * sparsity pattern, and two bones that cross in one cube meet halfway.
     *
     * @param q the energy's matrix, whose diagonal sets the scale; not modified
     * @return Q + Σ ρ·φ·φᵀ
     */
    SparseMatrix stiffen(SparseMatrix q) {
        if (stations.isEmpty()) {
            return q;
        }
        double[] diagonal = q.diagonal();
        SparseBuilder more = new SparseBuilder(q.rows(), q.columns(), 64 * stations.size());
        for (Station station : stations) {
            double price = price(station, diagonal);
            for (int a = 0; a < station.nodes.length; a++) {
                for (int b = 0; b < station.nodes.length; b++) {
                    more.add(station.nodes[a], station.nodes[b], price * station.shares[a] * station.shares[b]);
                }
            }
        }
        return q.plus(1, more.build());
    }

    /** The linear term of {@link #stiffen}: Σ ρ·φ·c_j. */
    double[] pull(SparseMatrix q, int j) {
        double[] diagonal = q.diagonal();
        double[] b = new double[q.rows()];
        for (Station station : stations) {
            double wanted = station.row[j] / Arrays.stream(station.row).sum();
            double price = price(station, diagonal);
            for (int a = 0; a < station.nodes.length; a++) {
                b[station.nodes[a]] += price * wanted * station.shares[a];
            }
        }
        return b;
    }

    private static double price(Station station, double[] diagonal) {
        double stiffness = 0;
        for (int a = 0; a < station.nodes.length; a++) {
            stiffness += station.shares[a] * diagonal[station.nodes[a]];
        }
        return STATION_STIFFNESS * stiffness;
    }

    /** Number of nodes and stations that only handle j claims. */
    long ownedBy(int j) {
        return java.util.stream.Stream.concat(
                        rows.values().stream(), stations.stream().map(Station::row))
                .filter(row -> row[j] > 0 && Arrays.stream(row).sum() == row[j])
                .count();
    }

    /** Nodes with a condition. */
    Iterable<Integer> nodes() {
        TreeSet<Integer> all = new TreeSet<>(rows.keySet());
        for (Station station : stations) {
            for (int k : station.nodes) {
                all.add(k);
            }
        }
        return all;
    }

    /** The prescribed weight of handle j at every node, NaN where it is unknown. */
    double[] given(int nodes, int j) {
        double[] given = new double[nodes];
        Arrays.fill(given, Double.NaN);
        rows.forEach((node, row) -> given[node] = row[j] / Arrays.stream(row).sum());
        return given;
    }
}
