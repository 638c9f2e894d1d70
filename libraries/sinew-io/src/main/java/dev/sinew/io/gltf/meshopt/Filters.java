package dev.sinew.io.gltf.meshopt;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Filters of EXT_meshopt_compression: transform numbers so that fewer bytes differ, and back. */
public final class Filters {
    private static final double RANGE = Math.sqrt(0.5);
    private static final int SHORT = 32767;
    private static final int BYTE = 127;
    private static final int MAX_MANTISSA = (1 << 23) - 1;
    private static final int MAX_EXPONENT = 100;

    private Filters() {}

    private static ByteBuffer wrap(byte[] data) {
        return ByteBuffer.wrap(data).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * Encodes unit quaternions without their largest component.
     *
     * @param quaternions four numbers each, not modified
     * @param bits per number, 4 to 16
     */
    public static byte[] quaternions(double[] quaternions, int bits) {
        ByteBuffer out = wrap(new byte[2 * quaternions.length]);
        int one = (1 << (bits - 1)) - 1;
        for (int k = 0; k < quaternions.length; k += 4) {
            int largest = 0;
            for (int x = 1; x < 4; x++) {
                largest = Math.abs(quaternions[k + x]) > Math.abs(quaternions[k + largest]) ? x : largest;
            }
            double sign = quaternions[k + largest] < 0 ? -1 : 1;
            for (int n = 1; n < 4; n++) {
                double x = sign * quaternions[k + (largest + n) % 4] / RANGE;
                out.putShort((short) Math.rint(Math.max(-1, Math.min(1, x)) * one));
            }
            out.putShort((short) (one & ~3 | largest));
        }
        return out.array();
    }

    /**
     * Rounds numbers to multiples of a power of two.
     *
     * @param step maximum step
     */
    public static byte[] steps(float[] values, double step) {
        double largest = 0;
        for (float x : values) {
            largest = Math.max(largest, Math.abs(x));
        }
        int exponent = Math.getExponent(step);
        while (largest / Math.scalb(1.0, exponent) > MAX_MANTISSA) {
            exponent++;
        }
        exponent = Math.max(-MAX_EXPONENT, Math.min(MAX_EXPONENT, exponent));
        ByteBuffer out = wrap(new byte[4 * values.length]);
        for (float x : values) {
            int mantissa = (int) Math.rint(x / Math.scalb(1.0, exponent));
            out.putInt(exponent << 24 | mantissa & 0xffffff);
        }
        return out.array();
    }

    /**
     * Encodes unit vectors on a flattened octahedron, four bytes each. Of the four surrounding cells, chooses the one with
     * the smallest angular error.
     *
     * @param vectors three numbers each, not modified
     */
    public static byte[] octahedral(float[] vectors) {
        ByteBuffer out = wrap(new byte[vectors.length / 3 * 4]);
        double[] unit = new double[3];
        for (int k = 0; k < vectors.length; k += 3) {
            double sum = Math.abs(vectors[k]) + Math.abs(vectors[k + 1]) + Math.abs(vectors[k + 2]);
            double x = sum > 0 ? vectors[k] / sum : 0;
            double y = sum > 0 ? vectors[k + 1] / sum : 0;
            if (vectors[k + 2] < 0) {
                double folded = (1 - Math.abs(y)) * (x < 0 ? -1 : 1);
                y = (1 - Math.abs(x)) * (y < 0 ? -1 : 1);
                x = folded;
            }
            int best = 0;
            double most = -2;
            for (int corner = 0; corner < 4; corner++) {
                int a = (int) Math.floor(x * BYTE) + (corner & 1);
                int b = (int) Math.floor(y * BYTE) + (corner >> 1);
                if (Math.abs(a) <= BYTE && Math.abs(b) <= BYTE) {
                    unfold(a / (double) BYTE, b / (double) BYTE, unit);
                    double cosine = unit[0] * vectors[k] + unit[1] * vectors[k + 1] + unit[2] * vectors[k + 2];
                    best = cosine > most ? corner : best;
                    most = Math.max(most, cosine);
                }
            }
            out.put((byte) (Math.floor(x * BYTE) + (best & 1)));
            out.put((byte) (Math.floor(y * BYTE) + (best >> 1)));
            out.put((byte) BYTE).put((byte) 0);
        }
        return out.array();
    }

    private static void unfold(double u, double v, double[] unit) {
        double z = 1 - Math.abs(u) - Math.abs(v);
        double t = Math.min(z, 0);
        double x = u - Math.copySign(t, u);
        double y = v - Math.copySign(t, v);
        double length = Math.sqrt(x * x + y * y + z * z);
        unit[0] = x / length;
        unit[1] = y / length;
        unit[2] = z / length;
    }

    /** @param data modified */
    static void restore(String filter, byte[] data, int stride) {
        switch (filter) {
            case "OCTAHEDRAL" -> octahedral(wrap(data), stride);
            case "QUATERNION" -> quaternion(wrap(data));
            case "EXPONENTIAL" -> exponential(wrap(data));
            default -> {
                // Nothing to undo.
            }
        }
    }

    private static void octahedral(ByteBuffer data, int stride) {
        boolean small = stride == 4;
        int max = small ? BYTE : SHORT;
        double[] unit = new double[3];
        for (int at = 0; at + stride <= data.capacity(); at += stride) {
            double one = get(data, at, 2, small);
            double x = get(data, at, 0, small) / one;
            double y = get(data, at, 1, small) / one;
            unfold(x, y, unit);
            for (int c = 0; c < 3; c++) {
                put(data, at, c, small, Math.rint(unit[c] * max));
            }
        }
    }

    private static int get(ByteBuffer data, int at, int x, boolean small) {
        return small ? data.get(at + x) : data.getShort(at + 2 * x);
    }

    private static void put(ByteBuffer data, int at, int x, boolean small, double value) {
        if (small) {
            data.put(at + x, (byte) value);
        } else {
            data.putShort(at + 2 * x, (short) value);
        }
    }

    private static void quaternion(ByteBuffer data) {
        for (int at = 0; at + 8 <= data.capacity(); at += 8) {
            int code = data.getShort(at + 6);
            double one = code | 3;
            int largest = code & 3;
            double[] q = new double[4];
            double rest = 1;
            for (int n = 1; n < 4; n++) {
                double x = data.getShort(at + 2 * n - 2) / one * RANGE;
                q[(largest + n) % 4] = x;
                rest -= x * x;
            }
            q[largest] = Math.sqrt(Math.max(0, rest));
            for (int x = 0; x < 4; x++) {
                data.putShort(at + 2 * x, (short) Math.rint(q[x] * SHORT));
            }
        }
    }

    private static void exponential(ByteBuffer data) {
        for (int at = 0; at + 4 <= data.capacity(); at += 4) {
            int v = data.getInt(at);
            data.putFloat(at, (float) Math.scalb((double) (v << 8 >> 8), v >> 24));
        }
    }
}
