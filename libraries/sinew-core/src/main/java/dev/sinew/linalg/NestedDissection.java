package dev.sinew.linalg;

import java.util.Arrays;

/**
 * An elimination order for matrices whose rows have positions: the points are halved along their longest side, separators are eliminated
 * last (George 1973), small parts by minimum degree. For bi-Laplacians of solid shapes this takes a fraction of the work of minimum degree
 * alone.
 */
public final class NestedDissection {
    private static final int MAX_SMALL_PART = 150;
    private static final int LEFT = 1;
    private static final int RIGHT = 2;

    private final SparseMatrix a;
    private final double[] xyz;
    private final int[] order;
    private final int[] side;
    private final int[] newIndex;

    private NestedDissection(SparseMatrix a, double[] xyz) {
        this.a = a;
        this.xyz = xyz;
        this.order = new int[a.rows()];
        this.side = new int[a.rows()];
        this.newIndex = new int[a.rows()];
        Arrays.fill(newIndex, -1);
    }

    /**
     * @param a symmetric pattern, not modified
     * @param xyz position of each row, 3n, not modified
     * @return order[k] is the k-th eliminated row
     */
    public static int[] of(SparseMatrix a, double[] xyz) {
        NestedDissection state = new NestedDissection(a, xyz);
        int[] all = new int[a.rows()];
        Arrays.setAll(all, k -> k);
        state.order(all, 0);
        return state.order;
    }

    /** Writes an order of these rows, starting at index {@code at}. */
    private void order(int[] rows, int at) {
        if (rows.length <= MAX_SMALL_PART) {
            orderSmall(rows, at);
            return;
        }
        int[] sorted = sortedAlong(longestSide(rows), rows);
        int half = sorted.length / 2;
        for (int k = 0; k < sorted.length; k++) {
            side[sorted[k]] = k < half ? LEFT : RIGHT;
        }
        int[] separator =
                Arrays.stream(sorted, 0, half).filter(this::touchesRight).toArray();
        for (int i : separator) {
            side[i] = 0;
        }
        int[] left = Arrays.stream(sorted, 0, half)
                .filter(i -> side[i] == LEFT)
                .sorted()
                .toArray();
        int[] right = Arrays.stream(sorted, half, sorted.length).sorted().toArray();
        for (int i : sorted) {
            side[i] = 0;
        }
        if (left.length == 0) {
            orderSmall(rows, at);
            return;
        }
        order(left, at);
        order(right, at + left.length);
        System.arraycopy(separator, 0, order, at + left.length + right.length, separator.length);
    }

    private boolean touchesRight(int i) {
        for (int k = a.starts()[i]; k < a.starts()[i + 1]; k++) {
            if (side[a.indices()[k]] == RIGHT) {
                return true;
            }
        }
        return false;
    }

    private int longestSide(int[] rows) {
        double[] min = {Double.MAX_VALUE, Double.MAX_VALUE, Double.MAX_VALUE};
        double[] max = {-Double.MAX_VALUE, -Double.MAX_VALUE, -Double.MAX_VALUE};
        for (int i : rows) {
            for (int d = 0; d < 3; d++) {
                min[d] = Math.min(min[d], xyz[3 * i + d]);
                max[d] = Math.max(max[d], xyz[3 * i + d]);
            }
        }
        int best = 0;
        for (int d = 1; d < 3; d++) {
            best = max[d] - min[d] > max[best] - min[best] ? d : best;
        }
        return best;
    }

    private int[] sortedAlong(int axis, int[] rows) {
        double[] keys = new double[rows.length];
        for (int k = 0; k < rows.length; k++) {
            keys[k] = xyz[3 * rows[k] + axis];
        }
        Arrays.sort(keys);
        // Rows below, at and above the median, each in their old order, so that there are no ties.
        double median = keys[rows.length / 2];
        int[] out = new int[rows.length];
        int to = 0;
        for (int pass = -1; pass <= 1; pass++) {
            for (int i : rows) {
                if (Double.compare(xyz[3 * i + axis], median) == pass
                        || Math.signum(xyz[3 * i + axis] - median) == pass) {
                    out[to++] = i;
                }
            }
        }
        return out;
    }

    /** Minimum degree of this part only. Rows are ascending, so that the principal part keeps its order. */
    private void orderSmall(int[] rows, int at) {
        int[] mine = rows.clone();
        Arrays.sort(mine);
        for (int k = 0; k < mine.length; k++) {
            newIndex[mine[k]] = k;
        }
        int[] local = MinimumDegree.of(part(mine));
        for (int k = 0; k < mine.length; k++) {
            order[at + k] = mine[local[k]];
            newIndex[mine[k]] = -1;
        }
    }

    private SparseMatrix part(int[] rows) {
        SparseBuilder builder = new SparseBuilder(rows.length, rows.length, 20 * rows.length);
        for (int k = 0; k < rows.length; k++) {
            builder.add(k, k, 1);
            for (int e = a.starts()[rows[k]]; e < a.starts()[rows[k] + 1]; e++) {
                int j = newIndex[a.indices()[e]];
                if (j >= 0 && j != k) {
                    builder.add(k, j, 1);
                }
            }
        }
        return builder.build();
    }
}
