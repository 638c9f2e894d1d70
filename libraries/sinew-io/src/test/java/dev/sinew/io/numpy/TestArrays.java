package dev.sinew.io.numpy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Arrays as other programs may write them: any type, order and header version. */
final class TestArrays {
    private final Map<String, byte[]> arrays = new LinkedHashMap<>();

    /** @param type in NumPy's notation: &lt;f4, &gt;f8, |u1 … */
    TestArrays with(String name, String type, String shape, double... values) {
        return with(name, npy(1, type, "False", shape, values));
    }

    TestArrays with(String name, byte[] npy) {
        arrays.put(name, npy);
        return this;
    }

    /** @param fortran True or False */
    static byte[] npy(int version, String type, String fortran, String shape, double... values) {
        String header = "{'descr': '" + type + "', 'fortran_order': " + fortran + ", 'shape': " + shape + ", }     \n";
        int lengthBytes = version == 1 ? 2 : 4;
        int item = Character.digit(type.charAt(type.length() - 1), 10);
        ByteBuffer bytes = ByteBuffer.allocate(8 + lengthBytes + header.length() + item * values.length)
                .order(ByteOrder.LITTLE_ENDIAN);
        bytes.put((byte) 0x93)
                .put("NUMPY".getBytes(StandardCharsets.US_ASCII))
                .put((byte) version)
                .put((byte) 0);
        if (version == 1) {
            bytes.putShort((short) header.length());
        } else {
            bytes.putInt(header.length());
        }
        bytes.put(header.getBytes(StandardCharsets.US_ASCII));
        bytes.order(type.charAt(0) == '>' ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            put(bytes, type.substring(1), value);
        }
        return bytes.array();
    }

    private static void put(ByteBuffer bytes, String type, double value) {
        switch (type) {
            case "f4" -> bytes.putFloat((float) value);
            case "f8" -> bytes.putDouble(value);
            case "i1", "u1" -> bytes.put((byte) (long) value);
            case "i2", "u2" -> bytes.putShort((short) (long) value);
            case "i4", "u4" -> bytes.putInt((int) (long) value);
            default -> bytes.putLong((long) value);
        }
    }

    /** @param method a method of {@link ZipEntry} */
    Path write(Path file, int method) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ZipOutputStream zip = new ZipOutputStream(bytes)) {
            for (Map.Entry<String, byte[]> array : arrays.entrySet()) {
                ZipEntry entry = new ZipEntry(array.getKey() + ".npy");
                entry.setMethod(method);
                if (method == ZipEntry.STORED) {
                    CRC32 sum = new CRC32();
                    sum.update(array.getValue());
                    entry.setCrc(sum.getValue());
                    entry.setSize(array.getValue().length);
                }
                zip.putNextEntry(entry);
                zip.write(array.getValue());
            }
        }
        return Files.write(file, bytes.toByteArray());
    }
}
