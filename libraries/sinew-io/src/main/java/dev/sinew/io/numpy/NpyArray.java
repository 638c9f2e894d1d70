package dev.sinew.io.numpy;

import dev.sinew.run.RefusedException;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.zip.CRC32;
import java.util.zip.CheckedInputStream;
import java.util.zip.ZipException;

/** One array whose header has been read and found to agree with the length of what follows. */
final class NpyArray {
    private static final int BUFFER = 1 << 16;

    /** Where the bytes of an array are: a file, or an entry of an archive. */
    interface Bytes {
        InputStream open() throws IOException;

        long size() throws IOException;

        /** The checksum of all bytes, or -1 where the format has none. */
        long checksum();
    }

    /** Takes the numbers one by one, in the order of the file. */
    interface Taker {
        void take(long at, double value);
    }

    private final Path file;
    private final String what;
    private final Bytes bytes;
    private final NpyHeader header;

    private NpyArray(Path file, String what, Bytes bytes, NpyHeader header) {
        this.file = file;
        this.what = what;
        this.bytes = bytes;
        this.header = header;
    }

    /** @param what names the array in a sentence, file included */
    static NpyArray open(Path file, String what, Bytes bytes) {
        try (DataInputStream in = new DataInputStream(bytes.open())) {
            NpyHeader header = NpyHeader.read(in, what);
            long needed = header.count(what) * header.itemBytes();
            long there = bytes.size() - header.bytes();
            if (needed > there) {
                throw new RefusedException(what + " is cut off: the shape " + header.shapeText() + " needs " + needed
                        + " bytes where " + Math.max(0, there) + " follow");
            }
            return new NpyArray(file, what, bytes, header);
        } catch (IOException e) {
            throw damaged(what, e);
        }
    }

    private static RefusedException damaged(String what, IOException e) {
        String reason = e instanceof ZipException ? "its compressed bytes are damaged" : "it is cut off";
        return new RefusedException(what + " cannot be read: " + reason, e);
    }

    Path file() {
        return file;
    }

    /** Names the array in a sentence. */
    String what() {
        return what;
    }

    NpyHeader header() {
        return header;
    }

    List<Long> shape() {
        return header.shape();
    }

    /** Passes over all numbers; refuses bytes that do not match their checksum. */
    void forEach(Taker taker) {
        long count = header.count(what);
        CRC32 sum = new CRC32();
        try (InputStream in = new CheckedInputStream(bytes.open(), sum)) {
            in.skipNBytes(header.bytes());
            int item = header.itemBytes();
            byte[] block = new byte[(int) Math.min(BUFFER, Math.max(1, count) * item)];
            ByteBuffer numbers = ByteBuffer.wrap(block).order(header.order());
            for (long at = 0; at < count; ) {
                int here = (int) Math.min(block.length / item, count - at);
                if (in.readNBytes(block, 0, here * item) < here * item) {
                    throw new RefusedException(what + " is cut off");
                }
                for (int k = 0; k < here; k++) {
                    taker.take(at++, number(numbers, k * item));
                }
            }
            while (in.read(block) > 0) {
                // What follows the numbers belongs to the checksum.
            }
        } catch (IOException e) {
            throw damaged(what, e);
        }
        if (bytes.checksum() >= 0 && sum.getValue() != bytes.checksum()) {
            throw new RefusedException(what + " is damaged: its bytes do not match the archive's checksum");
        }
    }

    private double number(ByteBuffer numbers, int at) {
        return switch (header.itemBytes()) {
            case 1 -> header.kind() == 'u' ? Byte.toUnsignedInt(numbers.get(at)) : numbers.get(at);
            case 2 -> header.kind() == 'u' ? Short.toUnsignedInt(numbers.getShort(at)) : numbers.getShort(at);
            case 4 -> number4(numbers, at);
            default -> header.isFloating() ? numbers.getDouble(at) : numbers.getLong(at);
        };
    }

    private double number4(ByteBuffer numbers, int at) {
        return switch (header.kind()) {
            case 'f' -> numbers.getFloat(at);
            case 'u' -> Integer.toUnsignedLong(numbers.getInt(at));
            default -> numbers.getInt(at);
        };
    }

    /**
     * What stands before the numbers of an array: a line of Python such as
     * {@code {'descr': '<f4', 'fortran_order': False, 'shape': (48, 8431, 3), }}.
     *
     * @param kind f for floating point, i and u for integers with and without sign
     * @param itemBytes bytes a number
     * @param order of the bytes of a number
     * @param fortran whether the first index runs fastest instead of the last
     * @param shape extents, the outermost first; none for a single number
     * @param bytes how long the header is, with all that precedes it
     */
    record NpyHeader(char kind, int itemBytes, ByteOrder order, boolean fortran, List<Long> shape, int bytes) {
        static final String MAGIC = "\u0093NUMPY";
        private static final int MAGIC_BYTES = 6;

