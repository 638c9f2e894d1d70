package dev.sinew.sample.rig;

import java.util.Arrays;

/** Rows of a few numbers each, filled one after the other. */
public final class Sparse {
    private final int[] starts;
    private int[] columns;
    private float[] values;
    private int count;

    Sparse(int rows) {
        this.starts = new int[rows + 1];
        this.columns = new int[4 * rows + 4];
        this.values = new float[columns.length];
    }

    void add(int column, double value) {
        if (count == columns.length) {
            columns = Arrays.copyOf(columns, 2 * count);
            values = Arrays.copyOf(values, 2 * count);
        }
        columns[count] = column;
        values[count++] = (float) value;
    }

    void endRow(int row) {
        starts[row + 1] = count;
    }

    public int from(int row) {
        return starts[row];
    }

    public int to(int row) {
        return starts[row + 1];
    }

    public int column(int at) {
        return columns[at];
    }

    public double value(int at) {
        return values[at];
    }
}
