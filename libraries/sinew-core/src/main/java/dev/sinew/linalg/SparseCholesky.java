package dev.sinew.linalg;

import java.util.Arrays;

/**
 * Cholesky factorisation A = L·Lᵀ of a sparse symmetric positive definite matrix: multifrontal, with dense supernodes, in approximate
 * minimum degree order. An order can be computed once and reused for any matrix with the same pattern and for its principal submatrices.
 */
public final class SparseCholesky {
    private final SupernodePlan plan;
    /** The columns of each supernode: (width + below)×width, column-major. */
    private final double[][] columns;

    private SparseCholesky(SupernodePlan plan, double[][] columns) {
        this.plan = plan;
        this.columns = columns;
    }

    /** An elimination order for every matrix with this pattern. */
    public static int[] orderOf(SparseMatrix a) {
        return MinimumDegree.of(a);
    }

    /** @throws NotPositiveException if a pivot is not positive */
    public static SparseCholesky of(SparseMatrix a) {
        return of(a, orderOf(a));
    }

    /**
     * @param a symmetric, both triangles; not modified
     * @param order every row once, for example from {@link #orderOf}; not modified
     * @throws NotPositiveException if a pivot is not positive
     */
    public static SparseCholesky of(SparseMatrix a, int[] order) {
        return of(a, new Plan(SupernodePlan.of(a, order)));
    }

    /** The symbolic phase, for refactorisations with the same pattern. */
    public static Plan plan(SparseMatrix a, int[] order) {
        return new Plan(SupernodePlan.of(a, order));
    }

    /** The data that depends only on the pattern. */
    public static final class Plan {
        private final SupernodePlan supernodes;

        private Plan(SupernodePlan supernodes) {
            this.supernodes = supernodes;
        }

        /** Numbers in the factor, including zeros stored for speed. */
        public long size() {
            long sum = 0;
            for (int s = 0; s < supernodes.count(); s++) {
                long width = supernodes.width(s);
                sum += width * (width + supernodes.below[s].length);
            }
            return sum;
        }
    }

    /** @throws NotPositiveException if a pivot is not positive */
    public static SparseCholesky of(SparseMatrix a, Plan plan) {
        return new Factorisation(a, plan.supernodes).run();
    }

    public int size() {
        return plan.tree.order.length;
    }

    /** Solves A·x = b in place. */
    public void solve(double[] b) {
        solveColumns(b, 1);
    }

    /**
     * Solves A·X = B in place.
     *
     * @param b right-hand sides in sequence, n numbers each; modified
     */
    public void solveColumns(double[] b, int count) {
        int n = size();
        double[] x = new double[n * count];
        for (int c = 0; c < count; c++) {
            for (int k = 0; k < n; k++) {
                x[c * n + k] = b[c * n + plan.tree.order[k]];
            }
        }
        int tallest = 0;
        for (int s = 0; s < plan.count(); s++) {
            tallest = Math.max(tallest, plan.width(s) + plan.below[s].length);
        }
        double[] piece = new double[tallest];
        for (int s = 0; s < plan.count(); s++) {
            for (int c = 0; c < count; c++) {
                forward(s, x, c * n, piece);
            }
        }
        for (int s = plan.count() - 1; s >= 0; s--) {
            for (int c = 0; c < count; c++) {
                backward(s, x, c * n, piece);
            }
        }
        for (int c = 0; c < count; c++) {
            for (int k = 0; k < n; k++) {
                b[c * n + plan.tree.order[k]] = x[c * n + k];
            }
        }
    }

    private void load(int s, double[] x, int at, double[] piece) {
        int width = plan.width(s);
        System.arraycopy(x, at + plan.first[s], piece, 0, width);
        int[] below = plan.below[s];
        for (int r = 0; r < below.length; r++) {
            piece[width + r] = x[at + below[r]];
        }
    }

    private void forward(int s, double[] x, int at, double[] piece) {
        int width = plan.width(s);
        int[] below = plan.below[s];
        int height = width + below.length;
        double[] l = columns[s];
        load(s, x, at, piece);
        for (int c = 0; c < width; c++) {
            piece[c] /= l[c * height + c];
            FrontKernels.subtract(l, c * height, piece[c], piece, c + 1, height);
        }
        System.arraycopy(piece, 0, x, at + plan.first[s], width);
        for (int r = 0; r < below.length; r++) {
            x[at + below[r]] = piece[width + r];
        }
    }

