package dev.sinew.io.gltf.meshopt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.file.JsonValue;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** Streams of EXT_meshopt_compression: round trips are exact, damaged streams are rejected. */
class CodecsTest {
    private static JsonValue location(String mode, int stride, int count, String filter) {
        ObjectNode node = JsonMapper.shared().createObjectNode();
        node.put("mode", mode).put("byteStride", stride).put("count", count).put("filter", filter);
        return JsonValue.root("view", node);
    }

    private static byte[] decoded(String mode, int stride, int count, String filter, byte[] stream) {
        ByteBuffer in = ByteBuffer.wrap(stream).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer out = CompressedView.decode(location(mode, stride, count, filter), in);
        byte[] bytes = new byte[out.capacity()];
        out.get(0, bytes);
        return bytes;
    }

    private static byte[] smooth(int count, int stride, long seed) {
        Random random = new Random(seed);
        byte[] data = new byte[count * stride];
        for (int k = stride; k < data.length; k++) {
            int step = random.nextInt(10) == 0 ? random.nextInt(256) : random.nextInt(3) - 1;
            data[k] = (byte) (data[k - stride] + (k % stride < 2 ? step : 0));
        }
        return data;
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 15, 16, 17, 207, 256, 257, 4098})
    void roundTripKeepsAttributes(int count) {
        for (int stride : new int[] {4, 8, 12, 64, 256}) {
            byte[] data = smooth(count, stride, count + stride);
            byte[] stream = AttributeCodec.encode(data, stride);
            assertThat(decoded("ATTRIBUTES", stride, count, "NONE", stream)).isEqualTo(data);
        }
    }

    /** The example of the extension's specification: 16 differences with 4 bits each, two of them too large. */
    @Test
    void decodesExampleOfTheSpecification() {
        int[] differences = {-1, -4, -3, 26, -91, 0, -6, 6, -4, -4, 5, -5, 1, -1, 0, 0};
        int[] group = {0x17, 0x5f, 0xf0, 0xbc, 0x77, 0xa9, 0x21, 0x00, 0x34, 0xb5};
        byte[] stream = new byte[1 + 1 + group.length + 3 + 32];
        stream[0] = (byte) 0xa0;
        stream[1] = 2;
        for (int k = 0; k < group.length; k++) {
            stream[2 + k] = (byte) group[k];
        }
        byte[] out = decoded("ATTRIBUTES", 4, 16, "NONE", stream);
        byte value = 0;
        for (int k = 0; k < 16; k++) {
            value += (byte) differences[k];
            assertThat(out[4 * k]).isEqualTo(value);
        }
        byte[] data = Arrays.copyOf(out, out.length);
        data[0] = 0;
        assertThat(decoded("ATTRIBUTES", 4, 16, "NONE", AttributeCodec.encode(data, 4)))
                .isEqualTo(data);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void roundTripKeepsTrianglesAndWinding(long seed) {
        Random random = new Random(seed);
        int[] indices = new int[3 * 500];
        for (int t = 0; t < 500; t++) {
            int corner = seed % 2 == 0 ? t : random.nextInt(300);
            indices[3 * t] = corner;
            indices[3 * t + 1] = corner + 1 + random.nextInt(3);
            indices[3 * t + 2] = corner + 4 + random.nextInt(seed == 3 ? 70_000 : 3);
        }
        byte[] out = decoded("TRIANGLES", 4, indices.length, "NONE", TriangleCodec.encode(indices));
        ByteBuffer got = ByteBuffer.wrap(out).order(ByteOrder.LITTLE_ENDIAN);
        for (int t = 0; t < indices.length; t += 3) {
            int[] triangle = {got.getInt(4 * t), got.getInt(4 * t + 4), got.getInt(4 * t + 8)};
            int first = triangle[0] == indices[t] ? 0 : triangle[1] == indices[t] ? 1 : 2;
            for (int e = 0; e < 3; e++) {
                assertThat(triangle[(first + e) % 3]).isEqualTo(indices[t + e]);
            }
        }
    }

    @Test
    void filtersRoundTrip() {
        Random random = new Random(5);
        double[] q = new double[4 * 100];
        float[] n = new float[3 * 100];
        for (int k = 0; k < 100; k++) {
            fillUnit(random, q, 4 * k, 4);
            double[] unit = new double[3];
            fillUnit(random, unit, 0, 3);
            for (int x = 0; x < 3; x++) {
                n[3 * k + x] = (float) unit[x];
            }
        }
        ByteBuffer orientations = ByteBuffer.wrap(decoded(
                        "ATTRIBUTES", 8, 100, "QUATERNION", AttributeCodec.encode(Filters.quaternions(q, 14), 8)))
                .order(ByteOrder.LITTLE_ENDIAN);
        byte[] normals = decoded("ATTRIBUTES", 4, 100, "OCTAHEDRAL", AttributeCodec.encode(Filters.octahedral(n), 4));
        for (int k = 0; k < 100; k++) {
            double dot = 0;
            double cosine = 0;
            for (int x = 0; x < 4; x++) {
                dot += q[4 * k + x] * orientations.getShort(8 * k + 2 * x) / 32767;
                cosine += x < 3 ? n[3 * k + x] * normals[4 * k + x] / 127.0 : 0;
            }
            assertThat(Math.abs(dot)).isCloseTo(1, within(2e-4));
            assertThat(cosine).isCloseTo(1, within(0.02));
        }
        byte[] steps = decoded("ATTRIBUTES", 12, 100, "EXPONENTIAL", AttributeCodec.encode(Filters.steps(n, 1e-4), 12));
        for (int k = 0; k < n.length; k++) {
            assertThat(ByteBuffer.wrap(steps).order(ByteOrder.LITTLE_ENDIAN).getFloat(4 * k))
                    .isCloseTo(n[k], within(1e-4f));
        }
    }

    private static void fillUnit(Random random, double[] out, int at, int width) {
        double sum = 0;
        for (int x = 0; x < width; x++) {
            out[at + x] = random.nextGaussian();
            sum += out[at + x] * out[at + x];
        }
        for (int x = 0; x < width; x++) {
            out[at + x] /= Math.sqrt(sum);
        }
    }

    /** 2000 damaged streams are rejected or decoded. */
    @Test
    void decodesOrRejectsDamagedStreams() {
        byte[] attributes = AttributeCodec.encode(smooth(300, 8, 1), 8);
        int[] indices = new int[300];
        Arrays.setAll(indices, k -> k / 3 + k % 3);
        byte[] triangles = TriangleCodec.encode(indices);
        Random random = new Random(9);
        for (int n = 0; n < 2000; n++) {
            byte[] damaged = (n % 2 == 0 ? attributes : triangles).clone();
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
            byte[] cut = n % 5 == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged;
            String mode = n % 2 == 0 ? "ATTRIBUTES" : n % 7 == 0 ? "INDICES" : "TRIANGLES";
            try {
                decoded(mode, n % 2 == 0 ? 8 : 4, 300, "NONE", cut);
            } catch (InvalidInputException rejected) {
                assertThat(rejected).hasMessageStartingWith("view: ");
            }
        }
        assertThatThrownBy(() -> decoded("ATTRIBUTES", 8, 1 << 24, "NONE", attributes))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("can contain");
    }
}
