package dev.sinew.sample.rig;

import dev.sinew.model.SkinWeights;
import java.util.Arrays;

/** A sparse matrix, filled row by row. */
public final class SparseRows {
    private final int[] starts;
    private int[] columns;
    private float[] values;
    private int count;

    SparseRows(int rows) {
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

    /** Converts rows to skin weights with the largest entries. */
    public static final class Largest {
        private Largest() {}

        public static SkinWeights of(SparseRows rows, int vertices, int influences) {
            int[] bones = new int[vertices * influences];
            double[] weights = new double[vertices * influences];
            for (int i = 0; i < vertices; i++) {
                double sum = 0;
                for (int at = rows.from(i); at < rows.to(i); at++) {
                    insert(rows.column(at), rows.value(at), bones, weights, i * influences, influences);
                }
                for (int k = i * influences; k < (i + 1) * influences; k++) {
                    sum += weights[k];
                }
                for (int k = i * influences; k < (i + 1) * influences; k++) {
                    weights[k] /= sum;
                }
            }
            return SkinWeights.of(influences, bones, weights);
        }

        /** Inserts a weight into the sorted largest ones, dropping the smallest. */
        private static void insert(int bone, double weight, int[] bones, double[] weights, int from, int influences) {
            int at = from + influences - 1;
            if (weight <= weights[at]) {
                return;
            }
            while (at > from && weights[at - 1] < weight) {
                weights[at] = weights[at - 1];
                bones[at] = bones[at - 1];
                at--;
            }
            weights[at] = weight;
            bones[at] = bone;
        }
    }
}
