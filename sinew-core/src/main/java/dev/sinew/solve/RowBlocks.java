package dev.sinew.solve;

/** Rows of numbers, too many for one array perhaps: N×d in blocks, with the squared norm of each row. */
final class RowBlocks implements Trajectories {
    private static final int BLOCK = 4096;

    private final int vertexCount;
    private final int dimensions;
    private final double[][] blocks;
    private final double[] squaredNorms;

    RowBlocks(int vertexCount, int dimensions) {
        this.vertexCount = vertexCount;
        this.dimensions = dimensions;
        blocks = new double[(vertexCount + BLOCK - 1) / BLOCK][];
        for (int b = 0; b < blocks.length; b++) {
            blocks[b] = new double[Math.min(BLOCK, vertexCount - b * BLOCK) * dimensions];
        }
        squaredNorms = new double[vertexCount];
    }

    @Override
    public int vertexCount() {
        return vertexCount;
    }

    @Override
    public int dimensions() {
        return dimensions;
    }

    @Override
    public void rows(int from, int to, double[] rows, double[] norms) {
        System.arraycopy(squaredNorms, from, norms, 0, to - from);
        for (int i = from; i < to; ) {
            int end = Math.min(to, (i / BLOCK + 1) * BLOCK);
            System.arraycopy(
                    blocks[i / BLOCK], i % BLOCK * dimensions, rows, (i - from) * dimensions, (end - i) * dimensions);
            i = end;
        }
    }

    /** Stores row i from {@code source}, {@code at} on. */
    void setRow(int i, double[] source, int at) {
        double sum = 0;
        for (int k = 0; k < dimensions; k++) {
            sum += source[at + k] * source[at + k];
        }
        squaredNorms[i] = sum;
        System.arraycopy(source, at, blocks[i / BLOCK], i % BLOCK * dimensions, dimensions);
    }

    double squaredNorm(int i) {
        return squaredNorms[i];
    }
}
