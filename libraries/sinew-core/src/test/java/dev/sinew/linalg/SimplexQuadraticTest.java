package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import java.util.Arrays;
import java.util.Random;
import org.ejml.data.DMatrixRMaj;
import org.ejml.dense.row.CommonOps_DDRM;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compared with brute force: the best of the stationary points of all faces of the simplex. */
class SimplexQuadraticTest extends QuietTest {
    private final Random random = new Random(17);

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6})
    void findsTheBestOfAllFaces(int n) {
        for (int trial = 0; trial < 300; trial++) {
            check(n, n + random.nextInt(3), random.nextInt(1 + n), Math.pow(10, random.nextInt(9) - 4));
        }
    }

    /** G = AᵀA with {@code n + extra} rows, some columns of A copies of the first: G is then only semidefinite. */
    private void check(int n, int rows, int copies, double size) {
        double[][] a = new double[n][rows];
        for (int k = 0; k < n; k++) {
            for (int r = 0; r < rows; r++) {
                a[k][r] = k > 0 && k < copies ? a[0][r] : size * random.nextGaussian();
            }
        }
        double[] target = random.doubles(rows, -2 * size, 2 * size).toArray();
        SimplexQuadratic problem = problem(n, a, target);
        double objective = problem.minimise(n);
        double best = bruteForce(n, problem);
        double scale = size * size * rows;
        assertThat(objective).isEqualTo(best, within(1e-7 * scale));
        checkFeasible(problem, n);
        assertThat(objective).isEqualTo(valueAt(problem, n, problem.x()), within(1e-9 * scale));
        checkFromRandomPoints(problem, n, best, scale);
    }

    /** The same minimum from any point of the simplex, corners and faces included. */
    private void checkFromRandomPoints(SimplexQuadratic problem, int n, double best, double scale) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            problem.x()[k] = random.nextInt(3) == 0 && k > 0 ? 0 : 0.01 + random.nextDouble();
            sum += problem.x()[k];
        }
        for (int k = 0; k < n; k++) {
            problem.x()[k] /= sum;
        }
        assertThat(problem.minimiseFrom(n)).isEqualTo(best, within(1e-7 * scale));
        checkFeasible(problem, n);
    }

    private static SimplexQuadratic problem(int n, double[][] a, double[] target) {
        SimplexQuadratic problem = new SimplexQuadratic(n + 1);
        for (int k = 0; k < n; k++) {
            for (int l = 0; l < n; l++) {
                problem.g()[k * problem.stride() + l] = dot(a[k], a[l]);
            }
            problem.b()[k] = dot(a[k], target);
        }
        return problem;
    }

    private static double dot(double[] x, double[] y) {
        double sum = 0;
        for (int k = 0; k < x.length; k++) {
            sum += x[k] * y[k];
        }
        return sum;
    }

    private static void checkFeasible(SimplexQuadratic problem, int n) {
        double sum = 0;
        for (int k = 0; k < n; k++) {
            assertThat(problem.x()[k]).isNotNegative();
            sum += problem.x()[k];
        }
        assertThat(sum).isEqualTo(1, within(1e-12));
    }

    private static double valueAt(SimplexQuadratic p, int n, double[] x) {
        double value = 0;
        for (int k = 0; k < n; k++) {
            for (int l = 0; l < n; l++) {
                value += x[k] * x[l] * p.g()[k * p.stride() + l];
            }
            value -= 2 * p.b()[k] * x[k];
        }
        return value;
    }

    private static double bruteForce(int n, SimplexQuadratic p) {
        double best = Double.POSITIVE_INFINITY;
        for (int face = 1; face < 1 << n; face++) {
            double[] x = stationaryPoint(n, p, face);
            boolean feasible = true;
            for (double v : x) {
                feasible &= v >= -1e-9;
            }
            best = feasible ? Math.min(best, valueAt(p, n, x)) : best;
        }
        return best;
    }

    /** Minimum over the affine hull of a face by its KKT system; NaN if that is singular. */
    private static double[] stationaryPoint(int n, SimplexQuadratic p, int face) {
        int m = Integer.bitCount(face);
        int[] members = new int[m];
        for (int k = 0, at = 0; k < n; k++) {
            if ((face >> k & 1) == 1) {
                members[at++] = k;
            }
        }
        DMatrixRMaj kkt = new DMatrixRMaj(m + 1, m + 1);
        DMatrixRMaj right = new DMatrixRMaj(m + 1, 1);
        double size = p.g()[0];
        for (int k = 0; k < m; k++) {
            for (int l = 0; l < m; l++) {
                kkt.set(k, l, p.g()[members[k] * p.stride() + members[l]] / size);
            }
            kkt.set(k, m, 1);
            kkt.set(m, k, 1);
            right.set(k, 0, p.b()[members[k]] / size);
        }
        right.set(m, 0, 1);
        DMatrixRMaj solution = new DMatrixRMaj(m + 1, 1);
        double[] x = new double[n];
        if (!CommonOps_DDRM.solve(kkt, right, solution)) {
            Arrays.fill(x, Double.NaN);
            return x;
        }
        double sum = 0;
        for (int k = 0; k < m; k++) {
            x[members[k]] = solution.get(k, 0);
            sum += solution.get(k, 0);
        }
        // An almost singular system may have a "solution" that does not even sum to one.
        if (Math.abs(sum - 1) > 1e-6) {
            Arrays.fill(x, Double.NaN);
        }
        return x;
    }

    @Test
    void blendsATargetInsideExactly() {
        double[][] corners = {{0, 0}, {4, 0}, {0, 4}};
        SimplexQuadratic problem = problem(3, corners, new double[] {1, 2});
        assertThat(problem.minimise(3)).isEqualTo(-5, within(1e-9));
        assertThat(problem.x()[0]).isEqualTo(0.25, within(1e-9));
        assertThat(problem.x()[1]).isEqualTo(0.25, within(1e-9));
        assertThat(problem.x()[2]).isEqualTo(0.5, within(1e-9));
    }

    @Test
    void aTargetOutsideGoesToTheNearestEdgeOrCorner() {
        double[][] corners = {{0, 0}, {4, 0}, {0, 4}};
        SimplexQuadratic edge = problem(3, corners, new double[] {1, -3});
        edge.minimise(3);
        assertThat(new double[] {edge.x()[0], edge.x()[1], edge.x()[2]})
                .containsExactly(new double[] {0.75, 0.25, 0}, within(1e-9));
        SimplexQuadratic corner = problem(3, corners, new double[] {9, -3});
        corner.minimise(3);
        assertThat(new double[] {corner.x()[0], corner.x()[1], corner.x()[2]})
                .containsExactly(new double[] {0, 1, 0}, within(1e-9));
    }

    @Test
    void aZeroProblemStaysFeasible() {
        SimplexQuadratic problem = problem(3, new double[3][2], new double[2]);
        assertThat(problem.minimise(3)).isZero();
        checkFeasible(problem, 3);
    }

    @Test
    void instancesCanBeReusedForFewerUnknowns() {
        SimplexQuadratic problem = problem(3, new double[][] {{0, 0}, {4, 0}, {0, 4}}, new double[] {1, 2});
        double first = problem.minimise(3);
        problem.minimise(2);
        checkFeasible(problem, 2);
        assertThat(problem.minimise(3)).isEqualTo(first);
    }
}
