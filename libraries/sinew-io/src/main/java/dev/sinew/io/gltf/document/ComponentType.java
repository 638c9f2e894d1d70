package dev.sinew.io.gltf.document;

import dev.sinew.io.file.JsonValue;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** How an accessor stores a number. */
public enum ComponentType {
    BYTE(5120, 1, 127, true),
    UNSIGNED_BYTE(5121, 1, 255, false),
    SHORT(5122, 2, 32767, true),
    UNSIGNED_SHORT(5123, 2, 65535, false),
    UNSIGNED_INT(5125, 4, 4294967295.0, false),
    FLOAT(5126, 4, 1, true);

    private final int code;
    private final int bytes;
    private final double largest;
    private final boolean signed;

    ComponentType(int code, int bytes, double largest, boolean signed) {
        this.code = code;
        this.bytes = bytes;
        this.largest = largest;
        this.signed = signed;
    }

    static ComponentType of(JsonValue code) {
        int wanted = code.integer(0, Integer.MAX_VALUE);
        return Arrays.stream(values())
                .filter(type -> type.code == wanted)
                .findFirst()
                .orElseThrow(() -> code.bad("is " + wanted + ", which is not a glTF component type"));
    }

    /** glTF's code for it. */
    public int code() {
        return code;
    }

    public int bytes() {
        return bytes;
    }

    /** The stored number at a byte offset of a little-endian buffer. */
    double read(ByteBuffer data, int at) {
        return switch (this) {
            case BYTE -> data.get(at);
            case UNSIGNED_BYTE -> data.get(at) & 0xff;
            case SHORT -> data.getShort(at);
            case UNSIGNED_SHORT -> data.getShort(at) & 0xffff;
            case UNSIGNED_INT -> data.getInt(at) & 0xffffffffL;
            case FLOAT -> data.getFloat(at);
        };
    }

    void write(ByteBuffer data, int at, double value) {
        switch (this) {
            case BYTE, UNSIGNED_BYTE -> data.put(at, (byte) (long) value);
            case SHORT, UNSIGNED_SHORT -> data.putShort(at, (short) (long) value);
            case UNSIGNED_INT -> data.putInt(at, (int) (long) value);
            case FLOAT -> data.putFloat(at, (float) value);
        }
    }

    /** The value of a normalised integer: 0 to 1, or −1 to 1 if it is signed. */
    double normalised(double stored) {
        return signed ? Math.max(stored / largest, -1) : stored / largest;
    }
}
