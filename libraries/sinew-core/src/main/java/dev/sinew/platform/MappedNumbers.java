package dev.sinew.platform;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteOrder;
import java.nio.DoubleBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Room for numbers in a temporary file that is mapped: the system keeps in memory what there is room for. It is gone when nobody uses it any more. */
public final class MappedNumbers {
    /** What a disk must have left afterwards. */
    private static final long SPARE = 256L << 20;

    private MappedNumbers() {}

    /**
     * Blocks of up to {@code size} rows, all zero.
     *
     * @throws UncheckedIOException where the disk has no room for them
     */
    public static DoubleBuffer[] blocks(int rows, int size, int width) {
        long bytes = 8L * rows * width;
        Path file = null;
        try {
            file = Files.createTempFile("sinew-", ".rows");
            requireRoom(file, bytes);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                DoubleBuffer[] blocks = new DoubleBuffer[(rows + size - 1) / size];
                for (int b = 0; b < blocks.length; b++) {
                    long from = 8L * b * size * width;
                    long length = 8L * Math.min(size, rows - b * size) * width;
                    blocks[b] = channel.map(MapMode.READ_WRITE, from, length)
                            .order(ByteOrder.nativeOrder())
                            .asDoubleBuffer();
                }
                return blocks;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(
                    "cannot write " + (bytes >> 20) + " MiB to a temporary file in "
                            + System.getProperty("java.io.tmpdir") + ": " + e.getMessage(),
                    e);
        } finally {
            discard(file);
        }
    }

    private static void requireRoom(Path file, long bytes) throws IOException {
        long free = Files.getFileStore(file).getUsableSpace();
        if (free < bytes + SPARE) {
            String message = "the trajectories need " + (bytes >> 20) + " MiB, more than memory holds, and "
                    + file.getParent() + " has " + (free >> 20)
                    + " MiB left; make room there or start Java with -Djava.io.tmpdir=FOLDER or a larger -Xmx";
            throw new UncheckedIOException(message, new IOException(message));
        }
    }

    /** The name goes at once, the room when the maps do; where a system does not allow that, at the end of the program. */
    private static void discard(Path file) {
        if (file != null) {
            try {
                Files.deleteIfExists(file);
            } catch (IOException stillMapped) {
                file.toFile().deleteOnExit();
            }
        }
    }
}