    private void backward(int s, double[] x, int at, double[] piece) {
        int width = plan.width(s);
        int height = width + plan.below[s].length;
        double[] l = columns[s];
        load(s, x, at, piece);
        for (int c = width - 1; c >= 0; c--) {
            int from = c * height;
            double sum = Orthonormal.dot(l, from + c + 1, piece, c + 1, height - c - 1);
            piece[c] = (piece[c] - sum) / l[from + c];
        }
        System.arraycopy(piece, 0, x, at + plan.first[s], width);
    }

    /** The matrix was not positive definite. */
    public static final class NotPositiveException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final int row;

        NotPositiveException(int row) {
            super("row " + row + " has no positive pivot: the matrix is not positive definite");
            this.row = row;
        }

        /** The row of the matrix whose pivot was not positive. */
        public int row() {
            return row;
        }
    }

    /** The numeric phase: assembles and factorises fronts and passes updates up the tree. */
    private static final class Factorisation {
        private final SparseMatrix a;
        private final SupernodePlan plan;
        private final double[][] columns;
        private final double[][] updates;
        private final int[] firstChild;
        private final int[] nextSibling;
        /** Index of a row in the current front. */
        private final int[] place;

        Factorisation(SparseMatrix a, SupernodePlan plan) {
            this.a = a;
            this.plan = plan;
            this.columns = new double[plan.count()][];
            this.updates = new double[plan.count()][];
            this.firstChild = new int[plan.count()];
            this.nextSibling = new int[plan.count()];
            this.place = new int[a.rows()];
            Arrays.fill(firstChild, EliminationTree.ROOT);
            for (int s = plan.count() - 1; s >= 0; s--) {
                if (plan.parent[s] != EliminationTree.ROOT) {
                    nextSibling[s] = firstChild[plan.parent[s]];
                    firstChild[plan.parent[s]] = s;
                }
            }
        }

        SparseCholesky run() {
            double[] scratch = new double[a.rows()];
            for (int s = 0; s < plan.count(); s++) {
                int width = plan.width(s);
                int rest = plan.below[s].length;
                double[] front = new double[Math.multiplyExact(width + rest, width)];
                double[] update = new double[Math.multiplyExact(rest, rest)];
                assemble(s, front, update);
                int bad = FrontKernels.factorise(front, width + rest, width, scratch);
                if (bad >= 0) {
                    throw new NotPositiveException(plan.tree.order[plan.first[s] + bad]);
                }
                FrontKernels.update(front, width + rest, width, update);
                columns[s] = front;
                updates[s] = update;
            }
            return new SparseCholesky(plan, columns);
        }

        private void assemble(int s, double[] front, double[] update) {
            int start = plan.first[s];
            int width = plan.width(s);
            int[] below = plan.below[s];
            int height = width + below.length;
            for (int k = 0; k < width; k++) {
                place[start + k] = k;
            }
            for (int r = 0; r < below.length; r++) {
                place[below[r]] = width + r;
            }
            for (int k = 0; k < width; k++) {
                int row = plan.tree.order[start + k];
                for (int e = a.starts()[row]; e < a.starts()[row + 1]; e++) {
                    int i = plan.tree.position[a.indices()[e]];
                    if (i >= start + k) {
                        front[k * height + place[i]] += a.values()[e];
                    }
                }
            }
            for (int child = firstChild[s]; child != EliminationTree.ROOT; child = nextSibling[child]) {
                add(child, front, height, width, update);
                updates[child] = null;
            }
        }

        /** Adds the update of a child, whose rows are a subset of the front's. */
        private void add(int child, double[] front, int height, int width, double[] update) {
            int[] rows = plan.below[child];
            double[] from = updates[child];
            int rest = height - width;
            int size = rows.length;
            for (int c = 0; c < size; c++) {
                int column = place[rows[c]];
                double[] to = column < width ? front : update;
                int at = column < width ? column * height : (column - width) * rest - width;
                for (int r = c; r < size; r++) {
                    to[at + place[rows[r]]] += from[c * size + r];
                }
            }
        }
    }
}
