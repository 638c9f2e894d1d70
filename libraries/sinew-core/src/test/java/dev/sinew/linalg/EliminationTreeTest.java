package dev.sinew.linalg;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares the tree and the column counts with a dense symbolic factorisation. */
class EliminationTreeTest {
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 5, 17, 60, 131})
    void agreesWithDenseSymbolicFactorisation(int n) {
        for (int seed = 0; seed < 8; seed++) {
            SparseMatrix a = SparseCholeskyTest.random(n, seed % 3, seed);
            int[] first = MinimumDegree.of(a);
            if (seed % 2 == 1) {
                Arrays.setAll(first, k -> n - 1 - k);
            }
            EliminationTree tree = EliminationTree.of(a, first);
            boolean[][] factor = symbolic(a, tree.order);
            for (int k = 0; k < n; k++) {
                int column = k;
                int[] below =
                        IntStream.range(k + 1, n).filter(r -> factor[r][column]).toArray();
                assertThat(tree.columnCount[k])
                        .as("n %d seed %d column %d", n, seed, k)
                        .isEqualTo(below.length + 1);
                assertThat(tree.parent[k]).isEqualTo(below.length == 0 ? EliminationTree.ROOT : below[0]);
                assertThat(tree.position[tree.order[k]]).isEqualTo(k);
            }
            checkPostorder(tree.parent);
        }
    }

    /** Supernodes cover all columns, and their rows contain the exact pattern of each of their columns. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 17, 60, 131})
    void supernodesContainTheExactPattern(int n) {
        for (int seed = 0; seed < 8; seed++) {
            SparseMatrix a = SparseCholeskyTest.random(n, 1 + seed % 3, seed);
            SupernodePlan plan = SupernodePlan.of(a, MinimumDegree.of(a));
            boolean[][] factor = symbolic(a, plan.tree.order);
            assertThat(plan.first[0]).isZero();
            assertThat(plan.first[plan.count()]).isEqualTo(n);
            for (int s = 0; s < plan.count(); s++) {
                assertThat(plan.width(s)).isPositive();
                int end = plan.first[s + 1];
                int[] last =
                        IntStream.range(end, n).filter(r -> factor[r][end - 1]).toArray();
                assertThat(plan.below[s]).containsExactly(last);
                assertThat(plan.parent[s] == EliminationTree.ROOT).isEqualTo(last.length == 0);
                if (last.length > 0) {
                    assertThat(last[0]).isBetween(plan.first[plan.parent[s]], plan.first[plan.parent[s] + 1] - 1);
                }
                for (int k = plan.first[s]; k < end; k++) {
                    int column = k;
                    assertThat(IntStream.range(end, n)
                                    .filter(r -> factor[r][column])
                                    .boxed())
                            .isSubsetOf(Arrays.stream(plan.below[s]).boxed().toList());
                }
            }
        }
    }

    /** Every subtree is a run of columns that ends with its root. */
    private static void checkPostorder(int[] parent) {
        int n = parent.length;
        int[] first = new int[n];
        Arrays.setAll(first, k -> k);
        for (int k = 0; k < n; k++) {
            if (parent[k] != EliminationTree.ROOT) {
                first[parent[k]] = Math.min(first[parent[k]], first[k]);
            }
        }
        int[] size = new int[n];
        for (int k = 0; k < n; k++) {
            size[k]++;
            if (parent[k] != EliminationTree.ROOT) {
                size[parent[k]] += size[k];
            }
            assertThat(k - first[k] + 1).isEqualTo(size[k]);
        }
    }

    private static boolean[][] symbolic(SparseMatrix a, int[] order) {
        int n = order.length;
        boolean[][] l = new boolean[n][n];
        for (int r = 0; r < n; r++) {
            for (int c = 0; c <= r; c++) {
                l[r][c] = r == c || a.get(order[r], order[c]) != 0;
            }
        }
        for (int k = 0; k < n; k++) {
            for (int c = k + 1; c < n; c++) {
                for (int r = c; l[c][k] && r < n; r++) {
                    l[r][c] |= l[r][k];
                }
            }
        }
        return l;
    }
}
