package dev.sinew.io.alembic;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Map;

/**
 * Puts groups and data blocks one behind the other and tells where each went. Samples that are alike are stored once.
 *
 * <p>The header comes first and names the root group, which comes last: where that will be is found out by writing
 * everything once to nowhere.
 */
final class OgawaWriter {
    /** Points at a data block of no bytes. */
    static final long EMPTY_DATA = 1L << 63;

    /** Points at a group without children. */
    static final long EMPTY_GROUP = 0;

    private final OutputStream out;
    private final Map<ByteBuffer, Long> samples = new HashMap<>();
    private final MessageDigest digest;
    private long position = OgawaFile.HEADER_BYTES;

    /** @param root where the root group will be */
    OgawaWriter(OutputStream out, long root) throws IOException {
        this.out = out;
        try {
            digest = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
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

    /** A data block; the pointer to it. */
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

    /** A sample of a property: its digest, then its numbers. */
    long sample(byte[] numbers) throws IOException {
        byte[] key = digest.digest(numbers);
        Long known = samples.get(ByteBuffer.wrap(key));
        if (known == null) {
            known = data(key, numbers);
            samples.put(ByteBuffer.wrap(key), known);
        }
        return known;
    }

    /** A group; the pointer to it. */
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
}
