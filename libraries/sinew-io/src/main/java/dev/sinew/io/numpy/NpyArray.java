package dev.sinew.io.numpy;

import dev.sinew.run.InvalidInputException;
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

/** An array whose header was read and matches the length of its data. */
final class NpyArray {
    private static final int BUFFER = 1 << 16;

    /** Access to the bytes of an array: a file, or an entry of an archive. */
    interface Bytes {
        InputStream open() throws IOException;

        long size() throws IOException;

        /** The checksum of all bytes, or -1 if the format has none. */
        long checksum();
    }

    /** Receives the numbers one by one, in file order. */
    interface NumberConsumer {
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

    /** @param what what to call the array in messages, including the file */
    static NpyArray open(Path file, String what, Bytes bytes) {
        try (DataInputStream in = new DataInputStream(bytes.open())) {
            NpyHeader header = NpyHeader.read(in, what);
            long needed = header.count(what) * header.itemBytes();
            long there = bytes.size() - header.bytes();
            if (needed > there) {
                throw new InvalidInputException(what + " is truncated: the shape " + header.shapeText() + " needs "
                        + needed + " bytes, but only " + Math.max(0, there) + " follow");
            }
            return new NpyArray(file, what, bytes, header);
        } catch (IOException e) {
            throw damaged(what, e);
        }
    }

    private static InvalidInputException damaged(String what, IOException e) {
        String reason = e instanceof ZipException ? "its compressed bytes are damaged" : "it is truncated";
        return new InvalidInputException(what + " cannot be read: " + reason, e);
    }

    Path file() {
        return file;
    }

    /** What to call the array in messages. */
    String what() {
        return what;
    }

    NpyHeader header() {
        return header;
    }

    List<Long> shape() {
        return header.shape();
    }

    /** Iterates over all numbers; rejects bytes that do not match their checksum. */
    void forEach(NumberConsumer taker) {
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
                    throw new InvalidInputException(what + " is truncated");
                }
                for (int k = 0; k < here; k++) {
                    taker.take(at++, number(numbers, k * item));
                }
            }
            while (in.read(block) > 0) {
                // Bytes after the numbers are part of the checksum.
            }
        } catch (IOException e) {
            throw damaged(what, e);
        }
        if (bytes.checksum() >= 0 && sum.getValue() != bytes.checksum()) {
            throw new InvalidInputException(what + " is damaged: its bytes do not match the archive's checksum");
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
     * The header of an array, a Python literal such as {@code {'descr': '<f4', 'fortran_order': False, 'shape': (48, 8431,
     * 3), }}.
     *
     * @param kind f for floating point, i and u for signed and unsigned integers
     * @param itemBytes bytes per number
     * @param order byte order of the numbers
     * @param fortran whether the first index varies fastest instead of the last
     * @param shape extents, outermost first; empty for a single number
     * @param bytes length of the header, including the magic bytes
     */
    record NpyHeader(char kind, int itemBytes, ByteOrder order, boolean fortran, List<Long> shape, int bytes) {
        static final String MAGIC = "\u0093NUMPY";
        private static final int MAGIC_BYTES = 6;

        /** NumPy rejects longer headers too, because reading them costs time and memory. */
        private static final int MAX_BYTES = 10_000;

        private static final Pattern DESCR = Pattern.compile("'descr'\\s*:\\s*'([<>|=]?)([a-zA-Z])(\\d{0,4})'");
        private static final Pattern ORDER = Pattern.compile("'fortran_order'\\s*:\\s*(True|False)");
        private static final Pattern SHAPE = Pattern.compile("'shape'\\s*:\\s*\\(([\\d ,L]*)\\)");

        NpyHeader {
            shape = List.copyOf(shape);
        }

        /** Reads a header from its beginning. */
        static NpyHeader read(DataInputStream in, String what) throws IOException {
            byte[] magic = in.readNBytes(MAGIC_BYTES + 2);
            if (magic.length < MAGIC_BYTES + 2 || !new String(magic, StandardCharsets.ISO_8859_1).startsWith(MAGIC)) {
                throw new InvalidInputException(what + " is not a NumPy array: it does not begin with \\x93NUMPY");
            }
            int version = magic[MAGIC_BYTES];
            if (version < 1 || version > 3) {
                throw new InvalidInputException(
                        what + " is a NumPy array of format version " + version + "; supported are versions 1 to 3");
            }
            int lengthBytes = version == 1 ? 2 : 4;
            long length = version == 1
                    ? Short.toUnsignedInt(Short.reverseBytes(in.readShort()))
                    : Integer.toUnsignedLong(Integer.reverseBytes(in.readInt()));
            if (length > MAX_BYTES) {
                throw new InvalidInputException(
                        what + " has a header of " + length + " bytes; at most " + MAX_BYTES + " are supported");
            }
            byte[] text = in.readNBytes((int) length);
            if (text.length < length) {
                throw new InvalidInputException(what + " is truncated within its header");
            }
            return parse(new String(text, StandardCharsets.UTF_8), MAGIC_BYTES + 2 + lengthBytes + text.length, what);
        }

        private static NpyHeader parse(String text, int bytes, String what) {
            Matcher descr = DESCR.matcher(text);
            Matcher order = ORDER.matcher(text);
            Matcher shape = SHAPE.matcher(text);
            if (!descr.find()) {
                throw new InvalidInputException(
                        what
                                + " contains records, not plain numbers. Supported are arrays of float32, float64 and integers");
            }
            if (!order.find() || !shape.find()) {
                throw new InvalidInputException(what + " has a damaged header without shape or order");
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
                String found = kind == 'O' ? "Python objects" : "numbers of type " + kind + (size == 0 ? "" : size);
                throw new InvalidInputException(what + " contains " + found
                        + ". Supported are float32 and float64 (f4, f8) and integers (i1 to i8, u1 to u8)");
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
                    throw new InvalidInputException(what + " has the shape (" + text.strip() + "), which is too large");
                }
                extents.add(Long.parseLong(digits));
            }
            return extents;
        }

        boolean isFloating() {
            return kind == 'f';
        }

        /** How many numbers; rejects more than an array can store. */
        long count(String what) {
            long count = 1;
            for (long extent : shape) {
                if (extent != 0 && count > Integer.MAX_VALUE * 64L / extent) {
                    throw new InvalidInputException(what + " has the shape " + shapeText() + ", which is too large");
                }
                count *= extent;
            }
            return count;
        }

        /** In Python's notation. */
        String shapeText() {
            String inner = shape.stream().map(String::valueOf).collect(Collectors.joining(", "));
            return "(" + inner + (shape.size() == 1 ? ",)" : ")");
        }
    }
}
