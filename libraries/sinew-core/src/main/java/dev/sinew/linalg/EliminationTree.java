package dev.sinew.linalg;

import java.util.Arrays;

/**
 * The dependencies between columns of a Cholesky factor: the parent of column j is its first non-zero row below the diagonal (Liu 1990).
 * Rows and columns are those of the matrix in {@link #order}, which is changed so that children come right before their parents.
 */
final class EliminationTree {
    static final int ROOT = -1;

    /** order[k] is the k-th eliminated row. */
    final int[] order;
    /** Position of row i of the matrix in the order. */
    final int[] position;

    final int[] parent;
    /** Entries of each column of the factor, including its diagonal. */
    final int[] columnCount;

    private EliminationTree(int[] order, int[] position, int[] parent, int[] columnCount) {
        this.order = order;
        this.position = position;
        this.parent = parent;
        this.columnCount = columnCount;
    }

    static EliminationTree of(SparseMatrix a, int[] firstOrder) {
        int[] position = inverse(firstOrder);
        int[] parent = parents(a, firstOrder, position);
        int[] post = postorder(parent);
        int n = parent.length;
        int[] order = new int[n];
        int[] newParent = new int[n];
        int[] newIndex = inverse(post);
        for (int k = 0; k < n; k++) {
            order[k] = firstOrder[post[k]];
            newParent[k] = parent[post[k]] == ROOT ? ROOT : newIndex[parent[post[k]]];
        }
        int[] newPosition = inverse(order);
        return new EliminationTree(order, newPosition, newParent, counts(a, order, newPosition, newParent));
    }

    private static int[] inverse(int[] order) {
        int[] position = new int[order.length];
        for (int k = 0; k < order.length; k++) {
            position[order[k]] = k;
        }
        return position;
    }

    private static int[] parents(SparseMatrix a, int[] order, int[] position) {
        int n = order.length;
        int[] parent = new int[n];
        int[] ancestor = new int[n];
        for (int k = 0; k < n; k++) {
            parent[k] = ROOT;
            ancestor[k] = ROOT;
            int row = order[k];
            for (int e = a.starts()[row]; e < a.starts()[row + 1]; e++) {
                // Climb from every earlier neighbour, with path compression.
                int i = position[a.indices()[e]];
                while (i != ROOT && i < k) {
                    int next = ancestor[i];
                    ancestor[i] = k;
                    if (next == ROOT) {
                        parent[i] = k;
                    }
                    i = next;
                }
            }
        }
        return parent;
    }

    private static int[] postorder(int[] parent) {
        int n = parent.length;
        int[] firstChild = new int[n];
        int[] nextSibling = new int[n];
        Arrays.fill(firstChild, ROOT);
        int roots = ROOT;
        for (int k = n - 1; k >= 0; k--) {
            if (parent[k] == ROOT) {
                nextSibling[k] = roots;
                roots = k;
            } else {
                nextSibling[k] = firstChild[parent[k]];
                firstChild[parent[k]] = k;
            }
        }
        int[] post = new int[n];
        int[] stack = new int[n];
        int done = 0;
        for (int root = roots; root != ROOT; root = nextSibling[root]) {
            int depth = 0;
            stack[0] = root;
            while (depth >= 0) {
                int k = stack[depth];
                int child = firstChild[k];
                if (child == ROOT) {
                    post[done++] = k;
                    depth--;
                } else {
                    firstChild[k] = nextSibling[child];
                    stack[++depth] = child;
                }
            }
        }
        return post;
    }

    /**
     * Gilbert, Ng, Peyton 1994: row i of the factor is a subtree whose leaves are entries of A; a leaf adds one to its column's path, and
     * where two paths meet one is subtracted.
     */
    private static int[] counts(SparseMatrix a, int[] order, int[] position, int[] parent) {
        int n = parent.length;
        int[] first = new int[n];
        int[] delta = new int[n];
        Arrays.fill(first, ROOT);
        for (int k = 0; k < n; k++) {
            delta[k] = first[k] == ROOT ? 1 : 0;
            for (int j = k; j != ROOT && first[j] == ROOT; j = parent[j]) {
                first[j] = k;
            }
        }
        int[] ancestor = new int[n];
        int[] largestFirst = new int[n];
        int[] previousLeaf = new int[n];
        Arrays.fill(largestFirst, ROOT);
        Arrays.fill(previousLeaf, ROOT);
        for (int k = 0; k < n; k++) {
            ancestor[k] = k;
        }
        for (int j = 0; j < n; j++) {
            if (parent[j] != ROOT) {
                delta[parent[j]]--;
            }
            int row = order[j];
            for (int e = a.starts()[row]; e < a.starts()[row + 1]; e++) {
                int i = position[a.indices()[e]];
                if (i > j && first[j] > largestFirst[i]) {
                    largestFirst[i] = first[j];
                    delta[j]++;
                    if (previousLeaf[i] != ROOT) {
                        delta[meeting(ancestor, previousLeaf[i])]--;
                    }
                    previousLeaf[i] = j;
                }
            }
            if (parent[j] != ROOT) {
                ancestor[j] = parent[j];
            }
        }
        for (int j = 0; j < n; j++) {
            if (parent[j] != ROOT) {
                delta[parent[j]] += delta[j];
            }
        }
        return delta;
    }

    private static int meeting(int[] ancestor, int leaf) {
        int top = leaf;
        while (ancestor[top] != top) {
            top = ancestor[top];
        }
        for (int s = leaf; s != top; ) {
            int next = ancestor[s];
            ancestor[s] = top;
            s = next;
        }
        return top;
    }
}
