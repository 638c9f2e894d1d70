package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.InvalidInputs;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.bvh.Bvh;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneType;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Hostile glTF files, and files that other programs changed. */
class HostileGltfTest {
    private static final int MANY = 30_000;

    @TempDir
    Path folder;

    private final TinyGltf gltf = new TinyGltf();

    /** A triangle on this many joints. */
    private int[] joints(int count, boolean chained, String name) {
        ObjectNode mesh = gltf.triangle(0, 1, 0);
        int[] joints = new int[count];
        for (int j = 0; j < count; j++) {
            gltf.node(name.isEmpty() ? "j" + j : name);
            joints[j] = gltf.last("nodes");
            if (chained && j > 0) {
                ((ObjectNode) gltf.list("nodes").get(joints[j - 1]))
                        .putArray("children")
                        .add(joints[j]);
            }
        }
        gltf.skin(joints);
        gltf.node("shown").put("mesh", gltf.last("meshes")).put("skin", gltf.last("skins"));
        assertThat(mesh).isNotNull();
        return joints;
    }

    private Path move(int node, double seconds) throws Exception {
        int times = gltf.floats("SCALAR", 1, 0, seconds);
        int slots = gltf.floats("VEC3", 3, 0, 0, 0, 0, 1, 0);
        gltf.channel(node, "translation", "LINEAR", times, slots);
        return gltf.write(folder.resolve("hostile.gltf"));
    }

    /** Another program scaled the joints of a file that declares rigid bones. */
    @Test
    void checksDeclaredBoneTypeAgainstMatrices() throws Exception {
        int[] joints = joints(2, false, "");
        ((ObjectNode) gltf.list("skins").get(0)).putObject("extras").put("boneType", "rigid");
        TinyGltf.put((ObjectNode) gltf.list("nodes").get(joints[0]), "scale", 2, 2, 2);
        Path file = move(joints[0], 1);
        SkinnedModel model = Models.read(file);
        assertThat(model.boneType()).isEqualTo(BoneType.SIMILARITY);
        Path again = folder.resolve("again.glb");
        Models.write(model, again);
        assertThat(Models.read(again).clips().get(0).motion().matrices()[0]).isEqualTo(2);
    }

    @Test
    void keepsDeclaredTypeIfMatricesFit() throws Exception {
        int[] joints = joints(2, false, "");
        ((ObjectNode) gltf.list("skins").get(0)).putObject("extras").put("boneType", "affine");
        assertThat(Models.read(move(joints[0], 1)).boneType()).isEqualTo(BoneType.AFFINE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1500, 3000, 10_000})
    void writesLongChainsAsBvh(int count) throws Exception {
        Path file = move(joints(count, true, "")[0], 0.1);
        SkinnedModel model = Models.read(file);
        Path bvh = folder.resolve("chain.bvh");
        Bvh.write(model, model.clips().get(0), bvh);
        String text = Files.readString(bvh);
        assertThat(text.lines()
                        .filter(line -> line.strip().startsWith("JOINT "))
                        .count())
                .isEqualTo(count - 1);
        assertThat(text.chars().filter(c -> c == '{').count())
                .isEqualTo(text.chars().filter(c -> c == '}').count())
                .isEqualTo(count + 1);
    }

    /** Quadratic time in the number of joints would take minutes. */
    @ParameterizedTest
    @ValueSource(strings = {"", "the same"})
    void readsManyJoints(String name) throws Exception {
        int[] joints = joints(MANY, false, name);
        int times = gltf.floats("SCALAR", 1, 0, 0.04);
        int slots = gltf.floats("VEC3", 3, 0, 0, 0, 0, 1, 0);
        Arrays.stream(joints).forEach(joint -> gltf.channel(joint, "translation", "LINEAR", times, slots));
        Path file = gltf.write(folder.resolve("many.gltf"));
        SkinnedModel model = Models.read(file);
        assertThat(model.boneCount()).isEqualTo(MANY);
        assertThat(model.skeleton().names()).doesNotHaveDuplicates();
    }

    @Test
    void rejectsTooManyFramesFromFewKeys() throws Exception {
        int[] joints = joints(2, false, "");
        Path file = move(joints[0], 86_400);
        assertThat(InvalidInputs.of(() -> Models.read(file))).contains("86400.0 seconds", "at most 20200", "fps");
        assertThat(InvalidInputs.of(() -> MeshSequences.read(SequenceInput.of(file))))
                .contains("fps");
    }

    @ParameterizedTest
    @ValueSource(strings = {"webp", "ktx2", "bmp", "unknown"})
    void embedsImagesOfAnyType(String kind) throws Exception {
        byte[] bytes = switch (kind) {
            case "webp" -> "RIFF____WEBPVP8 ".getBytes(StandardCharsets.ISO_8859_1);
            case "ktx2" -> "\u00abKTX 20\u00bb\r\n\u001a\n".getBytes(StandardCharsets.ISO_8859_1);
            case "bmp" -> "BM______________".getBytes(StandardCharsets.ISO_8859_1);
            default -> "what is this".getBytes(StandardCharsets.ISO_8859_1);
        };
        Files.write(folder.resolve("image.bin"), bytes);
        int[] joints = joints(2, false, "");
        gltf.list("images").addObject().put("uri", "image.bin");
        gltf.list("textures").addObject().put("source", 0);
        gltf.list("materials")
                .addObject()
                .putObject("pbrMetallicRoughness")
                .putObject("baseColorTexture")
                .put("index", 0);
        ((ObjectNode) ((ArrayNode) gltf.list("meshes").get(0).get("primitives")).get(0)).put("material", 0);
        ModelFile read = ModelFile.read(move(joints[0], 1));
        LinearizedModel none = new LinearizedModel(
                read.model(), new BlendBones(SkinningOperator.LINEAR, SkinWeights.of(1, new int[0], new double[0])));
        Path elsewhere = Files.createDirectory(folder.resolve("elsewhere")).resolve("made.glb");
        read.writeWithBlendBones(none, elsewhere);
        Files.delete(folder.resolve("image.bin"));
        assertThat(Models.read(elsewhere).vertexCount()).isEqualTo(read.model().vertexCount());
    }

    @Test
    void namesClipsOfFileWithoutSkin() throws Exception {
        gltf.triangle(0, 0, 0);
        gltf.node("shown").put("mesh", 0);
        int shown = gltf.last("nodes");
        IntStream.range(0, 2).forEach(k -> {
            int times = gltf.floats("SCALAR", 1, 0, 1);
            int slots = gltf.floats("VEC3", 3, 0, 0, 0, 0, 1, 0);
            gltf.channel(shown, "translation", "LINEAR", times, slots);
            if (k == 0) {
                ArrayNode animations = gltf.list("animations");
                animations.add(animations.get(0).deepCopy());
                ((ObjectNode) animations.get(0)).put("name", "go");
                ((ObjectNode) animations.get(1)).put("name", "come");
            }
        });
        Path file = gltf.write(folder.resolve("two.gltf"));
        assertThat(MeshSequences.clips(file)).containsExactly("go", "come");
    }

    @Test
    void omitsAdviceOfTheJsonLibrary() throws Exception {
        Path file = folder.resolve("broken.gltf");
        Files.writeString(file, "{\"asset\": {\"version\": NaN}}");
        assertThat(InvalidInputs.of(() -> Models.read(file)))
                .doesNotContain("Feature", "enable", "`")
                .contains("NaN");
        Files.writeString(file, "{\"a\": " + "[".repeat(2000));
        assertThat(InvalidInputs.of(() -> Models.read(file)))
                .doesNotContain("Constraints", "`")
                .contains("depth");
    }
}
