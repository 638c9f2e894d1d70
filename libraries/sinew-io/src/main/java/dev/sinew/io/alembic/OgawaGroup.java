package dev.sinew.io.alembic;

import java.nio.ByteBuffer;

/**
 * A list of pointers in an Ogawa file, to other groups and to data blocks; the top bit tells which. Pointers are looked up
 * when asked for: a property of many samples has many.
 *
 * @param position byte where it stands, 0 for the group without children
 * @param count children
 */
record OgawaGroup(OgawaFile file, long position, long count) {
    private static final long DATA_BIT = 1L << 63;

    private long pointer(long child, String what) {
        if (child < 0 || child >= count) {
            throw file.bad(what + " is child " + child + " of the group at byte " + position + ", which has " + count);
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
            throw file.bad(what + " is a data block where a group is needed (child " + child + " of the group at byte "
                    + position + ")");
        }
        return file.group(pointer, what);
    }

    ByteBuffer data(long child, String what) {
        return file.data(dataPosition(child, what), what);
    }

    /** Where a data block stands: blocks that are alike are stored once, so equal positions mean equal content. */
    long dataPosition(long child, String what) {
        long pointer = pointer(child, what);
        if (pointer >= 0) {
            throw file.bad(what + " is a group where data is needed (child " + child + " of the group at byte "
                    + position + ")");
        }
        return pointer & ~DATA_BIT;
    }
}
