package dev.sinew.io.alembic;

import java.nio.ByteBuffer;
import java.util.Optional;

/** Plain old data: the kinds of numbers and strings that properties hold, in the order of their codes in the file. */
enum Pod {
    BOOLEAN(1),
    UINT8(1),
    INT8(1),
    UINT16(2),
    INT16(2),
    UINT32(4),
    INT32(4),
    UINT64(8),
    INT64(8),
    FLOAT16(2),
    FLOAT32(4),
    FLOAT64(8),
    STRING(1),
    WIDE_STRING(4);

    private static final Pod[] BY_CODE = values();

    private final int bytes;

    Pod(int bytes) {
        this.bytes = bytes;
    }

    static Optional<Pod> ofCode(int code) {
        return code < BY_CODE.length ? Optional.of(BY_CODE[code]) : Optional.empty();
    }

    int code() {
        return ordinal();
    }

    /** Of a number, or of a character. */
    int bytes() {
        return bytes;
    }

    boolean isText() {
        return this == STRING || this == WIDE_STRING;
    }

    /** The k-th number of a buffer. */
    double number(ByteBuffer data, int k) {
        return switch (this) {
            case BOOLEAN -> data.get(k) == 0 ? 0 : 1;
            case UINT8, STRING -> data.get(k) & 0xff;
            case INT8 -> data.get(k);
            case UINT16 -> data.getShort(2 * k) & 0xffff;
            case INT16 -> data.getShort(2 * k);
            case UINT32 -> data.getInt(4 * k) & 0xffffffffL;
            case INT32, WIDE_STRING -> data.getInt(4 * k);
            case UINT64, INT64 -> data.getLong(8 * k);
            case FLOAT16 -> half(data.getShort(2 * k));
            case FLOAT32 -> data.getFloat(4 * k);
            case FLOAT64 -> data.getDouble(8 * k);
        };
    }

    /** IEEE 754 binary16: five bits of exponent, ten of fraction. */
    static double half(short bits) {
        int exponent = bits >> 10 & 0x1f;
        int fraction = bits & 0x3ff;
        double magnitude = switch (exponent) {
            case 0 -> Math.scalb((double) fraction, -24);
            case 0x1f -> fraction == 0 ? Double.POSITIVE_INFINITY : Double.NaN;
            default -> Math.scalb(1024.0 + fraction, exponent - 25);
        };
        return bits < 0 ? -magnitude : magnitude;
    }
}
