package dev.sinew.io.cache;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.RefusedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * MDD, LightWave's motion designer file: big-endian int frames, int points, one float time in seconds a frame, then xyz as
 * floats, frame by frame.
 */
public final class Mdd {
    private static final int COUNTS_BYTES = 8;

    private Mdd() {}

    /** Whether a file's length is exactly what its first bytes, taken for an MDD header, ask for. */
    public static boolean fits(byte[] head, long size) {
        if (head.length < COUNTS_BYTES) {
            return false;
        }
        ByteBuffer header = ByteBuffer.wrap(head);
        long frames = header.getInt();
        long points = header.getInt();
        return frames > 0
                && points > 0
                && frames <= PointCache.MOST_FRAMES
                && (size - COUNTS_BYTES) % frames == 0
                && (size - COUNTS_BYTES) / frames == Float.BYTES + 12 * points;
    }

    static PointCache open(Path file, byte[] head, long size) {
        if (head.length < COUNTS_BYTES) {
            throw new RefusedException(
                    file + " is cut off: it has " + size + " bytes where the header alone takes " + COUNTS_BYTES);
        }
        ByteBuffer header = ByteBuffer.wrap(head);
        int frames = header.getInt();
        int points = header.getInt();
        long dataStart = COUNTS_BYTES + (long) Float.BYTES * Math.max(0, frames);
        PointCache.checkCounts(file, frames, points, dataStart, size);
        FrameTimes times = new FrameTimes(file, times(file, frames));
        List<String> notes = times.note().stream().toList();
        return new PointCache(file, points, frames, times.rate(), dataStart, ByteOrder.BIG_ENDIAN, notes);
    }

    private static float[] times(Path file, int frames) {
        float[] times = new float[frames];
        try (InputStream in = Files.newInputStream(file)) {
            in.skipNBytes(COUNTS_BYTES);
            ByteBuffer.wrap(in.readNBytes(Float.BYTES * frames)).asFloatBuffer().get(times);
        } catch (IOException e) {
            throw InputFiles.refusal(file, e);
        }
        return times;
    }

    public static void write(OutputStream out, MeshSequence sequence) throws IOException {
        int frames = sequence.frameCount();
        ByteBuffer header = ByteBuffer.allocate(COUNTS_BYTES + Float.BYTES * frames);
        header.putInt(frames);
        header.putInt(sequence.vertexCount());
        for (int f = 0; f < frames; f++) {
            header.putFloat((float) (f / sequence.framesPerSecond()));
        }
        out.write(header.array());
        FrameBytes.write(out, sequence, ByteOrder.BIG_ENDIAN);
    }
}
