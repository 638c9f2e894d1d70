package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.parts.FallbackBones;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Numbers;
import dev.sinew.io.parts.Storage.Packing;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A dense model with a fallback skin in the first set of weights: both play as before, each with its own bones. */
class FallbackSkinFileTest {
    private static final int FRAMES = 5;

    @TempDir
    Path folder;

    private static final Mesh TUBE = TestModels.tube(9, 8);
    private static final SkinnedModel DENSE =
            TestModels.model(TUBE, 7, 7, BoneType.AFFINE, TestModels.affine(7, FRAMES, 0.4, 3));
    private static final SkinnedModel FALLBACK =
            TestModels.model(TUBE, 4, 4, BoneType.AFFINE, TestModels.affine(4, FRAMES, 0.6, 9));

    @ParameterizedTest
    @CsvSource({"FLOATS,NONE,2e-5", "FLOATS,MESHOPT,2e-5", "QUANTIZED,NONE,4e-3", "QUANTIZED,MESHOPT,4e-3"})
    void bothReadBack(Numbers numbers, Packing packing, double close) {
        Path file = folder.resolve("fallback-" + numbers + "-" + packing + ".glb");
        Storage storage = new Storage(numbers, packing, numbers == Numbers.QUANTIZED ? 1e-4 : 0);
        Models.write(ModelDocument.of(DENSE).withFallback(Optional.of(FALLBACK)), file, storage);
        ModelFile read = ModelFile.read(file);
        assertThat(read.model().boneCount()).isEqualTo(7);
        assertThat(read.fallback().orElseThrow().weights().maxInfluences()).isLessThanOrEqualTo(4);
        assertSame(DENSE, read.model(), close);
        assertSame(FALLBACK, read.fallback().orElseThrow(), close);
        double[] played = read.player().positions(0, read.player().frameSeconds(0)[2]);
        float[] wanted = new ClipFrames(DENSE, DENSE.clips().get(0)).frame(2);
        for (int at = 0; at < wanted.length; at++) {
            assertThat(played[at]).isCloseTo(wanted[at], within(close));
        }
    }

    private static void assertSame(SkinnedModel wanted, SkinnedModel got, double close) {
        for (int f = 0; f < FRAMES; f++) {
            float[] a = new ClipFrames(wanted, wanted.clips().get(0)).frame(f);
            float[] b = new ClipFrames(got, got.clips().get(0)).frame(f);
            for (int at = 0; at < a.length; at++) {
                assertThat((double) b[at]).isCloseTo(a[at], within(close));
            }
        }
    }

    /** For other programs, all sets together are the dense model, and the first two sets are the fallback. */
    @Test
    void setsOfWeightsPlayDenseModelAndFallback() throws IOException {
        Path file = folder.resolve("x.gltf");
        Models.write(ModelDocument.of(DENSE).withFallback(Optional.of(FALLBACK)), file);
        JsonNode root = JsonMapper.shared().readTree(Files.readString(file));
        String uri = root.get("buffers").get(0).get("uri").stringValue();
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1)))
                .order(ByteOrder.LITTLE_ENDIAN);
        JsonNode attributes = root.get("meshes").get(0).get("primitives").get(0).get("attributes");
        int first = start(root, attributes.get("WEIGHTS_0"));
        int joints = start(root, attributes.get("JOINTS_0"));
        for (int i = 0; i < TUBE.vertexCount(); i++) {
            double sum = 0;
            for (int k = 0; k < 4; k++) {
                float weight = bytes.getFloat(first + 16 * i + 4 * k);
                sum += weight;
                if (weight > 0) {
                    assertThat(bytes.get(joints + 4 * i + k)).isGreaterThanOrEqualTo((byte) 7);
                }
            }
            assertThat(sum).isCloseTo(0x1p-12, within(1e-9));
            for (int set = 1; set < 4; set++) {
                int from = start(root, attributes.get("WEIGHTS_" + set));
                for (int k = 0; k < 4; k++) {
                    float weight = bytes.getFloat(from + 16 * i + 4 * k);
                    assertThat(set > 1 || weight == 0).isTrue();
                    sum += weight;
                }
            }
            assertThat(sum).isCloseTo(1, within(2e-7));
        }
        assertThat(root.get("skins").get(0).get("joints").size()).isEqualTo(11);
    }

    private static int start(JsonNode root, JsonNode accessor) {
        JsonNode described = root.get("accessors").get(accessor.intValue());
        JsonNode offset = root.get("bufferViews")
                .get(described.get("bufferView").intValue())
                .get("byteOffset");
        return offset == null ? 0 : offset.intValue();
    }

    /** Two layers and the fallback use different bones: keys of both are equally exact. */
    @Test
    void layersAndFallbackUseSeparateBones() {
        SkinnedModel both = FallbackBones.combineWithFallbackWeights(DENSE, FALLBACK);
        int n = TUBE.vertexCount();
        SkinWeights dense = DENSE.weights();
        int[] virtual = new int[2 * n];
        double[] coefficients = new double[2 * n];
        for (int i = 0; i < n; i++) {
            virtual[2 * i] = i;
            virtual[2 * i + 1] = (i + 1) % n;
            coefficients[2 * i] = 1;
        }
        TwoLayerWeights layers = TwoLayerWeights.of(
                both.boneCount(), dense.influences(), dense.bones(), dense.weights(), virtual, coefficients);
        Path file = folder.resolve("x.glb");
        Models.write(ModelDocument.of(new TwoLayerModel(both, layers)), file);
        ModelFile read = ModelFile.read(file);
        assertSame(both, read.model(), 2e-5);
        BoneMotion motion = read.model().clips().get(0).motion();
        SkinnedModel byLayers = new SkinnedModel(
                read.model().rest(),
                dense,
                DENSE.skeleton(),
                BoneType.AFFINE,
                FallbackBones.extract(read.model(), 0, 7).clips());
        assertThat(motion.boneCount()).isEqualTo(11);
        assertSame(DENSE, byLayers, 2e-5);
    }
}
