package dev.sinew.io.gltf.meshopt;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** A view that EXT_meshopt_compression describes, unpacked. */
public final class CompressedView {
    private static final int MOST_STRIDE = 256;
    /** Of elements that are all equal a byte stands for this many; nothing packs more tightly. */
    private static final int MOST_GROWTH = 64;

    private CompressedView() {}

    /**
     * @param extension what the view says
     * @param compressed the bytes it names
     */
    public static ByteBuffer decode(JsonPlace extension, ByteBuffer compressed) {
        String mode = extension.get("mode").text();
        int stride = extension.get("byteStride").integer(1, MOST_STRIDE);
        int count = extension.get("count").integer(1, Integer.MAX_VALUE);
        long bytes = (long) stride * count;
        if (bytes > Math.min(Integer.MAX_VALUE - 16L, (long) MOST_GROWTH * (compressed.capacity() + 1L))) {
            throw extension.bad(
                    "claims " + bytes + " bytes, more than its " + compressed.capacity() + " compressed ones bear out");
        }
        String filter = extension.find("filter").map(JsonPlace::text).orElse("NONE");
        byte[] data = switch (mode) {
            case "ATTRIBUTES" -> attributes(extension, compressed, count, stride, filter);
            case "TRIANGLES" -> triangles(extension, compressed, count, stride);
            case "INDICES" -> indices(extension, compressed, count, stride);
            default -> throw extension.bad("has the mode '" + mode + "', it must be ATTRIBUTES, TRIANGLES or INDICES");
        };
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] attributes(JsonPlace place, ByteBuffer in, int count, int stride, String filter) {
        boolean fits = switch (filter) {
            case "NONE" -> true;
            case "OCTAHEDRAL" -> stride == 4 || stride == 8;
            case "QUATERNION" -> stride == 8;
            case "EXPONENTIAL" -> stride % 4 == 0;
            default ->
                throw place.bad(
                        "has the filter '" + filter + "', it must be NONE, OCTAHEDRAL, QUATERNION or EXPONENTIAL");
        };
        if (stride % 4 != 0 || !fits) {
            throw place.bad("has the filter '" + filter + "' for elements of " + stride + " bytes");
        }
        byte[] data = AttributeCodec.decode(new ByteReader(place, in), count, stride);
        Filters.restore(filter, data, stride);
        return data;
    }

    private static byte[] triangles(JsonPlace place, ByteBuffer in, int count, int stride) {
        if (count % 3 != 0) {
            throw place.bad("has " + count + " indices of triangles, they must be a multiple of 3");
        }
        ByteReader codes = new ByteReader(place, in);
        ByteReader data = new ByteReader(place, in);
        return stored(place, TriangleCodec.decode(codes, data, count), stride);
    }

    /** Mode "INDICES": differences to one of two numbers. */
    private static byte[] indices(JsonPlace place, ByteBuffer in, int count, int stride) {
        ByteReader reader = new ByteReader(place, in);
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
        return stored(place, out, stride);
    }

    private static byte[] stored(JsonPlace place, int[] indices, int stride) {
        if (stride != 2 && stride != 4) {
            throw place.bad("has indices of " + stride + " bytes, they must have 2 or 4");
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

    /** Takes a compressed stream byte by byte and never reads past its end. */
    static final class ByteReader {
        private final JsonPlace place;
        private final ByteBuffer data;
        private int at;
        private int end;

        /** @param place where the stream is described, for messages */
        ByteReader(JsonPlace place, ByteBuffer data) {
            this.place = place;
            this.data = data;
            this.end = data.capacity();
        }

        RefusedException bad(String rest) {
            return place.bad("names compressed data that " + rest);
        }

        byte next() {
            if (at >= end) {
                throw bad("ends too early, after " + at + " bytes");
            }
            return data.get(at++);
        }

        byte[] bytes(int count) {
            if (count > end - at) {
                throw bad("ends too early, after " + end + " bytes");
            }
            byte[] bytes = new byte[count];
            data.get(at, bytes);
            at += count;
            return bytes;
        }

        /** Leaves the last bytes for later. */
        void keepBack(int count) {
            if (count > end - at) {
                throw bad("has " + data.capacity() + " bytes, its tail alone needs " + count);
            }
            end -= count;
        }

        /** The very last bytes. */
        byte[] lastBytes(int count) {
            byte[] bytes = new byte[count];
            data.get(data.capacity() - count, bytes);
            return bytes;
        }

        void expect(int header, String mode) {
            int got = next() & 0xff;
            if (got != header) {
                throw bad(String.format("begins with %#x, %s begin with %#x", got, mode, header));
            }
        }

        void expectEnd() {
            if (at != end) {
                throw bad("has " + (end - at) + " bytes too many");
            }
        }

        /** Seven bits a byte, the lowest first. */
        int varint() {
            int value = 0;
            for (int shift = 0; shift < 35; shift += 7) {
                byte b = next();
                value |= (b & 0x7f) << shift;
                if (b >= 0) {
                    return value;
                }
            }
            throw bad("has a number of more than five bytes before byte " + at);
        }
    }
}
