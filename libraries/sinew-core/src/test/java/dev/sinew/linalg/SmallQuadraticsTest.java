package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Quadratic problems small enough to try every set of bounds, with a known number of steps. */
class SmallQuadraticsTest extends QuietTest {
    private static final double NAN = Double.NaN;

    private static int[] inOrder(int n) {
        int[] order = new int[n];
        Arrays.setAll(order, i -> i);
        return order;
    }

    private static double[] all(int n, double value) {
        double[] out = new double[n];
        Arrays.fill(out, value);
        return out;
    }

    private static BoxQuadratic.Solution identity(double still, double... start) {
        SparseMatrix q = SparseMatrix.diagonal(all(3, 1));
        return new BoxQuadratic(q, inOrder(3), still).solve(all(3, NAN), new double[] {2, 0.5, -1}, start);
    }

    /** Without bounds the minimum is at (2, 0.5, −1), with them at (1, 0.5, 0). */
    @Test
    void stepsEndWhenNoBoundChanges() {
        BoxQuadratic.Solution free = identity(0, 0.5, 0.5, 0.5);
        assertThat(free.x()).containsExactly(1, 0.5, 0);
        assertThat(free.steps()).as("one without bounds, one with them").isEqualTo(2);
        assertThat(free.exact()).isTrue();
        assertThat(identity(0, NAN, NAN, NAN).steps()).isEqualTo(2);
        assertThat(identity(0, 1, 0.5, 0).steps()).as("from the minimum").isEqualTo(1);
        assertThat(identity(0, 1, 0.5, 0).x()).containsExactly(1, 0.5, 0);
        assertThat(identity(0, 7, 0.5, -7).steps())
                .as("values beyond bounds count as at bounds")
                .isEqualTo(1);
        BoxQuadratic.Solution wrong = identity(0, 0, 1, 1);
        assertThat(wrong.steps()).as("one more to leave the wrong bounds").isEqualTo(3);
        assertThat(wrong.x()).containsExactly(1, 0.5, 0);
        assertThat(identity(0, 0, 0.5, 0).steps()).isEqualTo(3);
        assertThat(identity(0, 1, 0.5, 1).steps()).isEqualTo(3);
    }

    @Test
    void stepsEndWhenNothingMovesFar() {
        // From wrong bounds the second step goes from (0, 1, 1) to (2, 0.5, −1): by 2
        assertThat(identity(1.9, 0, 1, 1).steps()).isEqualTo(3);
        BoxQuadratic.Solution early = identity(2, 0, 1, 1);
        assertThat(early.steps()).isEqualTo(2);
        assertThat(early.x()).as("bounds are met anyway").containsExactly(1, 0.5, 0);
        assertThat(early.exact()).isTrue();
    }

