package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.gltf.document.Vocabulary;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.InvalidInputException;
import dev.sinew.skin.TwoLayerSkinning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/** SINEW_two_layer: written models play the same when read back; invalid content is rejected with its location. */
class TwoLayerGltfTest {
    private static final int MUTATIONS = 400;

    @TempDir
    Path folder;

    /** Atoms are the weights of some vertices; every vertex lies between two of them, or slightly beyond. */
    private static TwoLayerModel twoLayer(Mesh mesh, int bones, int virtualBones, BoneMotion motion) {
        SkinnedModel fallback = TestModels.model(mesh, bones, Math.min(4, bones), BoneType.AFFINE, motion);
        int n = mesh.vertexCount();
        SkinWeights dense = TestModels.weightsAlong(mesh, bones, Math.min(6, bones));
        int c = dense.influences();
        int[] atomBones = new int[virtualBones * c];
        double[] atomWeights = new double[atomBones.length];
        for (int v = 0; v < virtualBones; v++) {
            int vertex = (int) ((long) v * (n - 1) / Math.max(1, virtualBones - 1));
            System.arraycopy(dense.bones(), vertex * c, atomBones, v * c, c);
            System.arraycopy(dense.weights(), vertex * c, atomWeights, v * c, c);
        }
        Random random = new Random(3);
        int[] virtual = new int[2 * n];
        double[] coefficients = new double[2 * n];
        for (int i = 0; i < n; i++) {
            virtual[2 * i] = (int) ((long) i * virtualBones / n);
            virtual[2 * i + 1] = Math.min(virtualBones - 1, virtual[2 * i] + 1);
            coefficients[2 * i] = -0.1 + 1.2 * random.nextDouble();
            coefficients[2 * i + 1] = 1 - coefficients[2 * i];
        }
        return new TwoLayerModel(fallback, TwoLayerWeights.of(bones, c, atomBones, atomWeights, virtual, coefficients));
    }

    private static double[] positions(TwoLayerModel model, int f) {
        BoneMotion motion = model.fallback().clips().get(0).motion();
        TwoLayerSkinning skinning = new TwoLayerSkinning(model);
        double[] xyz = new double[3 * model.vertexCount()];
        skinning.positions(skinning.virtualBones(motion.matrices(), motion.offset(f, 0)), 0, model.vertexCount(), xyz);
        return xyz;
    }

    private void check(String name, TwoLayerModel model) throws Exception {
        Path file = folder.resolve(name + ".glb");
        Models.write(ModelDocument.of(model), file);
        Path again = folder.resolve(name + "-again.glb");
        Models.write(ModelDocument.of(model), again);
        assertThat(Files.mismatch(file, again)).isEqualTo(-1L);
        TwoLayerModel read = ModelFile.read(file).twoLayer().orElseThrow();
        assertThat(read.layers().virtualBoneCount()).isEqualTo(model.layers().virtualBoneCount());
        assertThat(read.layers().bonesPerVertex()).isEqualTo(model.layers().bonesPerVertex());
        assertThat(read.layers().vertexVirtual()).containsExactly(model.layers().vertexVirtual());
        for (int f = 0; f < 5; f++) {
            assertThat(positions(read, f)).containsExactly(positions(model, f), within(4e-5));
        }
        assertThat(Models.read(file).weights().maxInfluences()).isLessThanOrEqualTo(4);
        Interop.keep(file);
    }

    @Test
    void roundTripKeepsPlainMesh() throws Exception {
        check("two-layer", twoLayer(TestModels.tube(24, 9), 8, 40, TestModels.affine(8, 5, 0.2, 1)));
    }

    /** Seams and hard edges split vertices; materials and groups make several primitives. */
    @Test
    void roundTripKeepsMeshWithSeamsAndMaterials() throws Exception {
        check("two-layer-dressed", twoLayer(TestModels.dressedTube(24, 9), 8, 40, TestModels.affine(8, 5, 0.2, 2)));
    }

