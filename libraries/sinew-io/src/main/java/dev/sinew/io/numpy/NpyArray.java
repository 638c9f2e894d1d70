package dev.sinew.io.numpy;

import dev.sinew.run.RefusedException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;

/** One array whose header has been read and found to agree with the length of what follows. */
final class NpyArray {
    private static final int BUFFER = 1 << 16;

    /** Where the bytes of an array are: a file, or an entry of an archive. */
    interface Bytes {
        InputStream open() throws IOException;

        long size() throws IOException;

        /** The checksum of all bytes, or -1 where the format has none. */
        long checksum();
    }

    /** Takes the numbers one by one, in the order of the file. */
    interface Taker {
        void take(long at, double value);
    }

    private final Path file;
    private final String what;
    private final Bytes bytes;
    private final NpyHeader header;

    private NpyArray(Path file, String what, Bytes bytes, NpyHeader header) {
        this.file = file;
        this.what = what;
        this.bytes = bytes;
        this.header = header;
    }

    /** @param what names the array in a sentence, file included */
    static NpyArray open(Path file, String what, Bytes bytes) {
        try (DataInputStream in = new DataInputStream(bytes.open())) {
            NpyHeader header = NpyHeader.read(in, what);
            long needed = header.count(what) * header.itemBytes();
            long there = bytes.size() - header.bytes();
            if (needed > there) {
                throw new RefusedException(what + " is cut off: the shape " + header.shapeText() + " needs " + needed
                        + " bytes where " + Math.max(0, there) + " follow");
            }
            return new NpyArray(file, what, bytes, header);
        } catch (IOException e) {
            throw damaged(what, e);
        }
    }

    private static RefusedException damaged(String what, IOException e) {
        String reason = e instanceof ZipException ? "its compressed bytes are damaged" : "it is cut off";
        return new RefusedException(what + " cannot be read: " + reason, e);
    }

    Path file() {
        return file;
    }

    /** Names the array in a sentence. */
    String what() {
        return what;
    }

    NpyHeader header() {
        return header;
    }

    List<Long> shape() {
        return header.shape();
    }

    /** Passes over all numbers; refuses bytes that do not match their checksum. */
    void forEach(Taker taker) {
        long count = header.count(what);
        CRC32 sum = new CRC32();
        try (InputStream in = new CheckedInputStream(bytes.open(), sum)) {
            in.skipNBytes(header.bytes());
            int item = header.itemBytes();
            byte[] block = new byte[(int) Math.min(BUFFER, Math.max(1, count) * item)];
            ByteBuffer numbers = ByteBuffer.wrap(block).order(header.order());
            for (long at = 0; at < count; ) {
                int here = (int) Math.min(block.length / item, count - at);
                if (in.readNBytes(block, 0, here * item) < here * item) {
                    throw new RefusedException(what + " is cut off");
                }
                for (int k = 0; k < here; k++) {
                    taker.take(at++, number(numbers, k * item));
                }
            }
            while (in.read(block) > 0) {
                // What follows the numbers belongs to the checksum.
            }
        } catch (IOException e) {
            throw damaged(what, e);
        }
        if (bytes.checksum() >= 0 && sum.getValue() != bytes.checksum()) {
            throw new RefusedException(what + " is damaged: its bytes do not match the archive's checksum");
        }
    }

    private double number(ByteBuffer numbers, int at) {
        return switch (header.itemBytes()) {
            case 1 -> header.kind() == 'u' ? Byte.toUnsignedInt(numbers.get(at)) : numbers.get(at);
            case 2 -> header.kind() == 'u' ? Short.toUnsignedInt(numbers.getShort(at)) : numbers.getShort(at);
            case 4 -> number4(numbers, at);
            default -> header.isFloating() ? numbers.getDouble(at) : numbers.getLong(at);
        };
    }

    private double number4(ByteBuffer numbers, int at) {
        return switch (header.kind()) {
            case 'f' -> numbers.getFloat(at);
            case 'u' -> Integer.toUnsignedLong(numbers.getInt(at));
            default -> numbers.getInt(at);
        };
    }
}
