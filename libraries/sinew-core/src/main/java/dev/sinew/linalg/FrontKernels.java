package dev.sinew.linalg;

/** Dense loops of the multifrontal factorisation, on column-major storage. */
final class FrontKernels {
    /** Rows per block, so that a panel's part stays in the cache. */
    private static final int ROWS_PER_BLOCK = 512;
    /** Columns factorised before the rest is updated. */
    private static final int PANEL = 32;

    /** Without the processor's instruction {@link Math#fma} is hundreds of times slower. */
    private static final boolean FUSED = !(Kernels.best() instanceof SimpleKernels);

    private static final Kernels KERNELS = Kernels.best();

    private FrontKernels() {}

    /**
     * Factorises the first columns of a symmetric front, L·Lᵀ, and the rows below them.
     *
     * @param a height×width, column-major, lower part used; modified
     * @param column scratch of at least {@code height} numbers
     * @return the column whose pivot was not positive, −1 if all were
     */
    static int factorise(double[] a, int height, int width, double[] column) {
        for (int from = 0; from < width; from += PANEL) {
            int to = Math.min(width, from + PANEL);
            for (int c = from; c < to; c++) {
                System.arraycopy(a, c * height + c, column, c, height - c);
                subtractColumns(a, height, from, c, c, column, 0, c, height);
                double pivot = column[c];
                if (!(pivot > 0)) {
                    return c;
                }
                double root = Math.sqrt(pivot);
                double inverse = 1 / root;
                int at = c * height;
                a[at + c] = root;
                for (int r = c + 1; r < height; r++) {
                    a[at + r] = column[r] * inverse;
                }
            }
            KERNELS.subtractProducts(a, height, from, to, to, height - to, width - to, a, to * height + to, height);
        }
        return -1;
    }

    /**
     * U −= L₂·L₂ᵀ, lower part, where L₂ are the rows of the front below its own columns.
     *
     * @param u rest×rest, column-major; modified
     */
    static void update(double[] a, int height, int width, double[] u) {
        int rest = height - width;
        KERNELS.subtractProducts(a, height, 0, width, width, rest, rest, u, 0, rest);
    }

    /** {@link Kernels#subtractProducts} in plain Java. */
    static void subtractProducts(
            double[] a,
            int height,
            int from,
            int to,
            int shift,
            int rows,
            int columns,
            double[] t,
            int at,
            int stride) {
        double[] column = new double[Math.min(ROWS_PER_BLOCK, rows)];
        for (int panel = from; panel < to; panel += PANEL) {
            int panelEnd = Math.min(to, panel + PANEL);
            for (int block = 0; block < rows; block += ROWS_PER_BLOCK) {
                int end = Math.min(rows, block + ROWS_PER_BLOCK);
                for (int c = 0; c < Math.min(columns, end); c++) {
                    int r = Math.max(c, block);
                    // Through a separate array: if T is part of A, the JIT cannot exclude aliasing.
                    System.arraycopy(t, at + c * stride + r, column, r - block, end - r);
                    subtractColumns(
                            a, height, panel, panelEnd, shift + c, column, -shift - block, shift + r, shift + end);
                    System.arraycopy(column, r - block, t, at + c * stride + r, end - r);
                }
            }
        }
    }

    /** target[at + r] −= Σ_k a[row, k]·a[r, k] over columns k and rows {@code rowFrom ≤ r < rowTo}. */
    private static void subtractColumns(
            double[] a, int height, int from, int to, int row, double[] target, int at, int rowFrom, int rowTo) {
        int k = from;
        for (; k + 4 <= to; k += 4) {
            if (FUSED) {
                fourFused(a, height, k * height, row, target, at, rowFrom, rowTo);
            } else {
                four(a, height, k * height, row, target, at, rowFrom, rowTo);
            }
        }
        for (; k < to; k++) {
            if (FUSED) {
                oneFused(a, k * height, -a[k * height + row], target, at, rowFrom, rowTo);
            } else {
                one(a, k * height, a[k * height + row], target, at, rowFrom, rowTo);
            }
        }
    }

    /**
     * Four columns in one sweep, added in order: the target is loaded and stored once for four products. The JIT vectorises this loop;
     * eight columns are slower.
     */
    private static void fourFused(
            double[] a, int height, int a0, int row, double[] target, int at, int rowFrom, int rowTo) {
        int a1 = a0 + height;
        int a2 = a1 + height;
        int a3 = a2 + height;
        double f0 = -a[a0 + row];
        double f1 = -a[a1 + row];
        double f2 = -a[a2 + row];
        double f3 = -a[a3 + row];
        for (int r = rowFrom; r < rowTo; r++) {
            target[at + r] = Math.fma(
                    f3,
                    a[a3 + r],
                    Math.fma(f2, a[a2 + r], Math.fma(f1, a[a1 + r], Math.fma(f0, a[a0 + r], target[at + r]))));
        }
    }

    private static void four(double[] a, int height, int a0, int row, double[] target, int at, int rowFrom, int rowTo) {
        int a1 = a0 + height;
        int a2 = a1 + height;
        int a3 = a2 + height;
        double f0 = a[a0 + row];
        double f1 = a[a1 + row];
        double f2 = a[a2 + row];
        double f3 = a[a3 + row];
        for (int r = rowFrom; r < rowTo; r++) {
            target[at + r] = target[at + r] - f0 * a[a0 + r] - f1 * a[a1 + r] - f2 * a[a2 + r] - f3 * a[a3 + r];
        }
    }

    private static void oneFused(double[] a, int a0, double f0, double[] target, int at, int rowFrom, int rowTo) {
        for (int r = rowFrom; r < rowTo; r++) {
            target[at + r] = Math.fma(f0, a[a0 + r], target[at + r]);
        }
    }

    private static void one(double[] a, int a0, double f0, double[] target, int at, int rowFrom, int rowTo) {
        for (int r = rowFrom; r < rowTo; r++) {
            target[at + r] -= f0 * a[a0 + r];
        }
    }

    /** target[r] −= f·a[a0 + r], for the solves. */
    static void subtract(double[] a, int a0, double f, double[] target, int rowFrom, int rowTo) {
        one(a, a0, f, target, 0, rowFrom, rowTo);
    }
}
