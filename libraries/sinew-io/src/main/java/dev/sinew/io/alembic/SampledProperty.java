package dev.sinew.io.alembic;

import dev.sinew.io.alembic.AlembicObject.CompoundProperty.PropertyHeader;
import dev.sinew.io.alembic.AlembicObject.CompoundProperty.PropertyHeader.Kind;
import dev.sinew.io.alembic.OgawaFile.OgawaGroup;
import java.nio.ByteBuffer;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * A property with samples. Every sample is a 16-byte digest followed by its numbers. An array's dimensions follow, which we
 * derive from the number of bytes instead.
 *
 * @param path what to call it in messages
 */
record SampledProperty(OgawaFile file, PropertyHeader header, OgawaGroup group, String path) {
    private static final int DIGEST_BYTES = 16;

    int samples() {
        return header.samples();
    }

    TimeSampling sampling() {
        return header.sampling();
    }

    /** A meta data value, such as the scope or interpretation. */
    String metaData(String key) {
        return header.metaData().getOrDefault(key, "");
    }

    private long child(int sample) {
        int stored = header.stored(Math.min(sample, samples() - 1));
        return header.kind() == Kind.ARRAY ? 2L * stored : stored;
    }

    private String what(int sample) {
        return "sample " + sample + " of " + path;
    }

    /** The file position of a sample: equal positions mean equal content. */
    long filePosition(int sample) {
        return group.dataPosition(child(sample), what(sample));
    }

    /** Numbers of a sample, without its digest. */
    private ByteBuffer data(int sample) {
        ByteBuffer data = group.data(child(sample), what(sample));
        if (data.remaining() == 0) {
            return data;
        }
        if (data.remaining() < DIGEST_BYTES
                || (data.remaining() - DIGEST_BYTES) % header.pod().bytes() != 0) {
            throw file.bad(what(sample) + " has " + data.remaining() + " bytes, which is not a digest of "
                    + DIGEST_BYTES + " bytes and numbers of " + header.pod().bytes() + " bytes each");
        }
        return data.slice(DIGEST_BYTES, data.remaining() - DIGEST_BYTES).order(data.order());
    }

    private ByteBuffer numbers(int sample) {
        if (header.pod().isText()) {
            throw file.bad(path + " contains text instead of numbers");
        }
        return data(sample);
    }

    float[] floats(int sample) {
        ByteBuffer data = numbers(sample);
        return floats(data, 0, data.remaining() / header.pod().bytes());
    }

    /** Numbers {@code from ≤ k < to} of a sample, which must have at least that many. */
    float[] floats(int sample, int from, int to) {
        return floats(numbers(sample), from, to);
    }

    private float[] floats(ByteBuffer data, int from, int to) {
        float[] values = new float[to - from];
        if (header.pod() == Pod.FLOAT32) {
            data.asFloatBuffer().get(from, values);
        } else {
            for (int k = 0; k < values.length; k++) {
                values[k] = (float) header.pod().number(data, from + k);
            }
        }
        return values;
    }

    double[] doubles(int sample) {
        ByteBuffer data = numbers(sample);
        double[] values = new double[data.remaining() / header.pod().bytes()];
        for (int k = 0; k < values.length; k++) {
            values[k] = header.pod().number(data, k);
        }
        return values;
    }

    int[] ints(int sample) {
        ByteBuffer data = numbers(sample);
        int[] values = new int[data.remaining() / header.pod().bytes()];
        if (header.pod() == Pod.INT32) {
            data.asIntBuffer().get(values);
            return values;
        }
        for (int k = 0; k < values.length; k++) {
            double number = header.pod().number(data, k);
            values[k] = (int) number;
            if (values[k] != number) {
                throw file.bad(
                        what(sample) + " has the value " + number + " at index " + k + "; it must be an integer");
            }
        }
        return values;
    }

    /** The first string of a sample. */
    String text(int sample) {
        if (!header.pod().isText()) {
            throw file.bad(path + " contains numbers instead of text");
        }
        ByteBuffer data = data(sample);
        int width = header.pod().bytes();
        int length = 0;
        while (length < data.remaining() / width && header.pod().number(data, length) != 0) {
            length++;
        }
        byte[] bytes = new byte[length * width];
        data.get(0, bytes);
        Charset charset = width == 1 ? StandardCharsets.UTF_8 : Charset.forName("UTF-32LE");
        return new String(bytes, charset);
    }

    /** Plain old data: the types of numbers and strings in properties, ordered by their codes in the file. */
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

        /** The size of a number or character. */
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
}
