package dev.sinew.io.alembic;

import dev.sinew.io.alembic.SampledProperty.Pod;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Writes groups and data blocks in sequence and returns their positions. Equal samples are stored once.
 *
 * <p>The header comes first and contains the position of the root group, which comes last. A first pass without output
 * determines that position.
 */
final class OgawaWriter {
    /** Refers to an empty data block. */
    static final long EMPTY_DATA = 1L << 63;

    /** Refers to a group without children. */
    static final long EMPTY_GROUP = 0;

    private final OutputStream out;
    private final Map<ByteBuffer, Long> samples = new HashMap<>();
    private final MessageDigest digest;
    private long position = OgawaFile.HEADER_BYTES;

    /** @param root position of the root group */
    OgawaWriter(OutputStream out, long root) throws IOException {
        this.out = out;
        try {
            digest = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("MD5 is not available", e);
        }
        ByteBuffer header = buffer(OgawaFile.HEADER_BYTES);
        for (char letter : OgawaFile.MAGIC.toCharArray()) {
            header.put((byte) letter);
        }
        header.put((byte) 0xff).put((byte) 0).put((byte) 1).putLong(root);
        out.write(header.array());
    }

    static ByteBuffer buffer(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    /** Writes a data block and returns the pointer to it. */
    long data(byte[]... parts) throws IOException {
        long length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        long at = position;
        out.write(buffer(8).putLong(length).array());
        for (byte[] part : parts) {
            out.write(part);
        }
        position += 8 + length;
        return at | EMPTY_DATA;
    }

    /** Writes a sample of a property: its digest, then its numbers. */
    long sample(byte[] numbers) throws IOException {
        byte[] key = digest.digest(numbers);
        Long known = samples.get(ByteBuffer.wrap(key));
        if (known == null) {
            known = data(key, numbers);
            samples.put(ByteBuffer.wrap(key), known);
        }
        return known;
    }

    /** Writes a group and returns the pointer to it. */
    long group(long... children) throws IOException {
        if (children.length == 0) {
            return EMPTY_GROUP;
        }
        ByteBuffer bytes = buffer(8 + 8 * children.length).putLong(children.length);
        for (long child : children) {
            bytes.putLong(child);
        }
        long at = position;
        out.write(bytes.array());
        position += bytes.capacity();
        return at;
    }

    /** Collects the properties of a compound and their headers. */
    static final class CompoundWriter {
        private static final int OWN_META_DATA = 0xff << 20;
        /** Counts have four bytes each. */
        private static final int WIDE = 2 << 2;

        private static final int HAS_SAMPLING = 0x100;
        private static final int SAME_SIZE = 0x400;
        private static final int CONSTANT = 0x800;

        private final OgawaWriter writer;
        private final List<Long> groups = new ArrayList<>();
        private final ByteArrayOutputStream headers = new ByteArrayOutputStream();

        CompoundWriter(OgawaWriter writer) {
            this.writer = writer;
        }

        /** Computes the numbers of a sample when they are written. */
        interface Samples {
            byte[] of(int sample);
        }

        /** Describes a property. */
        record Description(String name, Pod pod, int extent, String metaData) {}

        /** One number or element per sample. */
        CompoundWriter scalar(Description description, int samples, Samples numbers) throws IOException {
            long[] children = new long[samples];
            for (int k = 0; k < samples; k++) {
                children[k] = writer.sample(numbers.of(k));
            }
            return add(description, 1, samples, writer.group(children));
        }

        /** Any number of elements per sample. */
        CompoundWriter array(Description description, int samples, Samples numbers) throws IOException {
            long[] children = new long[2 * samples];
            for (int k = 0; k < samples; k++) {
                children[2 * k] = writer.sample(numbers.of(k));
                // The number of elements follows from the bytes.
                children[2 * k + 1] = OgawaWriter.EMPTY_DATA;
            }
            return add(description, 2, samples, writer.group(children));
        }

        private CompoundWriter add(Description description, int kind, int samples, long group) throws IOException {
            int info = OWN_META_DATA
                    | description.extent << 12
                    | (samples == 1 ? CONSTANT : HAS_SAMPLING)
                    | SAME_SIZE
                    | description.pod.code() << 4
                    | WIDE
                    | kind;
            number(info);
            number(samples);
            if (samples > 1) {
                number(AlembicWriter.FRAMES);
            }
            return named(description.name, description.metaData, group);
        }

        CompoundWriter compound(String name, String metaData, long group) throws IOException {
            number(OWN_META_DATA | WIDE);
            return named(name, metaData, group);
        }

        private CompoundWriter named(String name, String metaData, long group) throws IOException {
            text(name);
            text(metaData);
            groups.add(group);
            return this;
        }

        private void number(int value) throws IOException {
            headers.write(OgawaWriter.buffer(4).putInt(value).array());
        }

        private void text(String text) throws IOException {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            number(bytes.length);
            headers.write(bytes);
        }

        /** Writes the compound and returns the pointer to it. */
        long end() throws IOException {
            if (groups.isEmpty()) {
                return OgawaWriter.EMPTY_GROUP;
            }
            long[] children = new long[groups.size() + 1];
            for (int k = 0; k < groups.size(); k++) {
                children[k] = groups.get(k);
            }
            children[groups.size()] = writer.data(headers.toByteArray());
            return writer.group(children);
        }

        static byte[] bytes(int[] values) {
            ByteBuffer bytes = OgawaWriter.buffer(Math.multiplyExact(4, values.length));
            bytes.asIntBuffer().put(values);
            return bytes.array();
        }

        static byte[] bytes(float[] values) {
            ByteBuffer bytes = OgawaWriter.buffer(Math.multiplyExact(4, values.length));
            bytes.asFloatBuffer().put(values);
            return bytes.array();
        }

        static byte[] bytes(double... values) {
            ByteBuffer bytes = OgawaWriter.buffer(8 * values.length);
            bytes.asDoubleBuffer().put(values);
            return bytes.array();
        }
    }
}
