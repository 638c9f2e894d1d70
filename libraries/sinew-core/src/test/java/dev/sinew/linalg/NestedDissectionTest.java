package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NestedDissectionTest {
    /** Parts of at most this many rows are ordered by minimum degree alone. */
    private static final int LEAF = 150;

    @ParameterizedTest
    @CsvSource({"40,7,8", "7,41,8", "8,7,40", "5,5,7", "1,1,151", "19,16,2"})
    void halvesTheLongestSideAndEliminatesTheSeparatorLast(int nx, int ny, int nz) {
        SparseMatrix a = grid(nx, ny, nz);
        double[] xyz = positions(nx, ny, nz);
        int[] order = NestedDissection.of(a, xyz);
        int[] rows = range(a.rows());
        assertThat(order).containsExactlyInAnyOrder(rows);
        checkPart(a, xyz, rows, order);
    }

    /** Follows the recursion by its definition and compares each segment of the order with it. */
    private static void checkPart(SparseMatrix a, double[] xyz, int[] rows, int[] order) {
        if (rows.length <= LEAF) {
            assertThat(order).containsExactly(minimumDegree(a, rows));
            return;
        }
        int axis = longestAxis(xyz, rows);
        int[] sorted = Arrays.stream(rows)
                .boxed()
                .sorted((i, j) -> Double.compare(xyz[3 * i + axis], xyz[3 * j + axis]))
                .mapToInt(i -> i)
                .toArray();
        double median = xyz[3 * sorted[rows.length / 2] + axis];
        // The order within one side of the median is that of the rows, so ties at the median are cut by row number.
        int[] byHalf = concat(
                Arrays.stream(rows).filter(i -> xyz[3 * i + axis] < median).toArray(),
                Arrays.stream(rows).filter(i -> xyz[3 * i + axis] == median).toArray(),
                Arrays.stream(rows).filter(i -> xyz[3 * i + axis] > median).toArray());
        int half = rows.length / 2;
        Set<Integer> right = new HashSet<>();
        Arrays.stream(byHalf, half, rows.length).forEach(right::add);
        int[] separator =
                Arrays.stream(byHalf, 0, half).filter(i -> touches(a, i, right)).toArray();
        int[] left = Arrays.stream(byHalf, 0, half)
                .filter(i -> !touches(a, i, right))
                .sorted()
                .toArray();
        assertThat(Arrays.copyOfRange(order, left.length + right.size(), rows.length))
                .containsExactly(separator);
        checkPart(a, xyz, left, Arrays.copyOfRange(order, 0, left.length));
        int[] rightRows = right.stream().mapToInt(i -> i).sorted().toArray();
        checkPart(a, xyz, rightRows, Arrays.copyOfRange(order, left.length, left.length + right.size()));
    }

    @Test
    void ordersByMinimumDegreeWhereEveryRowTouchesTheOtherHalf() {
        int n = LEAF + 10;
        SparseBuilder full = new SparseBuilder(n, n, n * n);
        for (int i = 0; i < n * n; i++) {
            full.add(i / n, i % n, 1);
        }
        SparseMatrix a = full.build();
        int[] order = NestedDissection.of(a, positions(1, 1, n));
        assertThat(order).containsExactly(MinimumDegree.of(a));
    }

    @Test
    void takesPointsThatAllLieInOnePlace() {
        SparseMatrix a = grid(20, 20, 1);
        assertThat(NestedDissection.of(a, new double[3 * a.rows()])).containsExactlyInAnyOrder(range(a.rows()));
    }

    private static int[] minimumDegree(SparseMatrix a, int[] rows) {
        int[] newIndex = new int[a.rows()];
        Arrays.fill(newIndex, -1);
        for (int k = 0; k < rows.length; k++) {
            newIndex[rows[k]] = k;
        }
        return Arrays.stream(MinimumDegree.of(a.principal(newIndex, rows.length)))
                .map(k -> rows[k])
                .toArray();
    }

    private static boolean touches(SparseMatrix a, int i, Set<Integer> others) {
        return Arrays.stream(a.indices(), a.starts()[i], a.starts()[i + 1]).anyMatch(others::contains);
    }

    private static int longestAxis(double[] xyz, int[] rows) {
        double[] length = new double[3];
        for (int d = 0; d < 3; d++) {
            int axis = d;
            double[] sorted = Arrays.stream(rows)
                    .mapToDouble(i -> xyz[3 * i + axis])
                    .sorted()
                    .toArray();
            length[d] = sorted[sorted.length - 1] - sorted[0];
        }
        return length[2] > Math.max(length[0], length[1]) ? 2 : length[1] > length[0] ? 1 : 0;
    }

    private static int[] concat(int[]... parts) {
        return Arrays.stream(parts).flatMapToInt(Arrays::stream).toArray();
    }

    private static int[] range(int n) {
        int[] all = new int[n];
        Arrays.setAll(all, k -> k);
        return all;
    }

    private static double[] positions(int nx, int ny, int nz) {
        double[] xyz = new double[3 * nx * ny * nz];
        for (int i = 0; i < nx * ny * nz; i++) {
            xyz[3 * i] = i % nx - 3;
            xyz[3 * i + 1] = 2 - i / nx % ny;
            xyz[3 * i + 2] = i / nx / ny;
        }
        return xyz;
    }

    /** The seven-point Laplacian of a box. */
    private static SparseMatrix grid(int nx, int ny, int nz) {
        int n = nx * ny * nz;
        SparseBuilder builder = new SparseBuilder(n, n, 7 * n);
        int[] steps = {1, nx, nx * ny};
        int[] sizes = {nx, ny, nz};
        for (int i = 0; i < n; i++) {
            builder.add(i, i, 7);
            int[] at = {i % nx, i / nx % ny, i / nx / ny};
            for (int d = 0; d < 3; d++) {
                if (at[d] + 1 < sizes[d]) {
                    builder.add(i, i + steps[d], -1);
                    builder.add(i + steps[d], i, -1);
                }
            }
        }
        return builder.build();
    }
}