    /** Dense, ill-conditioned, with entries of both signs: bounds change often. */
    private static SparseMatrix stiff(int n, Random random) {
        double[][] a = new double[n][n];
        for (int r = 0; r < n; r++) {
            double scale = Math.pow(10, -3 * random.nextDouble());
            for (int c = 0; c < n; c++) {
                a[r][c] = scale * random.nextGaussian();
            }
        }
        SparseBuilder q = new SparseBuilder(n, n, n * n);
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < n; k++) {
                double sum = i == k ? 1e-4 : 0;
                for (int r = 0; r < n; r++) {
                    sum += a[r][i] * a[r][k];
                }
                q.add(i, k, sum);
            }
        }
        return q.build();
    }

    private static double value(SparseMatrix q, double[] b, double[] x) {
        double sum = 0;
        for (int i = 0; i < x.length; i++) {
            sum += x[i] * (0.5 * q.rowTimes(i, x) - b[i]);
        }
        return sum;
    }

    /** The least value over every choice of bounds. */
    private static double bestOfAll(SparseMatrix q, double[] b, double[] given) {
        int n = q.rows();
        double best = Double.POSITIVE_INFINITY;
        for (int choice = 0; choice < Math.pow(3, n); choice++) {
            double[] x = new double[n];
            int[] free = new int[n];
            int count = 0;
            for (int i = 0, rest = choice; i < n; i++, rest /= 3) {
                x[i] = !Double.isNaN(given[i]) ? given[i] : rest % 3 == 1 ? 1 : 0;
                if (Double.isNaN(given[i]) && rest % 3 == 2) {
                    free[count++] = i;
                }
            }
            DMatrixRMaj a = new DMatrixRMaj(count, count);
            DMatrixRMaj right = new DMatrixRMaj(count, 1);
            for (int r = 0; r < count; r++) {
                right.set(r, 0, b[free[r]] - q.rowTimes(free[r], x));
                for (int c = 0; c < count; c++) {
                    a.set(r, c, q.get(free[r], free[c]));
                }
            }
            DMatrixRMaj y = new DMatrixRMaj(count, 1);
            boolean feasible = count == 0 || CommonOps_DDRM.solve(a, right, y);
            for (int r = 0; r < count && feasible; r++) {
                x[free[r]] = y.get(r, 0);
                feasible = x[free[r]] >= 0 && x[free[r]] <= 1;
            }
            best = feasible ? Math.min(best, value(q, b, x)) : best;
        }
        return best;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 5})
    void noOtherChoiceOfBoundsIsBetter(int n) {
        for (int seed = 0; seed < 60; seed++) {
            Random random = new Random(seed);
            SparseMatrix q = stiff(n, random);
            double[] b = random.doubles(n, -1, 1).toArray();
            double[] given = all(n, NAN);
            if (seed % 3 == 0) {
                given[n - 1] = random.nextDouble();
            }
            double[] start = random.doubles(n, -0.5, 1.5).toArray();
            BoxQuadratic.Solution solution = new BoxQuadratic(q, inOrder(n), 0).solve(given, b, start);
            double best = bestOfAll(q, b, given);
            assertThat(Arrays.stream(solution.x()).allMatch(x -> x >= 0 && x <= 1))
                    .isTrue();
            assertThat(value(q, b, solution.x())).isCloseTo(best, within(1e-6));
            assertThat(solution.exact()).isTrue();
            BoxQuadratic.Solution again = new BoxQuadratic(q, inOrder(n), 0).solve(given, b, solution.x());
            assertThat(again.steps()).as("from the minimum").isEqualTo(1);
        }
    }

    /** Many of these make the active set cycle, so that Newton steps take over. */
    @ParameterizedTest
    @ValueSource(ints = {12, 25, 40})
    void cyclingSetsReachTheMinimum(int n) {
        int most = 0;
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            SparseMatrix q = stiff(n, random);
            double[] b = random.doubles(n, -1, 1).toArray();
            BoxQuadratic.Solution solution = new BoxQuadratic(q, inOrder(n), 0).solve(all(n, NAN), b, all(n, 0.5));
            most = Math.max(most, solution.steps());
            double[] x = solution.x();
            for (int i = 0; i < n; i++) {
                double gradient = q.rowTimes(i, x) - b[i];
                assertThat(x[i]).isBetween(0.0, 1.0);
                if (x[i] > 1e-9) {
                    assertThat(gradient).as("seed %d", seed).isLessThan(1e-4);
                }
                if (x[i] < 1 - 1e-9) {
                    assertThat(gradient).as("seed %d", seed).isGreaterThan(-1e-4);
                }
            }
            assertThat(solution.exact()).isTrue();
        }
        assertThat(most).as("some need more than a few steps").isGreaterThan(8);
    }

    @Test
    void raisesTheDiagonalUntilTheFactorisationSucceeds() {
        SparseBuilder singular = new SparseBuilder(2, 2, 4);
        for (int k = 0; k < 4; k++) {
            singular.add(k / 2, k % 2, 4);
        }
        double[] y = {1, 1};
        BoxQuadratic.factor(singular.build(), inOrder(2)).solve(y);
        assertThat(y[0] + y[1]).isCloseTo(0.25, within(1e-6));
        SparseMatrix negative = SparseMatrix.diagonal(new double[] {1, -1});
        assertThatThrownBy(() -> BoxQuadratic.factor(negative, inOrder(2)))
                .isInstanceOf(SparseCholesky.NotPositiveException.class);
    }

    /** min |x|² − 2bᵀx over the simplex; entries after the n unknowns are NaN and must not be read. */
    private static SimplexQuadratic ball(double scale, double... b) {
        int n = b.length;
        SimplexQuadratic problem = new SimplexQuadratic(n + 1);
        Arrays.fill(problem.g(), NAN);
        Arrays.fill(problem.b(), NAN);
        Arrays.fill(problem.x(), NAN);
        for (int k = 0; k < n; k++) {
            for (int m = 0; m < n; m++) {
                problem.g()[k * problem.stride() + m] = k == m ? scale : 0;
            }
            problem.b()[k] = scale * b[k];
        }
        return problem;
    }

    private static double[] x(SimplexQuadratic problem) {
        return Arrays.copyOf(problem.x(), problem.stride() - 1);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-12, 1, 1e12})
    void findsTheNearestPointOfASimplexAtAnyScale(double scale) {
        SimplexQuadratic inside = ball(scale, 0.5, 0.3, 0.2);
        assertThat(inside.minimise(3)).isCloseTo(-0.38 * scale, within(1e-9 * scale));
        assertThat(x(inside)).containsExactly(new double[] {0.5, 0.3, 0.2}, within(1e-9));
        SimplexQuadratic edge = ball(scale, 0.7, -3, 0.5, -0.5);
        edge.minimise(4);
        assertThat(x(edge)).containsExactly(new double[] {0.6, 0, 0.4, 0}, within(1e-9));
        SimplexQuadratic corner = ball(scale, -1, 0, 5);
        assertThat(corner.minimise(3)).isCloseTo(-9 * scale, within(1e-9 * scale));
        assertThat(x(corner)).containsExactly(0, 0, 1);
    }

    @ParameterizedTest
    @CsvSource({"1, 0, 0, 0", "0, 0, 0, 1", "0.25, 0.25, 0.25, 0.25", "0, 0.5, 0, 0.5", "0.6, 0, 0.4, 0"})
    void findsTheSameMinimumFromAnyStart(double a, double b, double c, double d) {
        SimplexQuadratic edge = ball(2, 0.7, -3, 0.5, -0.5);
        System.arraycopy(new double[] {a, b, c, d}, 0, edge.x(), 0, 4);
        assertThat(edge.minimiseFrom(4)).isCloseTo(2 * (0.52 - 1.24), within(1e-9));
        assertThat(x(edge)).containsExactly(new double[] {0.6, 0, 0.4, 0}, within(1e-9));
    }

    @Test
    void dropsTinyValuesAndRestoresTheSum() {
        // x = ((1 + d)/2, (1 − d)/2) for b of difference d
        SimplexQuadratic speck = ball(1, 1 - 8e-10, 0);
        speck.minimise(2);
        assertThat(x(speck)).containsExactly(1, 0);
        SimplexQuadratic more = ball(1, 1 - 4e-9, 0);
        more.minimise(2);
        assertThat(x(more)[1]).isCloseTo(2e-9, within(1e-11));
    }
}
