package dev.sinew.bench.rivals.method;

import dev.sinew.linalg.Orthonormal;
import dev.sinew.linalg.Products;
import dev.sinew.platform.Workers;
import java.util.Random;

/** The leading principal directions of rows, by simultaneous iteration on XᵀX. */
final class Principal {
    private Principal() {}

    /**
     * @param x rows×m, not modified
     * @param start initial orthonormal rows, rank×m; empty for random ones
     * @return orthonormal rows, at most rank×m; fewer if the rows span less
     */
    static double[] directions(double[] x, int rows, int m, int rank, int rounds, double[] start, Workers workers) {
        double[] basis = start.length > 0 ? start : any(rank, m);
        for (int round = 0; round < rounds; round++) {
            int k = basis.length / m;
            double[] c = Products.multiply(x, rows, m, Products.transpose(basis, k, m), k, workers);
            double[] next = Products.multiply(Products.transpose(c, rows, k), k, rows, x, m, workers);
            basis = Orthonormal.basisOf(next, k, m);
            if (basis.length == 0) {
                return basis;
            }
        }
        return basis;
    }

    private static double[] any(int rank, int m) {
        int k = Math.min(rank, m);
        return Orthonormal.basisOf(new Random(1).doubles((long) k * m, -1, 1).toArray(), k, m);
    }
}
