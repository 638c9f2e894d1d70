package dev.sinew.solve.sequence;

import dev.sinew.platform.Machine;
import dev.sinew.platform.MappedNumbers;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.DoubleBuffer;

/**
 * N×d numbers in blocks, because one array may be too small, with the squared norm of each row. If they would take too much memory, they
 * are in a memory-mapped temporary file.
 */
public final class RowBlocks implements Trajectories, Serializable {
    private static final int BLOCK = 4096;

    /** Rows may take this fraction of memory: there are two such tables, of positions and normals, and other data. */
    private static final int MEMORY_DIVISOR = 8;

    private final int vertexCount;
    private final int dimensions;
    private transient DoubleBuffer[] blocks;
    private final double[] squaredNorms;

    public RowBlocks(int vertexCount, int dimensions) {
        this.vertexCount = vertexCount;
        this.dimensions = dimensions;
        long bytes = 8L * vertexCount * dimensions;
        blocks = bytes > Machine.memoryBytes() / MEMORY_DIVISOR ? mapped() : held();
        squaredNorms = new double[vertexCount];
    }

    private DoubleBuffer[] mapped() {
        try {
            return MappedNumbers.blocks(vertexCount, BLOCK, dimensions);
        } catch (UncheckedIOException noRoom) {
            throw new InvalidInputException(noRoom.getMessage(), noRoom);
        }
    }

    /** Sent as arrays, and kept in arrays on arrival. */
    private void writeObject(ObjectOutputStream out) throws IOException {
        out.defaultWriteObject();
        for (DoubleBuffer block : blocks) {
            double[] numbers = new double[block.capacity()];
            block.get(0, numbers);
            out.writeObject(numbers);
        }
    }

    private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
        in.defaultReadObject();
        blocks = new DoubleBuffer[(vertexCount + BLOCK - 1) / BLOCK];
        for (int b = 0; b < blocks.length; b++) {
            blocks[b] = DoubleBuffer.wrap((double[]) in.readObject());
        }
    }

    private DoubleBuffer[] held() {
        DoubleBuffer[] all = new DoubleBuffer[(vertexCount + BLOCK - 1) / BLOCK];
        for (int b = 0; b < all.length; b++) {
            all[b] = DoubleBuffer.allocate(Math.min(BLOCK, vertexCount - b * BLOCK) * dimensions);
        }
        return all;
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
            blocks[i / BLOCK].get(i % BLOCK * dimensions, rows, (i - from) * dimensions, (end - i) * dimensions);
            i = end;
        }
    }

    /** Stores row i from {@code source}, starting at {@code at}. */
    public void setRow(int i, double[] source, int at) {
        double sum = 0;
        for (int k = 0; k < dimensions; k++) {
            sum += source[at + k] * source[at + k];
        }
        squaredNorms[i] = sum;
        blocks[i / BLOCK].put(i % BLOCK * dimensions, source, at, dimensions);
    }

    double squaredNorm(int i) {
        return squaredNorms[i];
    }
}
