package dev.sinew.assimp;

import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Set;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Looks through a binary FBX before Assimp may: lengths must lie within the file, and keys must be numbers that can be
 * meant. Assimp believes both, and takes all the memory there is: it divides every turn between two keys into halves
 * of a circle, however many that are.
 */
final class FbxCheck {
    static final String BINARY = "Kaydara FBX Binary";
    private static final int HEADER_BYTES = 27;
    private static final int VERSION_AT = 23;
    /** From this version on, positions take eight bytes. */
    private static final int WIDE_VERSION = 7500;

    private static final int MOST_DEPTH = 100;
    /** What zlib can pack at best. */
    private static final long MOST_PACKED = 1040;

    private static final int MOST_TEXT_BYTES = 1 << 28;
    private static final Set<String> KEYS = Set.of("KeyValueFloat");
    /** Half turns, or as many metres: a thousand times around, a thousand times over. */
    private static final double MOST_HALF_TURNS = 1e6;

    private final Path file;
    private final ByteBuffer in;
    private final boolean wide;
    private double halfTurns;

    private FbxCheck(Path file, ByteBuffer in) {
        this.file = file;
        this.in = in.duplicate().order(ByteOrder.LITTLE_ENDIAN);
        this.wide = this.in.getInt(VERSION_AT) >= WIDE_VERSION;
    }

    /** Refuses a file that lies; of files of text only the keys are looked at. */
    static void check(Path file, ByteBuffer bytes) {
        if (bytes.remaining() < HEADER_BYTES) {
            throw new RefusedException(file + " cannot be read as FBX: it holds " + bytes.remaining()
                    + " bytes where the header alone takes " + HEADER_BYTES);
        }
        for (int k = 0; k < BINARY.length(); k++) {
            if (bytes.get(k) != BINARY.charAt(k)) {
                new FbxCheck(file, bytes).textKeys();
                return;
            }
        }
        new FbxCheck(file, bytes).nodes(HEADER_BYTES, bytes.remaining(), 0);
    }

    private RefusedException bad(String rest) {
        return new RefusedException(file + " cannot be read as FBX: " + rest);
    }

    /** Nodes from a position up to the empty one that ends them, or the end of what they are in. */
    private void nodes(long from, long to, int depth) {
        if (depth > MOST_DEPTH) {
            throw bad("its nodes are nested deeper than " + MOST_DEPTH);
        }
        int head = wide ? 25 : 13;
        long at = from;
        while (at + head <= to) {
            long end = number(at);
            long count = number(at + (wide ? 8 : 4));
            long length = number(at + (wide ? 16 : 8));
            int nameLength = in.get((int) at + head - 1) & 0xff;
            if (end == 0) {
                return;
            }
            long values = at + head + nameLength;
            if (end <= at || end > to || length < 0 || values + length > end) {
                throw bad("the node at byte " + at + " claims to end at byte " + end + " with " + length
                        + " bytes of values, of a file with " + in.capacity());
            }
            values(name((int) at + head, nameLength), values, values + length, count);
            if (values + length < end) {
                nodes(values + length, end, depth + 1);
            }
            at = end;
        }
    }

    private long number(long at) {
        return wide ? in.getLong((int) at) : in.getInt((int) at) & 0xffffffffL;
    }

    private String name(int at, int length) {
        byte[] bytes = new byte[length];
        in.get(at, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    private void values(String node, long from, long to, long count) {
        long at = from;
        for (long k = 0; k < count; k++) {
            if (at >= to) {
                throw bad("node " + shown(node) + " claims " + count + " values, there are " + k);
            }
            char kind = (char) (in.get((int) at) & 0xff);
            at += 1 + size(node, kind, at + 1, to);
        }
        if (at != to) {
            throw bad("the values of node " + shown(node) + " end at byte " + at + " instead of " + to);
        }
    }

    private static String shown(String name) {
        return name.replaceAll("[^\\x20-\\x7e]", "?");
    }

    private long size(String node, char kind, long at, long to) {
        return switch (kind) {
            case 'Y' -> 2;
            case 'C', 'B' -> 1;
            case 'I', 'F' -> 4;
            case 'D', 'L' -> 8;
            case 'S', 'R' -> 4 + unsigned(at, to);
            case 'f', 'd', 'l', 'i', 'b', 'c' -> array(node, kind, at, to);
            default -> throw bad("node " + shown(node) + " has a value of unknown kind " + (int) kind);
        };
    }

    private long unsigned(long at, long to) {
        if (at + 4 > to) {
            throw bad("a value at byte " + at + " is cut off");
        }
        return in.getInt((int) at) & 0xffffffffL;
    }

    private long array(String node, char kind, long at, long to) {
        long count = unsigned(at, to);
        long packed = unsigned(at + 4, to);
        long stored = unsigned(at + 8, to);
        int element = kind == 'd' || kind == 'l' ? 8 : kind == 'b' || kind == 'c' ? 1 : 4;
        long bytes = count * element;
        boolean sound = packed == 0 ? bytes == stored : packed == 1 && bytes <= MOST_PACKED * stored + 64;
        if (!sound || at + 12 + stored > to) {
            throw bad("node " + shown(node) + " claims " + count + " numbers in " + stored + " bytes");
        }
        if (KEYS.contains(node) && kind == 'f') {
            keys(unpacked((int) at + 12, (int) stored, packed, (int) bytes));
        }
        return 12 + stored;
    }

    private ByteBuffer unpacked(int at, int stored, long packed, int bytes) {
        byte[] raw = new byte[stored];
        in.get(at, raw);
        if (packed == 0) {
            return ByteBuffer.wrap(raw).order(ByteOrder.LITTLE_ENDIAN);
        }
        Inflater inflater = new Inflater();
        try {
            inflater.setInput(raw);
            byte[] whole = new byte[bytes];
            if (inflater.inflate(whole) != bytes) {
                throw bad("its packed keys are shorter than they claim");
            }
            return ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        } catch (DataFormatException e) {
            throw bad("its packed keys are damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /** {@code KeyValueFloat: *3 { a: 1,2,3 } }, wherever it stands. */
    private void textKeys() {
        if (in.capacity() > MOST_TEXT_BYTES) {
            throw bad("it is text of " + in.capacity() + " bytes, at most " + MOST_TEXT_BYTES + " are read");
        }
        byte[] bytes = new byte[in.capacity()];
        in.get(0, bytes);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        for (int at = text.indexOf("KeyValueFloat"); at >= 0; at = text.indexOf("KeyValueFloat", at + 1)) {
            int from = text.indexOf("a:", at);
            int to = text.indexOf('}', at);
            if (from >= 0 && to > from) {
                String[] numbers = text.substring(from + 2, to).split(",");
                ByteBuffer values = ByteBuffer.allocate(4 * numbers.length);
                for (String number : numbers) {
                    values.putFloat(parsed(number.trim()));
                }
                keys(values);
            }
        }
    }

    private static float parsed(String number) {
        try {
            return Float.parseFloat(number);
        } catch (NumberFormatException e) {
            return Float.NaN;
        }
    }

    private void keys(ByteBuffer values) {
        for (int at = 0; at + 4 <= values.capacity(); at += 4) {
            float value = values.getFloat(at);
            float before = at == 0 ? value : values.getFloat(at - 4);
            halfTurns += Math.abs((double) value - before) / 180;
            if (!Float.isFinite(value) || !(halfTurns < MOST_HALF_TURNS)) {
                throw bad("an animation key has the value " + value + " after " + before
                        + ", which is further than anything turns or moves");
            }
        }
    }
}
