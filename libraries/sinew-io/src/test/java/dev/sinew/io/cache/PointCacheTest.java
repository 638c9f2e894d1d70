package dev.sinew.io.cache;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.InvalidInputs;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PointCacheTest {
    @TempDir
    Path folder;

    /** Numbers count up through the file. */
    private static byte[] pc2(int points, int samples, int floats) {
        ByteBuffer bytes = ByteBuffer.allocate(32 + 4 * floats).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put("POINTCACHE2\0".getBytes(StandardCharsets.US_ASCII)).putInt(1).putInt(points);
        bytes.putFloat(0).putFloat(1).putInt(samples);
        for (int k = 0; k < floats; k++) {
            bytes.putFloat(k);
        }
        return bytes.array();
    }

    private static byte[] mdd(int frames, int points, float step, int floats) {
        ByteBuffer bytes = ByteBuffer.allocate(8 + 4 * frames + 4 * floats);
        bytes.putInt(frames).putInt(points);
        for (int f = 0; f < frames; f++) {
            bytes.putFloat(f * step);
        }
        for (int k = 0; k < floats; k++) {
            bytes.putFloat(k);
        }
        return bytes.array();
    }

    private Path file(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes);
    }

    private String rejection(String name, byte[] bytes) throws IOException {
        Path file = file(name, bytes);
        String sentence = InvalidInputs.of(() -> PointCache.open(file));
        assertThat(sentence).startsWith(file.toString());
        return sentence.substring(file.toString().length());
    }

    @Test
    void readsPc2FramesInRequestedOrder() throws IOException {
        PointCache cache = PointCache.open(file("a.pc2", pc2(2, 3, 18)));
        assertThat(cache.vertices()).isEqualTo(2);
        assertThat(cache.frames()).isEqualTo(3);
        assertThat(cache.framesPerSecond()).isEmpty();
        assertThat(cache.read(new int[] {2, 0}))
                .isDeepEqualTo(new float[][] {{12, 13, 14, 15, 16, 17}, {0, 1, 2, 3, 4, 5}});
    }

    @Test
    void readsMddFramesAndRate() throws IOException {
        PointCache cache = PointCache.open(file("a.mdd", mdd(3, 2, 1 / 24f, 18)));
        assertThat(cache.framesPerSecond()).hasValue(24);
        assertThat(cache.notes()).isEmpty();
        assertThat(cache.read(new int[] {1})).isDeepEqualTo(new float[][] {{6, 7, 8, 9, 10, 11}});
    }

    @Test
    void readsFramesLargerThanTheBuffer() throws IOException {
        int points = 100_003;
        PointCache cache = PointCache.open(file("a.pc2", pc2(points, 2, 6 * points)));
        float[] last = cache.read(new int[] {1})[0];
        assertThat(last[0]).isEqualTo(3 * points);
        assertThat(last[3 * points - 1]).isEqualTo(6 * points - 1);
    }

    @Test
    void recognisesFormatByContent() throws IOException {
        assertThat(PointCache.open(file("a.mdd", pc2(2, 3, 18))).frames()).isEqualTo(3);
        assertThat(PointCache.open(file("b.pc2", mdd(3, 2, 1, 18))).frames()).isEqualTo(3);
    }

    @Test
    void allowsBytesAfterTheLastFrame() throws IOException {
        assertThat(PointCache.open(file("a.pc2", pc2(2, 1, 18))).frames()).isEqualTo(1);
    }

    @Test
    void rejectsCountsThatDoNotMatchTheLength() throws IOException {
        assertThat(rejection("a.pc2", pc2(2, 4, 18)))
                .isEqualTo(
                        " claims 4 frames of 2 vertices, 24 bytes each, but is 104 bytes long, which is enough for 3");
        assertThat(rejection("a.pc2", pc2(Integer.MAX_VALUE, Integer.MAX_VALUE, 18)))
                .contains("supported are 1 to");
        assertThat(rejection("a.pc2", pc2(700_000_000, 50_000_000, 18))).contains("is enough for 0");
        assertThat(rejection("a.pc2", pc2(0, 4, 18))).contains("claims 4 frames of 0 vertices");
        assertThat(rejection("a.pc2", pc2(2, -4, 18))).contains("claims -4 frames of 2 vertices");
        assertThat(rejection("a.mdd", mdd(3, 2, 1, 17)))
                .isEqualTo(
                        " claims 3 frames of 2 vertices, 24 bytes each, but is 88 bytes long, which is enough for 2");
        assertThat(rejection("a.mdd", new byte[] {0x7f, 0, 0, 0, 0x7f, 0, 0, 0}))
                .contains("supported are 1 to");
    }

    @Test
    void rejectsTruncatedHeaders() throws IOException {
        assertThat(rejection("a.pc2", Arrays.copyOf(pc2(2, 3, 18), 20)))
                .isEqualTo(" is truncated: it has 20 bytes, but the header alone needs 32");
        assertThat(rejection("a.mdd", new byte[5]))
                .isEqualTo(" is truncated: it has 5 bytes, but the header alone needs 8");
        assertThat(rejection("a.mdd", new byte[0])).contains("it has 0 bytes");
        assertThat(rejection("a.pc2", "v 1 2 3 and more".getBytes(StandardCharsets.US_ASCII)))
                .isEqualTo(" is not a PC2 file: it does not begin with POINTCACHE2");
    }
}
