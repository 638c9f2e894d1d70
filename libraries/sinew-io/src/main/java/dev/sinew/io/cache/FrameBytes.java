package dev.sinew.io.cache;

import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes the frames of a sequence as plain floats. */
final class FrameBytes {
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
