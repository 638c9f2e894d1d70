package dev.sinew.io.texture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.io.gltf.TestModels;
import dev.sinew.io.texture.BoneTexture.Half;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class BoneTextureTest {
    @TempDir
    Path folder;

    @Test
    void convertsKnownNumbersToHalves() {
        assertThat(Half.of(1)).isEqualTo((short) 0x3c00);
        assertThat(Half.of(-2)).isEqualTo((short) 0xc000);
        assertThat(Half.of(65504)).isEqualTo((short) 0x7bff);
        assertThat(Half.of(1e9)).isEqualTo((short) 0x7bff);
        assertThat(Half.of(0x1p-24)).isEqualTo((short) 1);
        assertThat(Half.of(1 + 0x1p-11)).isEqualTo((short) 0x3c00);
        assertThat(Half.of(1 + 3 * 0x1p-11)).isEqualTo((short) 0x3c02);
        for (int bits = 0; bits < 0x7c00; bits++) {
            assertThat(Half.of(Half.value((short) bits))).isEqualTo((short) bits);
            assertThat(Half.of(-Half.value((short) bits)) & 0x7fff).isEqualTo(bits);
        }
    }

    @Test
    void storesMatricesAboutThePivots() throws Exception {
        BoneMotion motion = TestModels.affine(3, 7, 0.3, 1);
        SkinnedModel model = TestModels.model(TestModels.tube(8, 6), 3, 2, BoneType.AFFINE, motion);
        Path file = folder.resolve("walk.bones");
        BoneTexture.write(model, model.clips().get(0), file);
        // Kept for the browser test, which plays a thousand instances.
        Path kept = Files.createDirectories(Path.of("target", "interop", "texture"));
        Models.write(model, kept.resolve("walk.glb"));
        BoneTexture.write(model, model.clips().get(0), kept.resolve("walk.bones"));
        ByteBuffer data = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        JsonNode json = JsonMapper.shared().readTree(Files.readAllBytes(BoneTexture.description(file)));
        assertThat(json.get("width").asInt()).isEqualTo(9);
        assertThat(json.get("height").asInt()).isEqualTo(7);
        assertThat(data.capacity()).isEqualTo(9 * 7 * 8);
        double[] c = model.skeleton().pivots();
        for (int f = 0; f < 7; f++) {
            for (int j = 0; j < 3; j++) {
                for (int r = 0; r < 3; r++) {
                    int at = ((f * 3 + j) * 3 + r) * 8;
                    double t = Half.value(data.getShort(at + 6)) + c[3 * j + r];
                    for (int x = 0; x < 3; x++) {
                        double a = Half.value(data.getShort(at + 2 * x));
                        assertThat(a).isCloseTo(motion.matrices()[motion.offset(f, j) + 4 * r + x], within(1e-3));
                        t -= a * c[3 * j + x];
                    }
                    assertThat(t).isCloseTo(motion.matrices()[motion.offset(f, j) + 4 * r + 3], within(5e-3));
                }
            }
        }
    }
}
