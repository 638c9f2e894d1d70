package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BoxQuadraticTest {
    /** At the minimum the gradient is 0 inside, ≥ 0 at the lower bound and ≤ 0 at the upper one. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7, 40, 300})
    void meetsTheConditionsOfAMinimum(int n) {
        for (int seed = 0; seed < 5; seed++) {
            SparseMatrix q = SparseCholeskyTest.random(n, 3, seed);
            double[] b = new Random(seed).doubles(n, -2, 2).toArray();
            double[] given = nothing(n);
            check(q, given, b);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 12, 30})
    void solvesBiharmonicProblemsExactly(int side) {
        SparseMatrix q = SparseCholeskyTest.bilaplacian(side, side, 1);
        double[] given = nothing(q.rows());
        given[0] = 1;
        given[side * side / 2] = 0;
        given[side * side - 1] = 0;
        check(q, given, new double[q.rows()]);
    }

    private static double[] nothing(int n) {
        double[] given = new double[n];
        Arrays.fill(given, Double.NaN);
        return given;
    }

    private static void check(SparseMatrix q, double[] given, double[] b) {
        int n = q.rows();
        double[] start = new double[n];
        Arrays.fill(start, 0.5);
        BoxQuadratic.Solution solution = new BoxQuadratic(q, SparseCholesky.orderOf(q), 0).solve(given, b, start);
        assertThat(solution.exact()).isTrue();
        double[] gradient = new double[n];
        q.multiply(solution.x(), gradient);
        for (int i = 0; i < n; i++) {
            double x = solution.x()[i];
            double g = gradient[i] - b[i];
            assertThat(x).isBetween(0.0, 1.0);
            if (!Double.isNaN(given[i])) {
                assertThat(x).isEqualTo(given[i]);
            } else if (x < 1e-9) {
                assertThat(g).isGreaterThan(-1e-5);
            } else if (x > 1 - 1e-9) {
                assertThat(g).isLessThan(1e-5);
            } else {
                assertThat(Math.abs(g)).isLessThan(1e-5);
            }
        }
    }
}
