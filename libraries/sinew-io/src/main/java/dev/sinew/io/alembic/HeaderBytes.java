package dev.sinew.io.alembic;

import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Reads a block of headers from front to back, each number and name within its bounds. */
final class HeaderBytes {
    private final OgawaFile file;
    private final ByteBuffer data;
    private final String what;

    /** @param what the block is called in a sentence */
    HeaderBytes(OgawaFile file, ByteBuffer data, String what) {
        this.file = file;
        this.data = data;
        this.what = what;
    }

    boolean more() {
        return data.hasRemaining();
    }

    RefusedException bad(String rest) {
        return file.bad(what + " " + rest);
    }

    private void require(long bytes, String part) {
        if (bytes > data.remaining()) {
            throw bad("are cut off: " + part + " takes " + bytes + " bytes where " + data.remaining() + " are left");
        }
    }

    int unsignedByte(String part) {
        require(1, part);
        return data.get() & 0xff;
    }

    int info(String part) {
        require(4, part);
        return data.getInt();
    }

    /** A count that takes 1, 2 or 4 bytes, as the hint says. */
    long count(int hint, String part) {
        return switch (hint) {
            case 0 -> unsignedByte(part);
            case 1 -> {
                require(2, part);
                yield data.getShort() & 0xffff;
            }
            case 2 -> {
                require(4, part);
                yield data.getInt() & 0xffffffffL;
            }
            default -> throw bad("have a count of unknown width (" + hint + ") for " + part);
        };
    }

    double number(String part) {
        require(8, part);
        return data.getDouble();
    }

    double[] numbers(long count, String part) {
        require(8 * count, part);
        double[] numbers = new double[(int) count];
        for (int k = 0; k < numbers.length; k++) {
            numbers[k] = data.getDouble();
        }
        return numbers;
    }

    String text(long length, String part) {
        require(length, part);
        byte[] bytes = new byte[(int) length];
        data.get(bytes);
        // Names end up in sentences: what is no letter must not break their line.
        return new String(bytes, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
    }
}
