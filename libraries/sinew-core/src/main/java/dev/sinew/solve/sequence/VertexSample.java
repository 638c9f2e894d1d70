package dev.sinew.solve.sequence;

import dev.sinew.platform.SeededRandom;
import java.util.Arrays;

/**
 * A random sample of the vertices, spread evenly over the indices. It is enough to find the bones, which have far fewer unknowns than a
 * dense mesh has vertices.
 *
 * @param indices ascending
 */
public record VertexSample(int[] indices) {
    /** All vertices if {@code wanted} is at least their number. */
    public static VertexSample of(int vertexCount, int wanted, long seed) {
        int count = Math.min(vertexCount, wanted);
        SeededRandom random = new SeededRandom(seed);
        int[] indices = new int[count];
        for (int k = 0; k < count; k++) {
            int from = (int) ((long) k * vertexCount / count);
            int to = (int) ((k + 1L) * vertexCount / count);
            indices[k] = from + random.nextInt(to - from);
        }
        return new VertexSample(indices);
    }

    /** The leading coordinates of the sampled rows, copied. */
    public Trajectories rowsOf(Trajectories all, int dimensions) {
        RowBlocks some = new RowBlocks(indices.length, dimensions);
        double[] rows = all.some(indices);
        for (int k = 0; k < indices.length; k++) {
            some.setRow(k, rows, k * all.dimensions());
        }
        return some;
    }

    /** The sampled entries of one value per vertex, copied; empty if {@code values} is. */
    public double[] valuesOf(double[] values) {
        return values.length == 0
                ? values
                : Arrays.stream(indices).mapToDouble(i -> values[i]).toArray();
    }

    /** The sampled positions, copied. */
    public double[] positionsOf(double[] xyz) {
        double[] some = new double[3 * indices.length];
        for (int k = 0; k < indices.length; k++) {
            System.arraycopy(xyz, 3 * indices[k], some, 3 * k, 3);
        }
        return some;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof VertexSample sample && Arrays.equals(indices, sample.indices);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(indices);
    }
}
