package dev.sinew.io.cache;

import dev.sinew.io.parts.FrameCache;
import dev.sinew.io.parts.FrameMemory;
import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.io.EOFException;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.OutputStream;
import java.io.Serializable;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.FloatBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A file of positions whose header was read and matches the file's length.
 *
 * @param vertices per frame
 * @param frames in the file
 * @param framesPerSecond if the file declares it
 * @param dataStart byte offset of the first frame
 * @param order byte order of the numbers
 * @param notes messages about the header
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
    private static final int VERTEX_BYTES = 12;

    /** Three weeks at 30 frames per second; more means a damaged header. */
    static final int MAX_FRAMES = 50_000_000;

    private static final int MAX_VERTICES = (Integer.MAX_VALUE - 16) / 3;

    public PointCache {
        notes = List.copyOf(notes);
    }

    /** Opens a PC2 or MDD file. The content decides, not the file extension. */
    public static PointCache open(Path file) {
        byte[] head = InputFiles.head(file, Pc2.HEADER_BYTES);
        try {
            long size = Files.size(file);
            if (InputFiles.startsWith(head, Pc2.MAGIC)) {
                return Pc2.open(file, head, size);
            }
            if (file.toString().toLowerCase(Locale.ROOT).endsWith(".pc2") && !Mdd.fits(head, size)) {
                throw new InvalidInputException(file + " is not a PC2 file: it does not begin with " + Pc2.MAGIC);
            }
            return Mdd.open(file, head, size);
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    /** Rejects counts that are out of range or do not match the file's length. */
    static void checkCounts(Path file, long frames, long vertices, long dataStart, long size) {
        if (frames < 1 || frames > MAX_FRAMES || vertices < 1 || vertices > MAX_VERTICES) {
            throw new InvalidInputException(file + " claims " + frames + " frames of " + vertices
                    + " vertices; supported are 1 to " + MAX_FRAMES + " frames and 1 to " + MAX_VERTICES + " vertices");
        }
        long frameBytes = VERTEX_BYTES * vertices;
        long available = Math.max(0, size - dataStart);
        if (frames > available / frameBytes) {
            throw new InvalidInputException(file + " claims " + frames + " frames of " + vertices + " vertices, "
                    + frameBytes + " bytes each, but is " + size + " bytes long, which is enough for "
                    + available / frameBytes);
        }
    }

    @Override
    public float[][] read(int[] wanted) {
        float[][] all = FrameMemory.allocate(file, wanted.length, vertices);
        ByteBuffer buffer = ByteBuffer.allocateDirect(Math.min(BUFFER, VERTEX_BYTES * Math.min(vertices, BUFFER)))
                .order(order);
        try (FileChannel channel = FileChannel.open(file)) {
            for (int k = 0; k < wanted.length; k++) {
                channel.position(dataStart + (long) wanted[k] * VERTEX_BYTES * vertices);
                fill(all[k], channel, buffer);
            }
            return all;
        } catch (EOFException e) {
            throw new InvalidInputException(file + " was truncated while it was read", e);
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    @Override
    public Optional<FrameSource> streamFrames(int[] wanted) {
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

    /** Writes the frames of a sequence as plain floats. */
    static final class FrameBytes {
        private static final int FLOATS = 1 << 15;

        private FrameBytes() {}

        static void write(OutputStream out, MeshSequence sequence, ByteOrder order) throws IOException {
            ByteBuffer bytes = ByteBuffer.allocate(FLOATS * Float.BYTES).order(order);
            for (int f = 0; f < sequence.frameCount(); f++) {
                float[] frame = sequence.frame(f);
                MeshSequence.checkFrame("sequence '" + sequence.name() + "'", f, frame, sequence.vertexCount());
                for (int at = 0; at < frame.length; at += FLOATS) {
                    int count = Math.min(FLOATS, frame.length - at);
                    bytes.clear();
                    bytes.asFloatBuffer().put(frame, at, count);
                    out.write(bytes.array(), 0, count * Float.BYTES);
                }
            }
        }
    }

    /**
     * Frames that stay in their memory-mapped file: requested positions are copied, and the system decides what to cache.
     */
    private static final class MappedFrames implements FrameSource, Serializable {
        /** A map holds less than 2 GiB; each contains whole frames. */
        private static final long MAX_BYTES = 1L << 30;

        private static final int VERTEX_BYTES = 12;

        private final Path file;
        private final int vertices;
        private final int[] wanted;
        private final int frames;
        private final long dataStart;
        private final boolean bigEndian;
        private final int framesOfMap;
        private transient FloatBuffer[] maps;

        /** @param wanted indices of frames; not copied */
        MappedFrames(PointCache cache, int[] wanted) {
            this.file = cache.file();
            this.vertices = cache.vertices();
            this.wanted = wanted;
            this.frames = cache.frames();
            this.dataStart = cache.dataStart();
            this.bigEndian = cache.order() == ByteOrder.BIG_ENDIAN;
            long frame = (long) VERTEX_BYTES * vertices;
            this.framesOfMap = (int) Math.max(1, Math.min(frames, MAX_BYTES / frame));
            if (frame > Integer.MAX_VALUE) {
                throw new InvalidInputException(file + ": frames of " + vertices + " vertices are larger than 2 GiB."
                        + " Larger frames must fit into memory together");
            }
            maps = mapped();
        }

        private FloatBuffer[] mapped() {
            long frame = (long) VERTEX_BYTES * vertices;
            FloatBuffer[] all = new FloatBuffer[(frames + framesOfMap - 1) / framesOfMap];
            try (FileChannel channel = FileChannel.open(file)) {
                if (channel.size() < dataStart + frame * frames) {
                    throw new InvalidInputException(
                            file + " is " + channel.size() + " bytes long, but had " + frames + " frames of " + vertices
                                    + " vertices when it was first read. Do not change it during a job");
                }
                for (int k = 0; k < all.length; k++) {
                    int first = k * framesOfMap;
                    long length = frame * Math.min(framesOfMap, frames - first);
                    all[k] = channel.map(MapMode.READ_ONLY, dataStart + frame * first, length)
                            .order(bigEndian ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN)
                            .asFloatBuffer();
                }
                return all;
            } catch (IOException e) {
                throw InputFiles.rejection(file, e);
            }
        }

        /** On another machine, which must have the file under the same path. */
        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            maps = mapped();
        }

        @Override
        public int frameCount() {
            return wanted.length;
        }

        @Override
        public boolean isStreamed() {
            return true;
        }

        @Override
        public float[] frame(int f) {
            float[] out = new float[3 * vertices];
            positions(f, 0, vertices, out, 0);
            return out;
        }

        @Override
        public void positions(int f, int from, int to, float[] out, int at) {
            int number = wanted[f];
            try {
                maps[number / framesOfMap].get(
                        number % framesOfMap * 3 * vertices + 3 * from, out, at, 3 * (to - from));
            } catch (InternalError unmapped) {
                // The JVM reports access to a mapped page that no longer exists this way.
                throw new InvalidInputException(file + " was truncated while it was read", unmapped);
            }
        }
    }
}