    @Test
    void writesMoreVirtualBonesThanShortsCanIndex() throws Exception {
        check("two-layer-many", twoLayer(TestModels.tube(3, 4), 3, 70_000, TestModels.affine(3, 5, 0.2, 3)));
    }

    @Test
    void fileWithoutExtensionHasNoLayers() {
        SkinnedModel plain =
                TestModels.model(TestModels.tube(4, 3), 2, 2, BoneType.AFFINE, TestModels.affine(2, 2, 0.1, 1));
        Path file = folder.resolve("plain.glb");
        Models.write(ModelDocument.of(plain), file);
        assertThat(ModelFile.read(file).twoLayer()).isEmpty();
    }

    @Test
    void rejectsInvalidExtensions() throws Exception {
        rejected(skin -> skin.put("version", 2), primitive -> {}, "has version 2; only version 1 is supported");
        rejected(skin -> skin.put("atomInfluences", 7), primitive -> {}, "for 7 influences per virtual bone");
        rejected(skin -> skin.put("atomInfluences", 0), primitive -> {}, "must be an integer from 1");
        rejected(skin -> skin.remove("atomWeights"), primitive -> {}, "has no 'atomWeights'");
        // POSITION, whose elements have three numbers
        rejected(skin -> skin.put("atomJoints", 0), primitive -> {}, "has 3 numbers per element instead of 1");
        rejected(
                skin -> skin.put("atomJoints", skin.get("atomWeights").intValue()), primitive -> {}, "contains floats");
        rejected(skin -> {}, primitive -> primitive.put("virtualBones", 99), "99, but there are");
        rejected(
                skin -> {},
                primitive -> primitive.put(
                        "coefficients", primitive.get("virtualBones").intValue()),
                "sum to");
        rejected(skin -> {}, ObjectNode::removeAll, "has no 'virtualBones'");
    }

    private void rejected(Consumer<ObjectNode> ofSkin, Consumer<ObjectNode> ofPrimitive, String words)
            throws Exception {
        Path file = folder.resolve("sound.gltf");
        Models.write(ModelDocument.of(twoLayer(TestModels.tube(6, 4), 3, 5, TestModels.affine(3, 2, 0.2, 1))), file);
        JsonNode root = JsonMapper.shared().readTree(file.toFile());
        ofSkin.accept(extension(root.get("skins").get(0)));
        ofPrimitive.accept(extension(root.get("meshes").get(0).get("primitives").get(0)));
        Path bad = folder.resolve("bad.gltf");
        JsonMapper.shared().writeValue(bad.toFile(), root);
        assertThatThrownBy(() -> ModelFile.read(bad))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(bad.toString())
                .hasMessageContaining(words);
    }

    private static ObjectNode extension(JsonNode owner) {
        return (ObjectNode) owner.get("extensions").get(Vocabulary.TWO_LAYER);
    }

    /** Damaged bytes give a model or an error message. */
    @Test
    void readsOrRejectsDamagedFiles() throws Exception {
        Path file = folder.resolve("sound.glb");
        Models.write(ModelDocument.of(twoLayer(TestModels.tube(4, 3), 3, 5, TestModels.affine(3, 2, 0.2, 1))), file);
        byte[] sound = Files.readAllBytes(file);
        Random random = new Random(5);
        Path changed = folder.resolve("changed.glb");
        int rejected = 0;
        for (int m = 0; m < MUTATIONS; m++) {
            byte[] bytes = sound.clone();
            for (int k = 0; k < 1 + random.nextInt(4); k++) {
                bytes[random.nextInt(bytes.length)] = List.of((byte) 0, (byte) -1, (byte) '9', (byte) random.nextInt())
                        .get(random.nextInt(4));
            }
            Files.write(changed, bytes);
            try {
                ModelFile.read(changed).twoLayer().ifPresent(model -> positions(model, 0));
            } catch (InvalidInputException e) {
                rejected++;
                assertThat(e.getMessage()).doesNotContain("\n");
            }
        }
        assertThat(rejected).isBetween(MUTATIONS / 10, MUTATIONS);
    }
}
