package dev.sinew.assimp;

import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/**
 * Looks through a binary FBX before Assimp may: lengths must lie within the file, and keys must be numbers that can be
 * meant. Assimp believes both, and takes all the memory there is: it divides every turn between two keys into halves
 * of a circle, however many that are. What gets past here meets the bounds of {@link FbxProcess}; here the sentence is better.
 */
final class FbxCheck {
    static final String BINARY = "Kaydara FBX Binary";
    /** Where the keys of a curve stand. */
    static final String KEYS = "KeyValueFloat";
    /** Where the faces of a mesh stand, a number per corner. */
    static final String CORNERS = "PolygonVertexIndex";

    private static final int HEADER_BYTES = 27;
    private static final int VERSION_AT = 23;
    /** From this version on, positions take eight bytes. */
    private static final int WIDE_VERSION = 7500;
    /** The newest there is calls itself 7700. */
    private static final int LAST_VERSION = 9999;

    static final int MOST_DEPTH = 100;
    /** What zlib can pack at best. */
    private static final long MOST_PACKED = 1040;

    private final FbxClaims claims;
    private final ByteBuffer in;
    private final boolean wide;
    /** The object that is being looked through, 0 outside. */
    private long object;

    private FbxCheck(FbxClaims claims, ByteBuffer in) {
        this.claims = claims;
        this.in = in;
        long version = in.getInt(VERSION_AT) & 0xffffffffL;
        if (version > LAST_VERSION) {
            throw claims.bad("it is of version " + version + ", known are those up to " + LAST_VERSION);
        }
        this.wide = version >= WIDE_VERSION;
    }

    /** Refuses a file that lies, and says what it claims. */
    static FbxClaims check(Path file, byte[] bytes) {
        if (bytes.length < HEADER_BYTES) {
            throw new RefusedException(file + " cannot be read as FBX: it holds " + bytes.length
                    + " bytes where the header alone takes " + HEADER_BYTES);
        }
        FbxClaims claims = new FbxClaims(file, bytes.length);
        byte[] word = BINARY.getBytes(StandardCharsets.US_ASCII);
        if (!Arrays.equals(bytes, 0, word.length, word, 0, word.length)) {
            new FbxTextCheck(claims, bytes).check();
            return claims;
        }
        ByteBuffer in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        new FbxCheck(claims, in).nodes("", HEADER_BYTES, bytes.length, 0);
        return claims;
    }

    /** Nodes from a position up to the empty one that ends them, or the end of what they are in. */
    private void nodes(String parent, long from, long to, int depth) {
        if (depth > MOST_DEPTH) {
            throw claims.bad("its nodes are nested deeper than " + MOST_DEPTH);
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
            if (end <= at || end > to || values > end || length < 0 || length > end - values) {
                throw claims.bad("the node at byte " + at + " claims to end at byte " + end + " with " + length
                        + " bytes of values, of a file with " + in.capacity());
            }
            String name = text((int) at + head, nameLength);
            meant(parent, name, values, values + length, count);
            values(name, values, values + length, count);
            if (values + length < end) {
                nodes(name, values + length, end, depth + 1);
            }
            at = end;
        }
    }

    private long number(long at) {
        return wide ? in.getLong((int) at) : in.getInt((int) at) & 0xffffffffL;
    }

    private String text(int at, int length) {
        byte[] bytes = new byte[length];
        in.get(at, bytes);
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }

    /** Meshes, models, and what hangs on what: objects begin with their number, connections with their kind. */
    private void meant(String parent, String name, long from, long to, long count) {
        if (parent.equals("Objects")) {
            object = count > 0 && to - from >= 9 && in.get((int) from) == 'L' ? in.getLong((int) from + 1) : 0;
            if (name.equals("Model")) {
                claims.model(object);
            }
        }
        if (parent.equals("Connections")
                && name.equals("C")
                && to - from >= 25
                && text((int) from + 5, 2).equals("OO")) {
            // The kind, five bytes before its two letters, then two numbers with a letter before each.
            claims.connection(in.getLong((int) from + 8), in.getLong((int) from + 17));
        }
    }

    private void values(String node, long from, long to, long count) {
        long at = from;
        for (long k = 0; k < count; k++) {
            if (at >= to) {
                throw claims.bad("node " + shown(node) + " claims " + count + " values, there are " + k);
            }
            char kind = (char) (in.get((int) at) & 0xff);
            at += 1 + size(node, kind, at + 1, to);
        }
        if (at != to) {
            throw claims.bad("the values of node " + shown(node) + " end at byte " + at + " instead of " + to);
        }
    }

    static String shown(String name) {
        String plain = name.replaceAll("[^\\x20-\\x7e]", "?");
        return plain.length() > 60 ? plain.substring(0, 60) + "…" : plain;
    }

    private long size(String node, char kind, long at, long to) {
        return switch (kind) {
            case 'Y' -> 2;
            case 'C', 'B' -> 1;
            case 'I', 'F' -> 4;
            case 'D', 'L' -> 8;
            case 'S', 'R' -> 4 + unsigned(at, to);
            case 'f', 'd', 'l', 'i', 'b', 'c' -> array(node, kind, at, to);
            default -> throw claims.bad("node " + shown(node) + " has a value of unknown kind " + (int) kind);
        };
    }

    private long unsigned(long at, long to) {
        if (at + 4 > to) {
            throw claims.bad("a value at byte " + at + " is cut off");
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
            throw claims.bad("node " + shown(node) + " claims " + count + " numbers in " + stored + " bytes");
        }
        claims.array(shown(node), bytes);
        if (node.equals(CORNERS)) {
            claims.mesh(object, count);
        }
        if (node.equals(KEYS)) {
            keys(kind, element, unpacked((int) at + 12, (int) stored, packed, (int) bytes));
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
                throw claims.bad("its packed keys are shorter than they claim");
            }
            return ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        } catch (DataFormatException e) {
            throw claims.bad("its packed keys are damaged: " + e.getMessage());
        } finally {
            inflater.end();
        }
    }

    /** Keys of whatever kind: Assimp takes floats and doubles for one another. */
    private void keys(char kind, int element, ByteBuffer values) {
        double before = 0;
        for (int at = 0; at + element <= values.capacity(); at += element) {
            double value = switch (kind) {
                case 'f' -> values.getFloat(at);
                case 'd' -> values.getDouble(at);
                case 'l' -> values.getLong(at);
                case 'i' -> values.getInt(at);
                default -> values.get(at);
            };
            claims.keys(at == 0 ? value : before, value);
            before = value;
        }
    }
}
