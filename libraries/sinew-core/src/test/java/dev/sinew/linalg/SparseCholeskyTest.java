package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SparseCholeskyTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 13, 64, 207, 400})
    void solvesWhatDenseCholeskySolves(int n) {
        for (int seed = 0; seed < 6; seed++) {
            SparseMatrix a = random(n, 1 + seed, seed);
            double[] b = randomVector(n, seed);
            double[] dense = b.clone();
            Cholesky.of(dense(a), n).solve(dense, 1, 0, 1);
            double[] sparse = b.clone();
            SparseCholesky.of(a).solve(sparse);
            assertThat(sparse).as("n %d, seed %d", n, seed).containsExactly(dense, within(1e-9));
        }
    }

    @Test
    void anyOrderGivesTheSameSolution() {
        SparseMatrix a = bilaplacian(9, 7, 1);
        int[] order = new int[a.rows()];
        Arrays.setAll(order, k -> (k * 25) % order.length);
        double[] natural = randomVector(a.rows(), 3);
        double[] good = natural.clone();
        SparseCholesky.of(a, order).solve(natural);
        SparseCholesky.of(a).solve(good);
        assertThat(good).containsExactly(natural, within(1e-9));
    }

    @Test
    void bilaplaciansAreSolvedToRounding() {
        for (int[] size : new int[][] {{40, 37, 1}, {11, 12, 13}, {1, 1, 500}}) {
            SparseMatrix a = bilaplacian(size[0], size[1], size[2]);
            double[] x = randomVector(a.rows(), 5);
            double[] b = new double[a.rows()];
            a.multiply(x, b);
            SparseCholesky.of(a).solve(b);
            assertThat(b).containsExactly(x, within(1e-7));
        }
    }

    @Test
    void solvesSeveralRightHandSidesAtOnce() {
        SparseMatrix a = bilaplacian(15, 14, 1);
        int n = a.rows();
        double[] together = randomVector(3 * n, 9);
        double[] second = Arrays.copyOfRange(together, n, 2 * n);
        SparseCholesky factor = SparseCholesky.of(a);
        factor.solveColumns(together, 3);
        factor.solve(second);
        assertThat(Arrays.copyOfRange(together, n, 2 * n)).containsExactly(second);
    }

    @Test
    void minimumDegreeIsAPermutationThatKeepsTheFactorSmall() {
        SparseMatrix a = bilaplacian(60, 60, 1);
        int[] order = SparseCholesky.orderOf(a);
        int[] sorted = order.clone();
        Arrays.sort(sorted);
        int[] identity = new int[a.rows()];
        Arrays.setAll(identity, k -> k);
        assertThat(sorted).containsExactly(identity);
        // Row by row a band of 120 fills: 430 k numbers.
        assertThat(SparseCholesky.plan(a, order).size()).isLessThan(300_000);
    }

    @Test
    void rejectsIndefiniteMatricesByRow() {
        SparseBuilder builder = new SparseBuilder(3, 3, 9);
        builder.add(0, 0, 1);
        builder.add(1, 1, -2);
        builder.add(2, 2, 1);
        assertThatThrownBy(() -> SparseCholesky.of(builder.build()))
                .isInstanceOf(SparseCholesky.NotPositiveException.class)
                .hasMessageContaining("row 1");
    }

    @Test
    void productsAndPrincipalPartsAgreeWithDenseOnes() {
        SparseMatrix a = random(30, 4, 1);
        SparseMatrix b = random(30, 3, 2);
        double[] da = dense(a);
        double[] db = dense(b);
        SparseMatrix c = a.times(b.transposed());
        for (int r = 0; r < 30; r++) {
            for (int q = 0; q < 30; q++) {
                double sum = 0;
                for (int k = 0; k < 30; k++) {
                    sum += da[r * 30 + k] * db[q * 30 + k];
                }
                assertThat(c.get(r, q)).isCloseTo(sum, within(1e-12));
            }
        }
        int[] keep = new int[30];
        Arrays.setAll(keep, k -> k % 3 == 0 ? k / 3 : -1);
        SparseMatrix part = a.principal(keep, 10);
        assertThat(part.get(3, 5)).isEqualTo(a.get(9, 15));
        assertThat(part.get(4, 4)).isEqualTo(a.get(12, 12));
    }

    static SparseMatrix random(int n, int perRow, int seed) {
        Random random = new Random(seed);
        SparseBuilder builder = new SparseBuilder(n, n, 10 * n);
        for (int i = 0; i < n; i++) {
            builder.add(i, i, 0.1 + random.nextDouble());
            for (int k = 0; k < perRow && n > 1; k++) {
                int j = random.nextInt(n);
                double w = random.nextDouble();
                if (i != j) {
                    builder.add(i, i, w);
                    builder.add(j, j, w);
                    builder.add(i, j, -w);
                    builder.add(j, i, -w);
                }
            }
        }
        return builder.build();
    }

    /** (L + I/10)² on a grid. */
    static SparseMatrix bilaplacian(int nx, int ny, int nz) {
        int n = nx * ny * nz;
        SparseBuilder builder = new SparseBuilder(n, n, 7 * n);
        int[] steps = {1, nx, nx * ny};
        int[] sizes = {nx, ny, nz};
        for (int i = 0; i < n; i++) {
            builder.add(i, i, 0.1);
            int[] at = {i % nx, i / nx % ny, i / nx / ny};
            for (int d = 0; d < 3; d++) {
                if (at[d] + 1 < sizes[d]) {
                    int j = i + steps[d];
                    builder.add(i, i, 1);
                    builder.add(j, j, 1);
                    builder.add(i, j, -1);
                    builder.add(j, i, -1);
                }
            }
        }
        SparseMatrix l = builder.build();
        return l.times(l);
    }

    private static double[] dense(SparseMatrix a) {
        double[] d = new double[a.rows() * a.columns()];
        for (int r = 0; r < a.rows(); r++) {
            for (int k = a.starts()[r]; k < a.starts()[r + 1]; k++) {
                d[r * a.columns() + a.indices()[k]] = a.values()[k];
            }
        }
        return d;
    }

    private static double[] randomVector(int n, int seed) {
        Random random = new Random(seed);
        return random.doubles(n, -1, 1).toArray();
    }
}
