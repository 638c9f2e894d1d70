package dev.sinew.io.cache;

import dev.sinew.io.parts.FrameCache;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.FrameSource;
import dev.sinew.run.RefusedException;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A file of positions whose header has been read and found to agree with the file's length.
 *
 * @param vertices a frame
 * @param frames in the file
 * @param framesPerSecond where the file says
 * @param dataStart byte where the first frame begins
 * @param order of the bytes of a number
 * @param notes about what the header says
 */
public record PointCache(
        Path file,
        int vertices,
        int frames,
        OptionalDouble framesPerSecond,
        long dataStart,
        ByteOrder order,
        List<String> notes)
        implements FrameCache {
    private static final int BUFFER = 1 << 20;
    private static final int BYTES_OF_VERTEX = 12;

    /** Three weeks at 30 frames a second: more is a damaged header. */
    static final int MOST_FRAMES = 50_000_000;

    private static final int MOST_VERTICES = (Integer.MAX_VALUE - 16) / 3;

    public PointCache {
        notes = List.copyOf(notes);
    }

    /** Opens a PC2 or MDD file; what is inside decides, not the ending of the name. */
    public static PointCache open(Path file) {
        byte[] head = InputFiles.head(file, Pc2.HEADER_BYTES);
        try {
            long size = Files.size(file);
            if (InputFiles.startsWith(head, Pc2.MAGIC)) {
                return Pc2.open(file, head, size);
            }
            if (file.toString().toLowerCase(Locale.ROOT).endsWith(".pc2") && !Mdd.fits(head, size)) {
                throw new RefusedException(file + " is not a PC2 file: it does not begin with " + Pc2.MAGIC);
            }
            return Mdd.open(file, head, size);
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
    }

    /** Refuses counts that cannot be, or that the file is too short for. */
    static void checkCounts(Path file, long frames, long vertices, long dataStart, long size) {
        if (frames < 1 || frames > MOST_FRAMES || vertices < 1 || vertices > MOST_VERTICES) {
            throw new RefusedException(file + " claims " + frames + " frames of " + vertices
                    + " vertices; it must be 1 to " + MOST_FRAMES + " frames of 1 to " + MOST_VERTICES + " vertices");
        }
        long frameBytes = BYTES_OF_VERTEX * vertices;
        long available = Math.max(0, size - dataStart);
        if (frames > available / frameBytes) {
            throw new RefusedException(file + " claims " + frames + " frames of " + vertices + " vertices, "
                    + frameBytes + " bytes each, but is " + size + " bytes long, which is enough for "
                    + available / frameBytes);
        }
    }

    @Override
    public float[][] read(int[] wanted) {
        float[][] all = FrameMemory.allocate(file, wanted.length, vertices);
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.min(BUFFER, BYTES_OF_VERTEX * Math.min(vertices, BUFFER)))
                .order(order);
        try (FileChannel channel = FileChannel.open(file)) {
            for (int k = 0; k < wanted.length; k++) {
                channel.position(dataStart + (long) wanted[k] * BYTES_OF_VERTEX * vertices);
                fill(all[k], channel, buffer);
            }
            return all;
        } catch (EOFException e) {
            throw new RefusedException(file + " became shorter while it was read", e);
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
    }

    @Override
    public Optional<FrameSource> streamed(int[] wanted) {
        return Optional.of(new MappedFrames(this, wanted.clone()));
    }

    private static void fill(float[] frame, FileChannel channel, ByteBuffer buffer) throws IOException {
        for (int at = 0; at < frame.length; ) {
            int count = Math.min(frame.length - at, buffer.capacity() / Float.BYTES);
            buffer.clear().limit(count * Float.BYTES);
            while (buffer.hasRemaining()) {
                if (channel.read(buffer) < 0) {
                    throw new EOFException();
                }
            }
            buffer.flip();
            buffer.asFloatBuffer().get(frame, at, count);
            at += count;
        }
    }
}
