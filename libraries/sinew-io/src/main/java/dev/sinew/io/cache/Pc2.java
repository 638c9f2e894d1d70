package dev.sinew.io.cache;

import dev.sinew.io.cache.PointCache.FrameBytes;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/**
 * PC2, the point cache of 3ds Max and Maya: a 32-byte little-endian header ({@code POINTCACHE2\0}, int version, int points,
 * float start frame, float frames per sample, int samples), then xyz as floats, sample by sample.
 *
 * <p>The sample rate counts frames, not seconds, so the playback speed is unknown.
 */
public final class Pc2 {
    public static final String MAGIC = "POINTCACHE2";
    static final int HEADER_BYTES = 32;
    private static final int POINTS_AT = 16;
    private static final int SAMPLES_AT = 28;

    private Pc2() {}

    static PointCache open(Path file, byte[] head, long size) {
        if (head.length < HEADER_BYTES) {
            throw new InvalidInputException(
                    file + " is truncated: it has " + size + " bytes, but the header alone needs " + HEADER_BYTES);
        }
        ByteBuffer header = ByteBuffer.wrap(head).order(ByteOrder.LITTLE_ENDIAN);
        int points = header.getInt(POINTS_AT);
        int samples = header.getInt(SAMPLES_AT);
        PointCache.checkCounts(file, samples, points, HEADER_BYTES, size);
        return new PointCache(
                file, points, samples, OptionalDouble.empty(), HEADER_BYTES, ByteOrder.LITTLE_ENDIAN, List.of());
    }

    public static void write(OutputStream out, MeshSequence sequence) throws IOException {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.put((MAGIC + "\0").getBytes(StandardCharsets.US_ASCII));
        header.putInt(1);
        header.putInt(sequence.vertexCount());
        header.putFloat(0);
        header.putFloat(1);
        header.putInt(sequence.frameCount());
        out.write(header.array());
        FrameBytes.write(out, sequence, ByteOrder.LITTLE_ENDIAN);
    }
}
