package dev.sinew.io.gltf.meshopt;

import dev.sinew.io.gltf.meshopt.CompressedView.ByteReader;
import java.io.ByteArrayOutputStream;

/**
 * Mode "ATTRIBUTES": every byte of an element as the difference to the same byte of the previous element, in groups of
 * sixteen with 0, 2, 4 or 8 bits each.
 */
public final class AttributeCodec {
    private static final int HEADER = 0xa0;
    private static final int GROUP = 16;
    private static final int MAX_BLOCK_BYTES = 8192;
    private static final int MAX_ELEMENTS = 256;
    private static final int TAIL = 32;

    private AttributeCodec() {}

    private static int blockElements(int stride) {
        return Math.min((MAX_BLOCK_BYTES / stride) & -GROUP, MAX_ELEMENTS);
    }

    private static int tail(int stride) {
        return Math.max(TAIL, stride);
    }

    /** @param data elements of {@code stride} bytes, a multiple of four; not modified */
    public static byte[] encode(byte[] data, int stride) {
        int count = data.length / stride;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(HEADER);
        int block = blockElements(stride);
        byte[] deltas = new byte[block + GROUP];
        for (int from = 0; from < count; from += block) {
            int elements = Math.min(block, count - from);
            for (int b = 0; b < stride; b++) {
                java.util.Arrays.fill(deltas, (byte) 0);
                for (int k = 0; k < elements; k++) {
                    int i = from + k;
                    int before = i == 0 ? data[b] : data[(i - 1) * stride + b];
                    deltas[k] = zigzag((byte) (data[i * stride + b] - before));
                }
                encodeBytes(deltas, (elements + GROUP - 1) / GROUP, out);
            }
        }
        out.write(new byte[tail(stride) - stride], 0, tail(stride) - stride);
        out.write(count == 0 ? new byte[stride] : data, 0, stride);
        return out.toByteArray();
    }

    private static byte zigzag(byte v) {
        return (byte) (v < 0 ? ~(v << 1) : v << 1);
    }

    private static void encodeBytes(byte[] deltas, int groups, ByteArrayOutputStream out) {
        int[] modes = new int[groups];
        byte[] headers = new byte[(groups + 3) / 4];
        for (int g = 0; g < groups; g++) {
            modes[g] = shortest(deltas, g * GROUP);
            headers[g / 4] |= (byte) (modes[g] << g % 4 * 2);
        }
        out.write(headers, 0, headers.length);
        for (int g = 0; g < groups; g++) {
            encodeGroup(deltas, g * GROUP, modes[g], out);
        }
    }

    private static int shortest(byte[] deltas, int from) {
        int largest = 0;
        int two = GROUP / 4;
        int four = GROUP / 2;
        for (int k = from; k < from + GROUP; k++) {
            int v = deltas[k] & 0xff;
            largest = Math.max(largest, v);
            two += v >= 3 ? 1 : 0;
            four += v >= 15 ? 1 : 0;
        }
        if (largest == 0) {
            return 0;
        }
        return two <= four && two < GROUP ? 1 : four < GROUP ? 2 : 3;
    }

    private static void encodeGroup(byte[] deltas, int from, int mode, ByteArrayOutputStream out) {
        if (mode == 3) {
            out.write(deltas, from, GROUP);
        }
        if (mode == 0 || mode == 3) {
            return;
        }
        int bits = 2 * mode;
        int sentinel = (1 << bits) - 1;
        for (int k = 0; k < GROUP; k += 8 / bits) {
            int packed = 0;
            for (int n = 0; n < 8 / bits; n++) {
                packed = packed << bits | Math.min(sentinel, deltas[from + k + n] & 0xff);
            }
            out.write(packed);
        }
        for (int k = from; k < from + GROUP; k++) {
            if ((deltas[k] & 0xff) >= sentinel) {
                out.write(deltas[k]);
            }
        }
    }

    /** @return count elements of {@code stride} bytes */
    static byte[] decode(ByteReader in, int count, int stride) {
        in.expect(HEADER, "attributes");
        in.keepBack(tail(stride));
        byte[] out = new byte[count * stride];
        byte[] last = in.lastBytes(stride);
        int block = blockElements(stride);
        for (int from = 0; from < count; from += block) {
            int elements = Math.min(block, count - from);
            for (int b = 0; b < stride; b++) {
                last[b] = decodeBytes(in, out, from * stride + b, stride, elements, last[b]);
            }
        }
        in.expectEnd();
        return out;
    }

    private static byte decodeBytes(ByteReader in, byte[] out, int at, int stride, int elements, byte before) {
        int groups = (elements + GROUP - 1) / GROUP;
        byte[] headers = in.bytes((groups + 3) / 4);
        byte[] group = new byte[GROUP];
        byte value = before;
        for (int g = 0; g < groups; g++) {
            decodeGroup(in, headers[g / 4] >> g % 4 * 2 & 3, group);
            for (int k = 0; k < GROUP && g * GROUP + k < elements; k++) {
                int v = group[k] & 0xff;
                value += (byte) ((v & 1) != 0 ? ~(v >> 1) : v >> 1);
                out[at + (g * GROUP + k) * stride] = value;
            }
        }
        return value;
    }

    private static void decodeGroup(ByteReader in, int mode, byte[] group) {
        if (mode == 0 || mode == 3) {
            System.arraycopy(mode == 0 ? new byte[GROUP] : in.bytes(GROUP), 0, group, 0, GROUP);
            return;
        }
        int bits = 2 * mode;
        int sentinel = (1 << bits) - 1;
        byte[] packed = in.bytes(GROUP * bits / 8);
        for (int k = 0; k < GROUP; k++) {
            int bit = k * bits;
            int v = packed[bit / 8] >> (8 - bits - bit % 8) & sentinel;
            group[k] = v == sentinel ? in.next() : (byte) v;
        }
    }
}
