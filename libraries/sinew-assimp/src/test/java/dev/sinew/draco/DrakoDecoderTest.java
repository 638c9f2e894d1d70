package dev.sinew.draco;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import com.openize.drako.AttributeType;
import com.openize.drako.Draco;
import com.openize.drako.DracoEncodeOptions;
import com.openize.drako.DracoMesh;
import com.openize.drako.PointAttribute;
import com.openize.drako.Vector3;
import dev.sinew.io.gltf.draco.DracoDecoder;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DrakoDecoderTest {
    private static final int[] IDS = {0};
    /** Damaged data that makes the decoder loop is cut off after this much processor time. */
    private static final int SECONDS = 3;

    private static final int PER_PROCESS = 50;

    @Test
    void decodesAGridWithinItsQuantisation() throws Exception {
        int n = 12;
        try (DrakoDecoder decoder = DrakoDecoder.start(10_000, 20)) {
            DracoDecoder.Mesh mesh = decoder.decode("grid", ByteBuffer.wrap(grid(n)), IDS);
            assertThat(mesh.points()).isEqualTo(n * n);
            assertThat(mesh.indices()).hasSize(6 * (n - 1) * (n - 1));
            assertThat(mesh.components()).containsExactly(3);
            for (int p = 0; p < n * n; p++) {
                double x = mesh.values()[0][3 * p];
                double y = mesh.values()[0][3 * p + 1];
                assertThat(x).isCloseTo(Math.rint(x), within(0.02));
                assertThat(mesh.values()[0][3 * p + 2]).isCloseTo(0.1 * Math.rint(x) * Math.rint(y), within(0.02));
            }
            assertThat(Arrays.stream(mesh.indices()).max().orElseThrow()).isEqualTo(n * n - 1);
        }
    }

    @Test
    void oneProcessDecodesManyMeshesAndSurvivesDamagedOnes() throws Exception {
        try (DrakoDecoder decoder = DrakoDecoder.start(10_000, 20)) {
            assertThatThrownBy(() -> decoder.decode("x.gltf: mesh 3", ByteBuffer.wrap(new byte[40]), IDS))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessage("x.gltf: mesh 3 cannot be decoded as Draco data: it is damaged");
            assertThatThrownBy(() -> decoder.decode("missing id", ByteBuffer.wrap(grid(3)), new int[] {7}))
                    .isInstanceOf(InvalidInputException.class);
            assertThat(decoder.decode("second", ByteBuffer.wrap(grid(3)), IDS).points())
                    .isEqualTo(9);
        }
    }

    /** {@code -Dsinew.mutations=2000} tries as many as every other reader was tried with. */
    @Test
    void damagedDataIsDecodedOrRejectedInTime() throws Exception {
        byte[] sound = grid(9);
        Random random = new Random(1);
        int count = Integer.getInteger("sinew.mutations", 100);
        for (int tried = 0; tried < count; tried += PER_PROCESS) {
            DrakoDecoder decoder = DrakoDecoder.start(sound.length, SECONDS);
            try {
                for (int k = 0; k < PER_PROCESS; k++) {
                    byte[] damaged = damage(sound, random);
                    try {
                        DracoDecoder.Mesh mesh = decoder.decode("damaged", ByteBuffer.wrap(damaged), IDS);
                        assertThat(Arrays.stream(mesh.indices())).allMatch(i -> i >= 0 && i < mesh.points());
                    } catch (InvalidInputException e) {
                        assertThat(e.getMessage()).startsWith("damaged cannot be decoded as Draco data: it");
                        if (!e.getMessage().endsWith("it is damaged")) {
                            decoder.close();
                            decoder = DrakoDecoder.start(sound.length, SECONDS);
                        }
                    }
                }
            } finally {
                decoder.close();
            }
        }
    }

    private static byte[] damage(byte[] sound, Random random) {
        byte[] damaged = sound.clone();
        for (int n = random.nextInt(1, 5); n > 0; n--) {
            damaged[random.nextInt(damaged.length)] = (byte) random.nextInt(256);
        }
        return random.nextInt(5) == 0 ? Arrays.copyOf(damaged, random.nextInt(damaged.length)) : damaged;
    }

    private static byte[] grid(int n) throws Exception {
        Vector3[] points = new Vector3[n * n];
        for (int k = 0; k < n * n; k++) {
            points[k] = new Vector3(k % n, k / n, 0.1f * (k % n) * (k / n));
        }
        DracoMesh mesh = new DracoMesh();
        mesh.addAttribute(PointAttribute.wrap(AttributeType.POSITION, points));
        mesh.setNumPoints(n * n);
        for (int y = 0; y + 1 < n; y++) {
            for (int x = 0; x + 1 < n; x++) {
                int at = y * n + x;
                mesh.getIndices().addRange(new int[] {at, at + 1, at + n, at + 1, at + n + 1, at + n});
            }
        }
        return Draco.encode(mesh, new DracoEncodeOptions());
    }
}
