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
 * The compressed arrays of a scene by name, with their entries in the header. Numbers are stored in byte planes (all lowest
 * bytes, then all second bytes and so on), which halves their gzip size.
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

    /** Compressed size of all arrays so far. */
    long bytes() {
        return bytes;
    }

    /** For numbers that need full precision. */
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
     * Integers 0–{@code most}, stored as differences between neighbours.
     *
     * @param most determines the width: 1, 2 or 4 bytes
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

    /** A file, unchanged. */
    void bytes(String name, byte[] content) {
        add(name, "u8", "planes", content.length, Gzip.compress(content));
    }

    /** A buffer in another codec, already compressed. */
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

    /** Maps signed differences, modulo 2^bits, to small unsigned numbers. */
    static int zigzag(int difference, int bits) {
        int signed = difference << (32 - bits) >> (32 - bits);
        return (signed << 1) ^ (signed >> 31);
    }

    /** gzip, which browsers can decompress natively. */
    static final class Gzip {
        private Gzip() {}

        static byte[] compress(byte[] raw) {
            ByteArrayOutputStream out = new ByteArrayOutputStream(raw.length / 2 + 64);
            try (OutputStream gzip = new GZIPOutputStream(out, 1 << 16)) {
                gzip.write(raw);
            } catch (IOException e) {
                throw new UncheckedIOException("cannot write to memory", e);
            }
            return out.toByteArray();
        }
    }
}
