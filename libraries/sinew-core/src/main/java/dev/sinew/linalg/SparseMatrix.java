package dev.sinew.linalg;

import java.util.Arrays;

/**
 * A sparse matrix in row-major order: the entries of row r are at {@code starts[r] ≤ k < starts[r + 1]}, columns ascending. Immutable;
 * accessors return the arrays themselves, which callers must not modify. Symmetric matrices store both triangles.
 */
public final class SparseMatrix {
    private final int rows;
    private final int columns;
    private final int[] starts;
    private final int[] indices;
    private final double[] values;

    SparseMatrix(int rows, int columns, int[] starts, int[] indices, double[] values) {
        this.rows = rows;
        this.columns = columns;
        this.starts = starts;
        this.indices = indices;
        this.values = values;
    }

    /** A square matrix with this diagonal. */
    public static SparseMatrix diagonal(double[] d) {
        int[] starts = new int[d.length + 1];
        int[] indices = new int[d.length];
        for (int i = 0; i < d.length; i++) {
            starts[i + 1] = i + 1;
            indices[i] = i;
        }
        return new SparseMatrix(d.length, d.length, starts, indices, d.clone());
    }

    public int rows() {
        return rows;
    }

    public int columns() {
        return columns;
    }

    /** rows + 1 offsets into {@link #indices()} and {@link #values()}. */
    public int[] starts() {
        return starts;
    }

    /** The column of every entry. */
    public int[] indices() {
        return indices;
    }

    public double[] values() {
        return values;
    }

    /** The entry (r, c), 0 if not stored. */
    public double get(int r, int c) {
        int at = Arrays.binarySearch(indices, starts[r], starts[r + 1], c);
        return at < 0 ? 0 : values[at];
    }

    /** The diagonal of a square matrix. */
    public double[] diagonal() {
        double[] d = new double[rows];
        for (int r = 0; r < rows; r++) {
            d[r] = get(r, r);
        }
        return d;
    }

    /** y = A·x; y is modified. */
    public void multiply(double[] x, double[] y) {
        for (int r = 0; r < rows; r++) {
            y[r] = rowTimes(r, x);
        }
    }

    /** Row r times a vector. */
    public double rowTimes(int r, double[] x) {
        double sum = 0;
        for (int k = starts[r]; k < starts[r + 1]; k++) {
            sum += values[k] * x[indices[k]];
        }
        return sum;
    }

    public SparseMatrix transposed() {
        int[] at = new int[columns + 1];
        for (int c : indices) {
            at[c + 1]++;
        }
        for (int c = 0; c < columns; c++) {
            at[c + 1] += at[c];
        }
        int[] newStarts = at.clone();
        int[] newIndices = new int[indices.length];
        double[] newValues = new double[indices.length];
        for (int r = 0; r < rows; r++) {
            for (int k = starts[r]; k < starts[r + 1]; k++) {
                int to = at[indices[k]]++;
                newIndices[to] = r;
                newValues[to] = values[k];
            }
        }
        return new SparseMatrix(columns, rows, newStarts, newIndices, newValues);
    }

    /** A·B, row by row with a dense accumulator (Gustavson). */
    public SparseMatrix times(SparseMatrix b) {
        int[] newStarts = new int[rows + 1];
        int[] mark = new int[b.columns];
        Arrays.fill(mark, -1);
        double[] sum = new double[b.columns];
        int[] newIndices = new int[Math.max(16, indices.length)];
        double[] newValues = new double[newIndices.length];
        int size = 0;
        for (int r = 0; r < rows; r++) {
            int from = size;
            for (int k = starts[r]; k < starts[r + 1]; k++) {
                int inner = indices[k];
                for (int q = b.starts[inner]; q < b.starts[inner + 1]; q++) {
                    int c = b.indices[q];
                    if (mark[c] != r) {
                        mark[c] = r;
                        sum[c] = 0;
                        if (size == newIndices.length) {
                            newIndices = Arrays.copyOf(newIndices, 2 * size);
                        }
                        newIndices[size++] = c;
                    }
                    sum[c] += values[k] * b.values[q];
                }
            }
            Arrays.sort(newIndices, from, size);
            if (newValues.length < newIndices.length) {
                newValues = Arrays.copyOf(newValues, newIndices.length);
            }
            for (int k = from; k < size; k++) {
                newValues[k] = sum[newIndices[k]];
            }
            newStarts[r + 1] = size;
        }
        return new SparseMatrix(
                rows, b.columns, newStarts, Arrays.copyOf(newIndices, size), Arrays.copyOf(newValues, size));
    }

    /** The same matrix with row r multiplied by {@code factors[r]}. */
    public SparseMatrix scaledRows(double[] factors) {
        double[] scaled = values.clone();
        for (int r = 0; r < rows; r++) {
            for (int k = starts[r]; k < starts[r + 1]; k++) {
                scaled[k] *= factors[r];
            }
        }
        return new SparseMatrix(rows, columns, starts, indices, scaled);
    }

    /** factor·A + B, of the same size. */
    public SparseMatrix plus(double factor, SparseMatrix b) {
        SparseBuilder sum = new SparseBuilder(rows, columns, indices.length + b.indices.length);
        for (int r = 0; r < rows; r++) {
            for (int k = starts[r]; k < starts[r + 1]; k++) {
                sum.add(r, indices[k], factor * values[k]);
            }
            for (int k = b.starts[r]; k < b.starts[r + 1]; k++) {
                sum.add(r, b.indices[k], b.values[k]);
            }
        }
        return sum.build();
    }

    /**
     * The submatrix of some rows and columns, in their old order.
     *
     * @param newIndex new index of each row of a square matrix, ascending, or negative for rows left out
     */
    public SparseMatrix principal(int[] newIndex, int kept) {
        int[] newStarts = new int[kept + 1];
        int size = 0;
        for (int r = 0; r < rows; r++) {
            if (newIndex[r] >= 0) {
                for (int k = starts[r]; k < starts[r + 1]; k++) {
                    size += newIndex[indices[k]] >= 0 ? 1 : 0;
                }
                newStarts[newIndex[r] + 1] = size;
            }
        }
        int[] newIndices = new int[size];
        double[] newValues = new double[size];
        int to = 0;
        for (int r = 0; r < rows; r++) {
            for (int k = starts[r]; newIndex[r] >= 0 && k < starts[r + 1]; k++) {
                if (newIndex[indices[k]] >= 0) {
                    newIndices[to] = newIndex[indices[k]];
                    newValues[to++] = values[k];
                }
            }
        }
        return new SparseMatrix(kept, kept, newStarts, newIndices, newValues);
    }
}
