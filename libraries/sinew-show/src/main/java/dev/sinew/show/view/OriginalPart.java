package dev.sinew.show.view;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.show.view.Buffers.Gzip;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The original's positions over the shown frames, in chunks that a browser decompresses one after the other. */
final class OriginalPart {
    private static final int CHUNK_BYTES = 8 << 20;
    /** Frames that are encoded to estimate the size; all but the last two only initialise the codec. */
    private static final int WINDOW = 4;

    private final MeshSequence sequence;
    private final FrameBoxes boxes;
    private final ViewUnit unit;
    private final int[] neighbours;

    /**
     * @param drawn the mesh of the page, whose edges the decoder uses; a model read back from a file may have triangles where the
     *     sequence has quads
     */
    OriginalPart(MeshSequence sequence, Mesh drawn, FrameBoxes boxes, ViewUnit unit) {
        this.sequence = sequence;
        this.boxes = boxes;
        this.unit = unit;
        this.neighbours = PositionCodec.neighbours(drawn);
    }

    /** Compressed frames and what a decoder needs. */
    record Encoded(List<byte[]> chunks, List<Integer> framesOfChunk, double cell) {
        long bytes() {
            return chunks.stream().mapToLong(chunk -> chunk.length).sum();
        }

        void write(Buffers buffers, int vertices, ObjectNode header) {
            header.put("cell", cell);
            ArrayNode list = header.putArray("chunks");
            for (int c = 0; c < chunks.size(); c++) {
                String name = "original." + c;
                buffers.packed(name, "motion", 3 * vertices * framesOfChunk.get(c), chunks.get(c));
                list.addObject().put("buffer", name).put("frames", framesOfChunk.get(c));
            }
        }
    }

    /** Estimates the compressed size of these frames from a few of them. */
    long estimate(int[] frames, int bits) {
        int window = Math.min(WINDOW, frames.length);
        int[] starts = {0, (frames.length - window) / 2, frames.length - window};
        long sum = 0;
        int counted = 0;
        for (int start : starts) {
            PositionCodec codec = codec(bits);
            byte[] raw = new byte[window * codec.bytesPerFrame()];
            for (int s = 0; s < window; s++) {
                encode(codec, frames[start + s], raw, s * codec.bytesPerFrame());
            }
            int warm = Math.max(0, window - 2);
            sum += Gzip.compress(Arrays.copyOfRange(raw, warm * codec.bytesPerFrame(), raw.length)).length;
            counted += window - warm;
        }
        return sum * frames.length / counted;
    }

    /** Encodes all frames; empty if they take more than {@code most} bytes. */
    Optional<Encoded> encode(int[] frames, int bits, long most) {
        PositionCodec codec = codec(bits);
        int framesPerChunk = Math.max(1, CHUNK_BYTES / codec.bytesPerFrame());
        Encoded encoded =
                new Encoded(new ArrayList<>(), new ArrayList<>(), PositionCodec.cell(unit, boxes.longestSide(), bits));
        for (int from = 0; from < frames.length; from += framesPerChunk) {
            int count = Math.min(framesPerChunk, frames.length - from);
            byte[] raw = new byte[count * codec.bytesPerFrame()];
            for (int s = 0; s < count; s++) {
                encode(codec, frames[from + s], raw, s * codec.bytesPerFrame());
            }
            encoded.chunks.add(Gzip.compress(raw));
            encoded.framesOfChunk.add(count);
            if (encoded.bytes() > most) {
                return Optional.empty();
            }
        }
        return Optional.of(encoded);
    }

    private PositionCodec codec(int bits) {
        return new PositionCodec(neighbours, unit, boxes.longestSide(), bits);
    }

    private void encode(PositionCodec codec, int frame, byte[] raw, int at) {
        codec.encode(sequence.frame(frame), boxes.origin(unit, frame), raw, at);
    }
}
