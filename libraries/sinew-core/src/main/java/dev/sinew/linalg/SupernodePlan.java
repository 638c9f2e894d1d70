package dev.sinew.linalg;

import java.util.Arrays;

/**
 * The symbolic phase of a sparse Cholesky factorisation: runs of columns with (almost) the same pattern, called supernodes, and the rows of
 * each. Depends only on the pattern and the order.
 */
final class SupernodePlan {
    /** Supernodes narrower than this are always merged into their parent. */
    private static final int MIN_WIDTH = 8;
    /** Wider ones are merged while the fraction of stored zeros is below this; it falls with the width. */
    private static final double[] ZEROS_ALLOWED = {0.4, 0.15, 0.05};

    private static final int[] WIDTHS = {16, 48, Integer.MAX_VALUE};

    final EliminationTree tree;
    /** Supernode s has the columns {@code first[s] ≤ k < first[s + 1]}. */
    final int[] first;
    /** Rows of the supernode below its own columns, ascending. */
    final int[][] below;
    /** The supernode that receives the update of s, {@link EliminationTree#ROOT} if none exists. */
    final int[] parent;

    private SupernodePlan(EliminationTree tree, int[] first, int[][] below, int[] parent) {
        this.tree = tree;
        this.first = first;
        this.below = below;
        this.parent = parent;
    }

    int count() {
        return parent.length;
    }

    int width(int s) {
        return first[s + 1] - first[s];
    }

    static SupernodePlan of(SparseMatrix a, int[] order) {
        EliminationTree tree = EliminationTree.of(a, order);
        int[] first = merged(tree, exact(tree));
        return withRows(a, tree, first);
    }

    /** Columns whose pattern is the next one's plus themselves. */
    private static int[] exact(EliminationTree tree) {
        int n = tree.parent.length;
        int[] first = new int[n + 1];
        int count = 0;
        for (int k = 0; k < n; k++) {
            boolean continues = k > 0 && tree.parent[k - 1] == k && tree.columnCount[k - 1] == tree.columnCount[k] + 1;
            if (!continues) {
                first[count++] = k;
            }
        }
        first[count] = n;
        return Arrays.copyOf(first, count + 1);
    }

    /** Merges a supernode with its parent if that comes right after it and adds few zeros: larger dense blocks. */
    private static int[] merged(EliminationTree tree, int[] exact) {
        int count = exact.length - 1;
        // A stack of supernodes: start of each, number of entries without and with stored zeros.
        int[] start = new int[count];
        double[] useful = new double[count];
        int top = -1;
        for (int s = 0; s < count; s++) {
            start[++top] = exact[s];
            useful[top] = entries(exact[s + 1] - exact[s], tree.columnCount[exact[s + 1] - 1] - 1);
            int end = exact[s + 1];
            int rows = tree.columnCount[end - 1] - 1;
            while (top > 0 && tree.parent[start[top] - 1] >= start[top] && tree.parent[start[top] - 1] < end) {
                int width = end - start[top - 1];
                double stored = entries(width, rows);
                double zeros = stored - useful[top - 1] - useful[top];
                int childWidth = start[top] - start[top - 1];
                if (childWidth >= MIN_WIDTH && zeros > zerosAllowed(width) * stored) {
                    break;
                }
                if (zeros > 0.6 * stored) {
                    break;
                }
                useful[top - 1] += useful[top];
                top--;
            }
        }
        int[] first = Arrays.copyOf(start, top + 2);
        first[top + 1] = tree.parent.length;
        return first;
    }

    private static double zerosAllowed(int width) {
        int k = 0;
        while (width > WIDTHS[k]) {
            k++;
        }
        return ZEROS_ALLOWED[k];
    }

    private static double entries(double width, double rows) {
        return width * (width + 1) / 2 + width * rows;
    }

    private static SupernodePlan withRows(SparseMatrix a, EliminationTree tree, int[] first) {
        int count = first.length - 1;
        int n = tree.parent.length;
        int[] ofColumn = new int[n];
        for (int s = 0; s < count; s++) {
            Arrays.fill(ofColumn, first[s], first[s + 1], s);
        }
        int[] firstChild = new int[count];
        int[] nextSibling = new int[count];
        Arrays.fill(firstChild, EliminationTree.ROOT);
        int[][] below = new int[count][];
        int[] parent = new int[count];
        int[] mark = new int[n];
        Arrays.fill(mark, -1);
        int[] rows = new int[n];
        for (int s = 0; s < count; s++) {
            int end = first[s + 1];
            int size = 0;
            for (int k = first[s]; k < end; k++) {
                int row = tree.order[k];
                for (int e = a.starts()[row]; e < a.starts()[row + 1]; e++) {
                    int i = tree.position[a.indices()[e]];
                    if (i >= end && mark[i] != s) {
                        mark[i] = s;
                        rows[size++] = i;
                    }
                }
            }
            for (int child = firstChild[s]; child != EliminationTree.ROOT; child = nextSibling[child]) {
                for (int i : below[child]) {
                    if (i >= end && mark[i] != s) {
                        mark[i] = s;
                        rows[size++] = i;
                    }
                }
            }
            Arrays.sort(rows, 0, size);
            below[s] = Arrays.copyOf(rows, size);
            parent[s] = size == 0 ? EliminationTree.ROOT : ofColumn[rows[0]];
            if (size > 0) {
                nextSibling[s] = firstChild[parent[s]];
                firstChild[parent[s]] = s;
            }
        }
        return new SupernodePlan(tree, first, below, parent);
    }
}
