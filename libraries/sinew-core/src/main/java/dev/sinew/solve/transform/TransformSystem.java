package dev.sinew.solve.transform;

import dev.sinew.linalg.Cholesky;
import dev.sinew.platform.Workers;
import java.util.BitSet;

/** The linear system of the bones' transforms, with penalised or fixed columns. Working memory: can be solved once. */
public final class TransformSystem {
    private static final int CHUNK = 32;

    private final int n;
    private final int dimensions;
    /** X·Xᵀ, n×n, lower triangle */
    private final double[] gram;
    /** X·Yᵀ, n×d */
    private final double[] right;

    /** @param gram n×n, lower triangle, {@code right} n×d; both kept and modified */
    TransformSystem(int n, int dimensions, double[] gram, double[] right) {
        this.n = n;
        this.dimensions = dimensions;
        this.gram = gram;
        this.right = right;
    }

    double meanDiagonal() {
        double trace = 0;
        for (int a = 0; a < n; a++) {
            trace += gram[a * n + a];
        }
        return trace / n;
    }

    /** Adds λ·(t_a − near_a)² for column a; null means zero. */
    void hold(int a, double lambda, double[] near) {
        gram[a * n + a] += lambda;
        for (int k = 0; near != null && k < dimensions; k++) {
            right[a * dimensions + k] += lambda * near[k * n + a];
        }
    }

    /**
     * Moves the locked columns of T to the right-hand side; their rows become t_a = previous_a. Rounding may still change them: callers
     * that need exact values copy them.
     */
    TransformSystem pin(BitSet locked, double[] previous) {
        for (int a = 0; a < n; a++) {
            if (locked.get(a / 4)) {
                moveToTheRight(a, locked, previous);
            }
        }
        for (int a = 0; a < n; a++) {
            for (int b = 0; b <= a; b++) {
                if (locked.get(a / 4) || locked.get(b / 4)) {
                    gram[a * n + b] = a == b ? 1 : 0;
                }
            }
            for (int k = 0; locked.get(a / 4) && k < dimensions; k++) {
                right[a * dimensions + k] = previous[k * n + a];
            }
        }
        return this;
    }

    private void moveToTheRight(int a, BitSet locked, double[] previous) {
        for (int b = 0; b < n; b++) {
            double g = a >= b ? gram[a * n + b] : gram[b * n + a];
            if (locked.get(b / 4) || g == 0) {
                continue;
            }
            for (int k = 0; k < dimensions; k++) {
                right[b * dimensions + k] -= g * previous[k * n + a];
            }
        }
    }

    /** T, d×n */
    double[] solve(Workers workers) {
        Cholesky cholesky = Cholesky.of(gram, n);
        workers.forChunks(dimensions, CHUNK, (chunk, from, to) -> cholesky.solve(right, dimensions, from, to));
        double[] t = new double[dimensions * n];
        for (int a = 0; a < n; a++) {
            for (int k = 0; k < dimensions; k++) {
                t[k * n + a] = right[a * dimensions + k];
            }
        }
        return t;
    }
}
