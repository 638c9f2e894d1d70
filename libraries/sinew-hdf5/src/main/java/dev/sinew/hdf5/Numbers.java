package dev.sinew.hdf5;

import dev.sinew.run.RefusedException;
import java.lang.reflect.Array;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Numbers as jHDF hands them out, boxed, in arrays of any depth, unsigned ones in the next larger type. */
final class Numbers {
    /** Bytes of a number, by code of plain old data. */
    private static final int[] BYTES = {1, 1, 1, 2, 2, 4, 4, 8, 8, 2, 4, 8};

    private static final int FLOAT16 = 9;
    private static final int FLOAT32 = 10;
    private static final int FLOAT64 = 11;

    private Numbers() {}

    static double[] doubles(Object data) {
        int count = count(data);
        double[] out = new double[count];
        for (int k = 0; k < count; k++) {
            out[k] = ((Number) element(data, k)).doubleValue();
        }
        return out;
    }

    private static int count(Object data) {
        if (!(data instanceof Number) && !(data.getClass().isArray())) {
            throw new RefusedException(
                    "a number is expected where " + data.getClass().getSimpleName() + " stands");
        }
        return data instanceof Number ? 1 : Array.getLength(data);
    }

    private static Object element(Object data, int k) {
        return data instanceof Number ? data : Array.get(data, k);
    }

    /** Little-endian, as Ogawa files have them; text becomes nothing. */
    static byte[] bytes(Object data, int pod) {
        if (pod >= BYTES.length) {
            return new byte[0];
        }
        int count = count(data);
        ByteBuffer out =
                ByteBuffer.allocate(Math.multiplyExact(BYTES[pod], count)).order(ByteOrder.LITTLE_ENDIAN);
        for (int k = 0; k < count; k++) {
            put(out, (Number) element(data, k), pod);
        }
        return out.array();
    }

    private static void put(ByteBuffer out, Number number, int pod) {
        switch (pod) {
            case FLOAT16 -> out.putShort(half(number.floatValue()));
            case FLOAT32 -> out.putFloat(number.floatValue());
            case FLOAT64 -> out.putDouble(number.doubleValue());
            default -> {
                switch (BYTES[pod]) {
                    case 1 -> out.put(number.byteValue());
                    case 2 -> out.putShort(number.shortValue());
                    case 4 -> out.putInt(number.intValue());
                    default -> out.putLong(number.longValue());
                }
            }
        }
    }

    /** The bits of a number that is a half already. */
    private static short half(float value) {
        int bits = Float.floatToRawIntBits(value);
        int sign = bits >>> 16 & 0x8000;
        int exponent = (bits >>> 23 & 0xff) - 112;
        int fraction = bits & 0x7fffff;
        if (exponent >= 31) {
            return (short) (sign | 0x7c00 | ((bits & 0x7fffffff) > 0x7f800000 ? 0x200 : 0));
        }
        if (exponent <= 0) {
            return (short) (exponent < -10 ? sign : sign | (fraction | 0x800000) >> 14 - exponent);
        }
        return (short) (sign | exponent << 10 | fraction >> 13);
    }
}
