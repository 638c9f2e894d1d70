package dev.sinew.io.alembic;

import dev.sinew.io.parts.InputFiles;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The bytes of a memory-mapped Ogawa file: a 16-byte header ({@code Ogawa}, 0xff after closing, two bytes of version, the
 * root group's position), then groups and data blocks that refer to one another.
 */
final class OgawaFile {
    static final String MAGIC = "Ogawa";
    static final int HEADER_BYTES = 16;
    private static final byte CLOSED = (byte) 0xff;
    private static final int VERSION = 1;
    /** Mapped in pieces: a buffer holds less than 2 GiB. */
    private static final int PIECE_BITS = 30;

    private final Path file;
    private final long size;
    private final ByteBuffer[] pieces;

    private OgawaFile(Path file, long size, ByteBuffer[] pieces) {
        this.file = file;
        this.size = size;
        this.pieces = pieces;
    }

    static OgawaFile open(Path file) {
        InputFiles.requireFile(file);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long size = channel.size();
            ByteBuffer[] pieces = new ByteBuffer[(int) ((size + (1L << PIECE_BITS) - 1) >> PIECE_BITS)];
            for (int k = 0; k < pieces.length; k++) {
                long from = (long) k << PIECE_BITS;
                pieces[k] = channel.map(MapMode.READ_ONLY, from, Math.min(1L << PIECE_BITS, size - from));
            }
            OgawaFile opened = new OgawaFile(file, size, pieces);
            opened.checkHeader();
            return opened;
        } catch (IOException e) {
            throw InputFiles.rejection(file, e);
        }
    }

    private void checkHeader() {
        if (size < HEADER_BYTES) {
            throw bad("the file has " + size + " bytes, less than the header's " + HEADER_BYTES);
        }
        ByteBuffer header = bytes(0, HEADER_BYTES, "header");
        for (int k = 0; k < MAGIC.length(); k++) {
            if (header.get(k) != MAGIC.charAt(k)) {
                throw bad("not an Alembic file; it does not begin with " + MAGIC);
            }
        }
        if (header.get(5) != CLOSED) {
            throw bad("the file is incomplete: the program that wrote it stopped before closing it. Export it again");
        }
        int version = (header.get(6) & 0xff) << 8 | header.get(7) & 0xff;
        if (version != VERSION) {
            throw bad("Ogawa version " + version + " is not supported; only version " + VERSION + " is");
        }
    }

    InvalidInputException bad(String rest) {
        return new InvalidInputException(file + ": " + rest);
    }

    Path path() {
        return file;
    }

    long size() {
        return size;
    }

    OgawaGroup root() {
        return group(number(8, "header"), "the root group");
    }

    /** The group at a position; position 0 means a group without children. */
    OgawaGroup group(long position, String what) {
        if (position == 0) {
            return new OgawaGroup(this, 0, 0);
        }
        long count = number(position, what);
        if (count < 0 || count > (size - position - 8) / 8) {
            throw bad(what + " at byte " + position + " claims " + Long.toUnsignedString(count)
                    + " children, but the file has room for " + (size - position - 8) / 8);
        }
        return new OgawaGroup(this, position, count);
    }

    /** The content of the data block at a position; position 0 means an empty block. */
    ByteBuffer data(long position, String what) {
        if (position == 0) {
            return ByteBuffer.allocate(0);
        }
        long length = number(position, what);
        if (length < 0 || length > size - position - 8) {
            throw bad(what + " at byte " + position + " claims " + Long.toUnsignedString(length) + " bytes, but only "
                    + (size - position - 8) + " follow");
        }
        if (length > Integer.MAX_VALUE - 16) {
            throw bad(what + " at byte " + position + " has " + length + " bytes; at most 2 GiB are supported");
        }
        return bytes(position + 8, (int) length, what);
    }

    /** The 64-bit number at a position. */
    long number(long position, String what) {
        return bytes(position, 8, what).getLong(0);
    }

    private ByteBuffer bytes(long position, int length, String what) {
        if (position < 0 || position > size - length) {
            throw bad(what + " should be at byte " + Long.toUnsignedString(position) + ", but the file's size is "
                    + size);
        }
        int piece = (int) (position >> PIECE_BITS);
        int at = (int) (position & (1L << PIECE_BITS) - 1);
        if (length == 0) {
            return ByteBuffer.allocate(0);
        }
        if (at + (long) length <= pieces[piece].capacity()) {
            return pieces[piece].slice(at, length).order(ByteOrder.LITTLE_ENDIAN);
        }
        return joined(piece, at, length);
    }

    private ByteBuffer joined(int firstPiece, int firstAt, int length) {
        byte[] whole = new byte[length];
        int piece = firstPiece;
        int at = firstAt;
        for (int filled = 0; filled < length; piece++, at = 0) {
            int part = Math.min(length - filled, pieces[piece].capacity() - at);
            pieces[piece].get(at, whole, filled, part);
            filled += part;
        }
        return ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
    }

    /**
     * A list of pointers in an Ogawa file, to groups or data blocks; the top bit tells which. Pointers are read on demand,
     * because a property with many samples has many.
     *
     * @param position its byte position, 0 for the group without children
     * @param count number of children
     */
    record OgawaGroup(OgawaFile file, long position, long count) {
        private static final long DATA_BIT = 1L << 63;

        private long pointer(long child, String what) {
            if (child < 0 || child >= count) {
                throw file.bad(
                        what + " is child " + child + " of the group at byte " + position + ", which has " + count);
            }
            return file.number(position + 8 + 8 * child, what);
        }

        boolean has(long child) {
            return child >= 0 && child < count;
        }

        boolean isData(long child) {
            return has(child) && pointer(child, "a child") < 0;
        }

        OgawaGroup group(long child, String what) {
            long pointer = pointer(child, what);
            if (pointer < 0) {
                throw file.bad(what + " is a data block instead of a group (child " + child + " of the group at byte "
                        + position + ")");
            }
            return file.group(pointer, what);
        }

        ByteBuffer data(long child, String what) {
            return file.data(dataPosition(child, what), what);
        }

        /** The position of a data block. Equal blocks are stored once, so equal positions mean equal content. */
        long dataPosition(long child, String what) {
            long pointer = pointer(child, what);
            if (pointer >= 0) {
                throw file.bad(what + " is a group instead of a data block (child " + child + " of the group at byte "
                        + position + ")");
            }
            return pointer & ~DATA_BIT;
        }
    }
}
