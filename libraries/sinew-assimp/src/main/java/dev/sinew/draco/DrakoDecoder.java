package dev.sinew.draco;

import com.openize.drako.Draco;
import dev.sinew.io.child.ChildProcess;
import dev.sinew.io.gltf.draco.DracoDecoder;
import dev.sinew.run.InvalidInputException;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.List;

/** Decodes Draco meshes with the library drako, in a {@link ChildProcess}. */
public final class DrakoDecoder implements DracoDecoder {
    private static final int MEGABYTE = 1 << 20;
    /** Mesh values are sent as doubles; 14-bit positions and normals compress to about 1 byte per vertex at best. */
    private static final long MAX_EXPANSION = 500;

    private static final long MAX_HEAP_MEGABYTES = 6144;
    private static final long MIN_ANSWER_BYTES = 64L * MEGABYTE;

    private final ChildProcess process;
    private final DataOutputStream requests;
    private final DataInputStream answers;
    private long answerBytesLeft;

    /** Found by {@link java.util.ServiceLoader}. */
    public static final class Provider implements DracoDecoder.Provider {
        @Override
        public DracoDecoder start(long compressedBytes) {
            return DrakoDecoder.start(compressedBytes, 20 + compressedBytes / MEGABYTE);
        }
    }

    private DrakoDecoder(ChildProcess process, long compressedBytes) {
        this.process = process;
        this.requests = new DataOutputStream(new BufferedOutputStream(process.requests()));
        this.answers = new DataInputStream(new BufferedInputStream(process.answers()));
        this.answerBytesLeft = MIN_ANSWER_BYTES + MAX_EXPANSION * compressedBytes;
    }

    static DrakoDecoder start(long compressedBytes, long processorSeconds) {
        long megabytes = Math.min(MAX_HEAP_MEGABYTES, 256 + MAX_EXPANSION * compressedBytes / MEGABYTE);
        ChildProcess.Limits limits = new ChildProcess.Limits(megabytes, 2 * megabytes + 256, processorSeconds);
        List<Class<?>> needed = List.of(DracoChild.class, Draco.class);
        return new DrakoDecoder(ChildProcess.start(DracoChild.class, needed, List.of(), limits), compressedBytes);
    }

    @Override
    public Mesh decode(String description, ByteBuffer data, int[] ids) {
        try (ChildProcess.Watch watch = process.watch()) {
            try {
                return exchange(description, data, ids);
            } catch (IOException e) {
                process.end();
                throw new InvalidInputException(description + " cannot be decoded as Draco data: "
                        + watch.exceeded().orElse("its decoder stopped"));
            }
        }
    }

    private Mesh exchange(String description, ByteBuffer data, int[] ids) throws IOException {
        byte[] bytes = new byte[data.remaining()];
        data.get(bytes);
        requests.writeInt(bytes.length);
        requests.write(bytes);
        requests.writeInt(ids.length);
        for (int id : ids) {
            requests.writeInt(id);
        }
        requests.flush();
        if (answers.readInt() != DracoChild.MESH) {
            throw new InvalidInputException(description + " cannot be decoded as Draco data: " + answers.readUTF());
        }
        return read(ids.length);
    }

    private Mesh read(int attributes) throws IOException {
        int points = count(1);
        int[] indices = new int[count(4)];
        for (int k = 0; k < indices.length; k++) {
            indices[k] = answers.readInt();
        }
        int[] components = new int[attributes];
        double[][] values = new double[attributes][];
        for (int a = 0; a < attributes; a++) {
            components[a] = answers.readInt();
            allow(8L * points * components[a]);
            values[a] = new double[points * components[a]];
            for (int k = 0; k < values[a].length; k++) {
                values[a][k] = answers.readDouble();
            }
        }
        return new Mesh(points, indices, components, values);
    }

    private int count(int bytesEach) throws IOException {
        int count = answers.readInt();
        allow((long) bytesEach * count);
        return count;
    }

    private void allow(long bytes) throws IOException {
        answerBytesLeft -= bytes;
        if (bytes < 0 || answerBytesLeft < 0) {
            throw new IOException("more values than " + MAX_EXPANSION + " times the compressed size");
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
