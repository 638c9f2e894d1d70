package dev.sinew.show.view;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.zip.GZIPOutputStream;

/** gzip, which every browser unpacks by itself. */
final class Gzip {
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
