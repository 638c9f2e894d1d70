package dev.sinew.io.usd;

import dev.sinew.run.RefusedException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.zip.CRC32;
import java.util.zip.CheckedOutputStream;

/**
 * A package: a zip archive whose files are stored as they are, each beginning at a multiple of 64 bytes, the layer first. The
 * same content gives the same bytes.
 */
final class UsdPackageWriter {
    private static final int ALIGNMENT = 64;
    private static final int LOCAL = 0x04034b50;
    private static final int CENTRAL = 0x02014b50;
    private static final int END = 0x06054b50;
    private static final int LOCAL_HEADER = 30;
    /** Names are UTF-8. */
    private static final short FLAGS = 1 << 11;
    /** 1 January 1980. */
    private static final short DATE = 0x21;
    /** An extra field must say whose it is; this number is nobody's, as in the library of USD itself. */
    private static final short PADDING = 0x1986;

    private final OutputStream out;
    private final ByteArrayOutputStream directory = new ByteArrayOutputStream();
    private long at;
    private int files;

    private UsdPackageWriter(OutputStream out) {
        this.out = out;
    }

    /** Puts bytes into a stream, the same whenever it is asked. */
    @FunctionalInterface
    interface Content {
        void writeTo(OutputStream out) throws IOException;
    }

    static void write(OutputStream out, Content layer, Map<String, byte[]> images) throws IOException {
        UsdPackageWriter writer = new UsdPackageWriter(out);
        writer.add("scene.usda", layer);
        for (Map.Entry<String, byte[]> image : images.entrySet()) {
            writer.add(image.getKey(), stream -> stream.write(image.getValue()));
        }
        writer.end();
    }

    /** Counts what goes through. */
    private static final class Counter extends OutputStream {
        private long count;

        @Override
        public void write(int b) {
            count++;
        }

        @Override
        public void write(byte[] bytes, int from, int length) {
            count += length;
        }
    }

    private void add(String name, Content content) throws IOException {
        Counter counter = new Counter();
        CRC32 sum = new CRC32();
        // The header stands in front and has the checksum, so the content is made twice.
        content.writeTo(new CheckedOutputStream(counter, sum));
        byte[] letters = name.getBytes(StandardCharsets.UTF_8);
        long data = at + LOCAL_HEADER + letters.length;
        int padding = (int) ((ALIGNMENT - data % ALIGNMENT) % ALIGNMENT);
        // A field has four bytes of its own at least.
        int extra = padding == 0 ? 0 : padding < 4 ? padding + ALIGNMENT : padding;
        if (data + extra + counter.count > 0xffffffffL) {
            throw new RefusedException("a package holds at most 4 GiB, this one would be larger; a .usda has no bound");
        }
        put(out, header(LOCAL, (int) sum.getValue(), (int) counter.count, letters.length, extra, -1));
        out.write(letters);
        out.write(padding(extra));
        content.writeTo(out);
        directory.write(header(CENTRAL, (int) sum.getValue(), (int) counter.count, letters.length, 0, (int) at)
                .array());
        directory.write(letters);
        at = data + extra + counter.count;
        files++;
    }

    private static void put(OutputStream out, ByteBuffer bytes) throws IOException {
        out.write(bytes.array());
    }

    private static byte[] padding(int length) {
        if (length == 0) {
            return new byte[0];
        }
        return ByteBuffer.allocate(length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putShort(PADDING)
                .putShort((short) (length - 4))
                .array();
    }

    /** @param place where the file stands, of a header in the directory */
    private static ByteBuffer header(int kind, int sum, int size, int nameLength, int extra, int place) {
        boolean central = kind == CENTRAL;
        ByteBuffer bytes = ByteBuffer.allocate(central ? 46 : LOCAL_HEADER).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putInt(kind);
        if (central) {
            bytes.putShort((short) 20);
        }
        bytes.putShort((short) 10)
                .putShort(FLAGS)
                .putShort((short) 0)
                .putShort((short) 0)
                .putShort(DATE);
        bytes.putInt(sum).putInt(size).putInt(size).putShort((short) nameLength).putShort((short) extra);
        if (central) {
            bytes.putShort((short) 0)
                    .putShort((short) 0)
                    .putShort((short) 0)
                    .putInt(0)
                    .putInt(place);
        }
        return bytes;
    }

    private void end() throws IOException {
        out.write(directory.toByteArray());
        put(
                out,
                ByteBuffer.allocate(22)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(END)
                        .putInt(0)
                        .putShort((short) files)
                        .putShort((short) files)
                        .putInt(directory.size())
                        .putInt((int) at));
    }
}
