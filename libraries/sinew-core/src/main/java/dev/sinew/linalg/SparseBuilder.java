package dev.sinew.linalg;

import java.util.Arrays;

/** Collects entries in any order; entries at the same position are summed. */
public final class SparseBuilder {
    private final int rows;
    private final int columns;
    private int[] rowOf;
    private int[] columnOf;
    private double[] values;
    private int size;

    public SparseBuilder(int rows, int columns, int expectedEntries) {
        this.rows = rows;
        this.columns = columns;
        int room = Math.max(16, expectedEntries);
        this.rowOf = new int[room];
        this.columnOf = new int[room];
        this.values = new double[room];
    }

    public void add(int row, int column, double value) {
        if (size == values.length) {
            rowOf = Arrays.copyOf(rowOf, 2 * size);
            columnOf = Arrays.copyOf(columnOf, 2 * size);
            values = Arrays.copyOf(values, 2 * size);
        }
        rowOf[size] = row;
        columnOf[size] = column;
        values[size++] = value;
    }

    /** Two counting sorts order the entries by column and then by row; equal positions are summed in the order of insertion. */
    public SparseMatrix build() {
        int[] byColumn = sorted(identity(), columnOf, columns);
        int[] byRow = sorted(byColumn, rowOf, rows);
        int[] starts = new int[rows + 1];
        int[] indices = new int[size];
        double[] sums = new double[size];
        int to = 0;
        for (int k = 0; k < size; k++) {
            int e = byRow[k];
            if (k > 0 && rowOf[e] == rowOf[byRow[k - 1]] && columnOf[e] == columnOf[byRow[k - 1]]) {
                sums[to - 1] += values[e];
            } else {
                indices[to] = columnOf[e];
                sums[to++] = values[e];
            }
            starts[rowOf[e] + 1] = to;
        }
        for (int r = 0; r < rows; r++) {
            starts[r + 1] = Math.max(starts[r + 1], starts[r]);
        }
        return new SparseMatrix(rows, columns, starts, Arrays.copyOf(indices, to), Arrays.copyOf(sums, to));
    }

    private int[] identity() {
        int[] order = new int[size];
        for (int k = 0; k < size; k++) {
            order[k] = k;
        }
        return order;
    }

    private int[] sorted(int[] order, int[] key, int keys) {
        int[] at = new int[keys + 1];
        for (int k = 0; k < size; k++) {
            at[key[k] + 1]++;
        }
        for (int k = 0; k < keys; k++) {
            at[k + 1] += at[k];
        }
        int[] out = new int[size];
        for (int e : order) {
            out[at[key[e]]++] = e;
        }
        return out;
    }
}
