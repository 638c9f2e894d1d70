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

/** Numbers in a memory-mapped temporary file: the system keeps in memory what fits. The file is deleted when it is no longer used. */
public final class MappedNumbers {
    /** Bytes to leave free on the disk. */
    private static final long SPARE_BYTES = 256L << 20;

    private MappedNumbers() {}

    /**
     * Blocks of up to {@code size} rows, all zero.
     *
     * @throws UncheckedIOException if the disk has too little free space
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
        if (free < bytes + SPARE_BYTES) {
            String message = "the trajectories need " + (bytes >> 20) + " MiB, more than the available memory, and "
                    + file.getParent() + " has " + (free >> 20)
                    + " MiB left; free some space or start Java with -Djava.io.tmpdir=FOLDER or a larger -Xmx";
            throw new UncheckedIOException(message, new IOException(message));
        }
    }

    /** Deletes the file name at once; the space is freed with the maps. On systems that do not allow this, the file is deleted on exit. */
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
