package dev.sinew.io.gltf.meshopt;

import dev.sinew.io.file.JsonPlace;
import dev.sinew.run.RefusedException;
import java.nio.ByteBuffer;

/** Takes a compressed stream byte by byte and never reads past its end. */
final class ByteReader {
    private final JsonPlace place;
    private final ByteBuffer data;
    private int at;
    private int end;

    /** @param place where the stream is described, for messages */
    ByteReader(JsonPlace place, ByteBuffer data) {
        this.place = place;
        this.data = data;
        this.end = data.capacity();
    }

    RefusedException bad(String rest) {
        return place.bad("names compressed data that " + rest);
    }

    byte next() {
        if (at >= end) {
            throw bad("ends too early, after " + at + " bytes");
        }
        return data.get(at++);
    }

    byte[] bytes(int count) {
        if (count > end - at) {
            throw bad("ends too early, after " + end + " bytes");
        }
        byte[] bytes = new byte[count];
        data.get(at, bytes);
        at += count;
        return bytes;
    }

    /** Leaves the last bytes for later. */
    void keepBack(int count) {
        if (count > end - at) {
            throw bad("has " + data.capacity() + " bytes, its tail alone needs " + count);
        }
        end -= count;
    }

    /** The very last bytes. */
    byte[] lastBytes(int count) {
        byte[] bytes = new byte[count];
        data.get(data.capacity() - count, bytes);
        return bytes;
    }

    void expect(int header, String mode) {
        int got = next() & 0xff;
        if (got != header) {
            throw bad(String.format("begins with %#x, %s begin with %#x", got, mode, header));
        }
    }

    void expectEnd() {
        if (at != end) {
            throw bad("has " + (end - at) + " bytes too many");
        }
    }

    /** Seven bits a byte, the lowest first. */
    int varint() {
        int value = 0;
        for (int shift = 0; shift < 35; shift += 7) {
            byte b = next();
            value |= (b & 0x7f) << shift;
            if (b >= 0) {
                return value;
            }
        }
        throw bad("has a number of more than five bytes before byte " + at);
    }
}