        /** NumPy itself refuses longer ones: reading them costs time and memory. */
        private static final int MOST_BYTES = 10_000;

        private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([<>|=]?)([a-zA-Z])(\\d{0,4})'");
        private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
        private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([\\d ,L]*)\\)");

        NpyHeader {
            shape = List.copyOf(shape);
        }

        /** Reads a header from where it begins. */
        static NpyHeader read(DataInputStream in, String what) throws IOException {
            byte[] magic = in.readNBytes(MAGIC_BYTES + 2);
            if (magic.length < MAGIC_BYTES + 2 || !new String(magic, StandardCharsets.ISO_8859_1).startsWith(MAGIC)) {
                throw new RefusedException(what + " is no NumPy array: it does not begin with \\x93NUMPY");
            }
            int version = magic[MAGIC_BYTES];
            if (version < 1 || version > 3) {
                throw new RefusedException(
                        what + " is a NumPy array of format version " + version + ", versions 1 to 3 are read");
            }
            int lengthBytes = version == 1 ? 2 : 4;
            long length = version == 1
                    ? Short.toUnsignedInt(Short.reverseBytes(in.readShort()))
                    : Integer.toUnsignedLong(Integer.reverseBytes(in.readInt()));
            if (length > MOST_BYTES) {
                throw new RefusedException(
                        what + " has a header of " + length + " bytes, at most " + MOST_BYTES + " are read");
            }
            byte[] text = in.readNBytes((int) length);
            if (text.length < length) {
                throw new RefusedException(what + " is cut off within its header");
            }
            return parse(new String(text, StandardCharsets.UTF_8), MAGIC_BYTES + 2 + lengthBytes + text.length, what);
        }

        private static NpyHeader parse(String text, int bytes, String what) {
            Matcher descr = DESCR.matcher(text);
            Matcher order = ORDER.matcher(text);
            Matcher shape = SHAPE.matcher(text);
            if (!descr.find()) {
                throw new RefusedException(what
                        + " holds records, not plain numbers; arrays of float32 or float64 and of integers are read");
            }
            if (!order.find() || !shape.find()) {
                throw new RefusedException(what + " has a damaged header: it does not say shape and order");
            }
            char kind = descr.group(2).charAt(0);
            int size = descr.group(3).isEmpty() ? 0 : Integer.parseInt(descr.group(3));
            requireNumbers(kind, size, what);
            ByteOrder byteOrder = descr.group(1).equals(">") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
            return new NpyHeader(
                    kind, size, byteOrder, order.group(1).equals("True"), extents(shape.group(1), what), bytes);
        }

        private static void requireNumbers(char kind, int size, String what) {
            boolean floating = kind == 'f' && (size == 4 || size == 8);
            boolean whole = (kind == 'i' || kind == 'u') && (size == 1 || size == 2 || size == 4 || size == 8);
            if (!floating && !whole) {
                String found = kind == 'O' ? "Python objects" : "numbers of the type " + kind + (size == 0 ? "" : size);
                throw new RefusedException(what + " holds " + found
                        + "; arrays of float32 or float64 (f4, f8) and of integers (i1 to i8, u1 to u8) are read");
            }
        }

        private static List<Long> extents(String text, String what) {
            List<Long> extents = new ArrayList<>();
            for (String part : text.replace("L", "").split(",")) {
                String digits = part.strip();
                if (digits.isEmpty()) {
                    continue;
                }
                if (!digits.matches("\\d{1,10}") || extents.size() == 8) {
                    throw new RefusedException(
                            what + " has the shape (" + text.strip() + "), which is more than is read");
                }
                extents.add(Long.parseLong(digits));
            }
            return extents;
        }

        boolean isFloating() {
            return kind == 'f';
        }

        /** How many numbers; refused where they could not be held. */
        long count(String what) {
            long count = 1;
            for (long extent : shape) {
                if (extent != 0 && count > Integer.MAX_VALUE * 64L / extent) {
                    throw new RefusedException(what + " has the shape " + shapeText() + ", which is more than is read");
                }
                count *= extent;
            }
            return count;
        }

        /** As Python writes it. */
        String shapeText() {
            String inner = shape.stream().map(String::valueOf).collect(Collectors.joining(", "));
            return "(" + inner + (shape.size() == 1 ? ",)" : ")");
        }
    }
}
