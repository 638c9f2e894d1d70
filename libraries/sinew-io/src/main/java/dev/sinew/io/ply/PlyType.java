package dev.sinew.io.ply;

import java.util.Optional;

/** The number types of PLY, under both their old and their new names. */
enum PlyType {
    INT8("char", "int8", 1, 127),
    UINT8("uchar", "uint8", 1, 255),
    INT16("short", "int16", 2, 32767),
    UINT16("ushort", "uint16", 2, 65535),
    INT32("int", "int32", 4, 255),
    UINT32("uint", "uint32", 4, 255),
    FLOAT32("float", "float32", 4, 1),
    FLOAT64("double", "float64", 8, 1);

    private final String oldName;
    private final String newName;
    private final int bytes;
    private final double full;

    PlyType(String oldName, String newName, int bytes, double full) {
        this.oldName = oldName;
        this.newName = newName;
        this.bytes = bytes;
        this.full = full;
    }

    static Optional<PlyType> named(String name) {
        for (PlyType type : values()) {
            if (type.oldName.equals(name) || type.newName.equals(name)) {
                return Optional.of(type);
            }
        }
        return Optional.empty();
    }

    int bytes() {
        return bytes;
    }

    /** What stands for 1 where a colour is stored in this type; programs that use 32 bits still count to 255. */
    double full() {
        return full;
    }

    @Override
    public String toString() {
        return oldName;
    }
}
