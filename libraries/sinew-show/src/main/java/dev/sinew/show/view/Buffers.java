package dev.sinew.show.view;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * The arrays of a scene by name, compressed, each with its line in the header. Numbers are laid out byte plane by byte
 * plane (all lowest bytes, then all second ones …): that halves what gzip makes of them.
 */
final class Buffers {
    private final Map<String, byte[]> compressed = new LinkedHashMap<>();
    private final ObjectNode header = JsonNodeFactory.instance.objectNode();
    private long bytes;

    Map<String, byte[]> compressed() {
        return compressed;
    }

    /** Type, codec and length of every array. */
    ObjectNode header() {
        return header;
    }

    /** Compressed bytes of all arrays so far. */
    long bytes() {
        return bytes;
    }

    /** For numbers that are computed with further. */
    void doubles(String name, double[] values) {
        byte[] planes = new byte[8 * values.length];
        for (int i = 0; i < values.length; i++) {
            put(planes, values.length, i, 8, Double.doubleToLongBits(values[i]));
        }
        add(name, "f64", "planes", values.length, Gzip.compress(planes));
    }

    void floats(String name, float[] values) {
        byte[] planes = new byte[4 * values.length];
        for (int i = 0; i < values.length; i++) {
            put(planes, values.length, i, 4, Float.floatToIntBits(values[i]));
        }
        add(name, "f32", "planes", values.length, Gzip.compress(planes));
    }

    /**
     * Whole numbers from 0 to {@code most} as differences from one to the next.
     *
     * @param most decides the width: 1, 2 or 4 bytes
     */
    void integers(String name, int[] values, int most) {
        int width = most <= 0xff ? 1 : most <= 0xffff ? 2 : 4;
        byte[] planes = new byte[width * values.length];
        int previous = 0;
        for (int i = 0; i < values.length; i++) {
            put(planes, values.length, i, width, zigzag(values[i] - previous, 8 * width));
            previous = values[i];
        }
        add(name, "u" + 8 * width, "delta", values.length, Gzip.compress(planes));
    }

    /** A file as it is. */
    void bytes(String name, byte[] content) {
        add(name, "u8", "planes", content.length, Gzip.compress(content));
    }

    /** A buffer that its owner has laid out and compressed. */
    void packed(String name, String codec, int length, byte[] gzip) {
        add(name, "u16", codec, length, gzip);
    }

    private void add(String name, String type, String codec, int length, byte[] gzip) {
        if (compressed.put(name, gzip) != null) {
            throw new IllegalStateException("two buffers called " + name);
        }
        bytes += gzip.length;
        header.putObject(name).put("type", type).put("codec", codec).put("length", length);
    }

    private static void put(byte[] planes, int count, int i, int width, long bits) {
        for (int b = 0; b < width; b++) {
            planes[b * count + i] = (byte) (bits >> (8 * b));
        }
    }

    /** Small differences of either sign become small numbers; the difference is taken modulo 2^bits. */
    static int zigzag(int difference, int bits) {
        int signed = difference << (32 - bits) >> (32 - bits);
        return (signed << 1) ^ (signed >> 31);
    }

    /** gzip, which every browser unpacks by itself. */
    static final class Gzip {
        private Gzip() {}

        static byte[] compress(byte[] raw) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length / 2 + 64);
            try (OutputStream gzip = new GZIPOutputStream(out, 1 << 16)) {
                gzip.write(raw);
            } catch (IOException e) {
                throw new UncheckedIOException("memory does not fail to be written", e);
            }
            return out.toByteArray();
        }
    }
}
