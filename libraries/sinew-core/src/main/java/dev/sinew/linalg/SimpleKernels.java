package dev.sinew.linalg;

/** Straightforward kernels: the reference for the others, correct on any processor. */
public final class SimpleKernels implements Kernels {
    @Override
    public void multiplyTiles(double[] a, int aFrom, int rows, int inner, double[][] b, int columns, double[] c) {
        for (int r = 0; r < rows; r++) {
            for (int q = 0; q < columns; q++) {
                double sum = 0;
                for (int k = 0; k < inner; k++) {
                    sum += a[aFrom + r * inner + k] * b[k][q];
                }
                c[r * columns + q] = sum;
            }
        }
    }

    @Override
    public void addToFourRows(double[] factors, double[] y, int count, double[][] rows, int first) {
        for (int c = 0; c < 4; c++) {
            for (int k = 0; k < count; k++) {
                rows[first + c][k] += factors[c] * y[k];
            }
        }
    }

    @Override
    public void addToFourRows(double[] factors, double[] y, double[] z, int count, double[][] rows, int first) {
        for (int c = 0; c < 4; c++) {
            for (int k = 0; k < count; k++) {
                rows[first + c][k] += factors[c] * y[k];
                rows[first + c][k] += factors[4 + c] * z[k];
            }
        }
    }

    @Override
    public String name() {
        return "simple";
    }
}
