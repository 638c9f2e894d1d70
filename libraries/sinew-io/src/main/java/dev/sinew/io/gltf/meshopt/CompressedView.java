package dev.sinew.io.gltf.meshopt;

import dev.sinew.io.file.JsonValue;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Decodes a view that is compressed with EXT_meshopt_compression. */
public final class CompressedView {
    private static final int MAX_STRIDE = 256;
    /** The most elements that one byte can encode, if all are equal. */
    private static final int MAX_ELEMENTS_PER_BYTE = 64;

    private CompressedView() {}

    /**
     * @param extension the view's extension
     * @param compressed the bytes it refers to
     */
    public static ByteBuffer decode(JsonValue extension, ByteBuffer compressed) {
        String mode = extension.get("mode").text();
        int stride = extension.get("byteStride").integer(1, MAX_STRIDE);
        int count = extension.get("count").integer(1, Integer.MAX_VALUE);
        long bytes = (long) stride * count;
        if (bytes > Math.min(Integer.MAX_VALUE - 16L, (long) MAX_ELEMENTS_PER_BYTE * (compressed.capacity() + 1L))) {
            throw extension.bad("claims " + bytes + " bytes, more than its " + compressed.capacity()
                    + " compressed bytes can contain");
        }
        String filter = extension.find("filter").map(JsonValue::text).orElse("NONE");
        byte[] data = switch (mode) {
            case "ATTRIBUTES" -> attributes(extension, compressed, count, stride, filter);
            case "TRIANGLES" -> triangles(extension, compressed, count, stride);
            case "INDICES" -> indices(extension, compressed, count, stride);
            default -> throw extension.bad("has the mode '" + mode + "'; it must be ATTRIBUTES, TRIANGLES or INDICES");
        };
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] attributes(JsonValue location, ByteBuffer in, int count, int stride, String filter) {
        boolean fits = switch (filter) {
            case "NONE" -> true;
            case "OCTAHEDRAL" -> stride == 4 || stride == 8;
            case "QUATERNION" -> stride == 8;
            case "EXPONENTIAL" -> stride % 4 == 0;
            default ->
                throw location.bad(
                        "has the filter '" + filter + "'; it must be NONE, OCTAHEDRAL, QUATERNION or EXPONENTIAL");
        };
        if (stride % 4 != 0 || !fits) {
            throw location.bad(
                    "has the filter '" + filter + "', which does not support elements of " + stride + " bytes");
        }
        byte[] data = AttributeCodec.decode(new ByteReader(location, in), count, stride);
        Filters.restore(filter, data, stride);
        return data;
    }

    private static byte[] triangles(JsonValue location, ByteBuffer in, int count, int stride) {
        if (count % 3 != 0) {
            throw location.bad("has " + count + " triangle indices; the number must be a multiple of 3");
        }
        ByteReader codes = new ByteReader(location, in);
        ByteReader data = new ByteReader(location, in);
        return stored(location, TriangleCodec.decode(codes, data, count), stride);
    }

    /** Mode "INDICES": differences to one of two previous indices. */
    private static byte[] indices(JsonValue location, ByteBuffer in, int count, int stride) {
        ByteReader reader = new ByteReader(location, in);
        reader.expect(0xd1, "indices");
        reader.keepBack(4);
        int[] last = new int[2];
        int[] out = new int[count];
        for (int k = 0; k < count; k++) {
            int v = reader.varint();
            int delta = (v & 2) != 0 ? ~(v >>> 2) : v >>> 2;
            last[v & 1] += delta;
            out[k] = last[v & 1];
        }
        reader.expectEnd();
        return stored(location, out, stride);
    }

    private static byte[] stored(JsonValue location, int[] indices, int stride) {
        if (stride != 2 && stride != 4) {
            throw location.bad("has indices of " + stride + " bytes; they must have 2 or 4");
        }
        ByteBuffer out = ByteBuffer.allocate(indices.length * stride).order(ByteOrder.LITTLE_ENDIAN);
        for (int index : indices) {
            if (stride == 2) {
                out.putShort((short) index);
            } else {
                out.putInt(index);
            }
        }
        return out.array();
    }

    /** Reads a compressed stream byte by byte, never past its end. */
    static final class ByteReader {
        private final JsonValue location;
        private final ByteBuffer data;
        private int at;
        private int end;

        /** @param location where the stream is described, for messages */
        ByteReader(JsonValue location, ByteBuffer data) {
            this.location = location;
            this.data = data;
            this.end = data.capacity();
        }

        InvalidInputException bad(String rest) {
            return location.bad("refers to compressed data that " + rest);
        }

        byte next() {
            if (at >= end) {
                throw bad("ends prematurely after " + at + " bytes");
            }
            return data.get(at++);
        }

        byte[] bytes(int count) {
            if (count > end - at) {
                throw bad("ends prematurely after " + end + " bytes");
            }
            byte[] bytes = new byte[count];
            data.get(at, bytes);
            at += count;
            return bytes;
        }

        /** Reserves the last bytes for later. */
        void keepBack(int count) {
            if (count > end - at) {
                throw bad("has " + data.capacity() + " bytes, but its tail alone needs " + count);
            }
            end -= count;
        }

        /** The last bytes. */
        byte[] lastBytes(int count) {
            byte[] bytes = new byte[count];
            data.get(data.capacity() - count, bytes);
            return bytes;
        }

        void expect(int header, String mode) {
            int got = next() & 0xff;
            if (got != header) {
                throw bad(String.format("begins with %#x, but %s begin with %#x", got, mode, header));
            }
        }

        void expectEnd() {
            if (at != end) {
                throw bad("has " + (end - at) + " extra bytes");
            }
        }

        /** Seven bits per byte, lowest first. */
        int varint() {
            int value = 0;
            for (int shift = 0; shift < 35; shift += 7) {
                byte b = next();
                value |= (b & 0x7f) << shift;
                if (b >= 0) {
                    return value;
                }
            }
            throw bad("has a number with more than five bytes before byte " + at);
        }
    }
}
