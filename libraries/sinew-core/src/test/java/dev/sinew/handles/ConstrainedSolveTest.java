package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;

/** One handle that moves a box of edges; the constraints determine its rotation. */
class ConstrainedSolveTest {
    private static final double[][] EDGES = {{1, 0, 0}, {0, 2, 0}, {0, 0, 3}, {1, 2, 0}, {0, 2, 3}};

    /** Σ k·kᵀ over the edges, with k = (edge, 0). */
    private static double[] normal() {
        double[] n = new double[16];
        for (double[] e : EDGES) {
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    n[4 * r + c] += e[r] * e[c];
                }
            }
        }
        return n;
    }

    /** Σ k·edgeᵀ, 4×3: all edges rotate together. */
    private static double[][] oneGroup() {
        double[] b = new double[12];
        for (double[] e : EDGES) {
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    b[3 * r + c] += e[r] * e[c];
                }
            }
        }
        return new double[][] {b};
    }

    private static double[] identity() {
        return new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0};
    }

    @Test
    void threePointsDetermineTheRotation() {
        ConstrainedSolve solve =
                new ConstrainedSolve(normal(), oneGroup(), new double[][] {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}});
        double[] t = identity();
        // A quarter turn about z, and 5 up.
        int rounds = solve.solve(t, new double[] {0, 0, 5, 0, 1, 5, -1, 0, 5}, 1e-10, 200);
        assertThat(rounds).isLessThan(200);
        assertThat(t).containsExactly(new double[] {0, 1, 0, -1, 0, 0, 0, 0, 1, 0, 0, 5}, within(1e-5));
    }

    @Test
    void onePointOnlyTranslates() {
        ConstrainedSolve solve = new ConstrainedSolve(normal(), oneGroup(), new double[][] {{0, 0, 0, 1}});
        double[] t = identity();
        solve.solve(t, new double[] {3, -1, 4}, 1e-10, 200);
        assertThat(t).containsExactly(new double[] {1, 0, 0, 0, 1, 0, 0, 0, 1, 3, -1, 4}, within(1e-5));
    }

    @Test
    void meetsConstraintsThatRequireStretching() {
        double[][] held = {{0, 0, 0, 1}, {1, 0, 0, 1}};
        ConstrainedSolve solve = new ConstrainedSolve(normal(), oneGroup(), held);
        double[] t = identity();
        solve.solve(t, new double[] {0, 0, 0, 1.5, 0, 0}, 1e-10, 200);
        assertThat(t[0] + t[9]).isCloseTo(1.5, within(1e-9));
        assertThat(t[9]).isCloseTo(0, within(1e-9));
        assertThat(t[4]).isBetween(0.5, 1.2);
    }
}
