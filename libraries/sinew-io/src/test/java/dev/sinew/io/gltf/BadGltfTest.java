package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.Models;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

class BadGltfTest {
    private static final int MUTATIONS = 1500;

    @TempDir
    Path folder;

    private TinyGltf sound() {
        TinyGltf gltf = new TinyGltf();
        gltf.node("mesh").put("mesh", 0).put("skin", 0);
        gltf.node("joint");
        gltf.skin(1);
        gltf.triangle(0, 0, 0);
        gltf.channel(
                1, "translation", "LINEAR", gltf.floats("SCALAR", 1, 0, 1), gltf.floats("VEC3", 3, 0, 0, 0, 0, 5, 0));
        return gltf;
    }

    private void rejected(TinyGltf gltf, String... words) throws Exception {
        rejected(gltf.write(folder.resolve("bad.gltf")), words);
    }

    private void rejected(Path file, String... words) {
        assertThatThrownBy(() -> Models.read(file))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(file.toString())
                .message()
                .doesNotContain("\n")
                .contains(words);
    }

    private void rejected(byte[] bytes, String... words) throws Exception {
        Path file = folder.resolve("bad.glb");
        Files.write(file, bytes);
        rejected(file, words);
    }

    private byte[] glb() throws Exception {
        SkinnedModel model =
                TestModels.model(TestModels.dressedTube(4, 3), 3, 2, BoneType.AFFINE, TestModels.affine(3, 4, 0.2, 1));
        Path file = folder.resolve("sound.glb");
        Models.write(model, file);
        return Files.readAllBytes(file);
    }

    @Test
    void rejectsFilesThatAreNotGltf() throws Exception {
        rejected(folder, "is a directory");
        rejected(folder.resolve("nowhere.glb"), "does not exist");
        rejected(new byte[0], "neither a GLB");
        rejected("v 0 0 0\nf 1 1 1\n".getBytes(StandardCharsets.UTF_8), "neither a GLB");
        rejected("  {\"asset\": {".getBytes(StandardCharsets.UTF_8), "its JSON is invalid", "line 1");
        rejected("{} {}".getBytes(StandardCharsets.UTF_8), "JSON is invalid");
        rejected("{}".getBytes(StandardCharsets.UTF_8), "has no 'asset'");
        rejected("[".repeat(100_000).getBytes(StandardCharsets.UTF_8), "neither a GLB");
        rejected(("{\"a\":" + "[".repeat(100_000)).getBytes(StandardCharsets.UTF_8), "JSON is invalid");
    }

    @Test
    void rejectsInvalidContainers() throws Exception {
        byte[] glb = glb();
        ByteBuffer head = ByteBuffer.wrap(glb).order(ByteOrder.LITTLE_ENDIAN);
        rejected(Arrays.copyOf(glb, 15), "the file has 15 bytes");
        rejected(Arrays.copyOf(glb, glb.length - 1), "the header declares " + glb.length + " bytes");
        int json = head.getInt(12);
        head.putInt(4, 1);
        rejected(glb, "version 1");
        head.putInt(4, 2).putInt(12, -4);
        rejected(glb, "claims 4294967292 bytes");
        head.putInt(12, json).putInt(16, 7);
        rejected(glb, "the first chunk must be JSON");
        head.putInt(16, 0x4e4f534a).putInt(8, 20 + json);
        rejected(glb, "buffers[0]", "binary chunk");
        head.putInt(8, glb.length).putInt(20 + json + 4, 12345);
        rejected(glb, "buffers[0]", "binary chunk");
    }

    @Test
    void rejectsUnsupportedExtensions() throws Exception {
        for (String name : new String[] {"KHR_meshopt_compression", "ACME_rocket"}) {
            TinyGltf gltf = sound();
            gltf.root.putArray("extensionsRequired").add(name);
            rejected(gltf, "requires the extension " + name);
        }
        TinyGltf meshopt = sound();
        ((ObjectNode) meshopt.list("bufferViews").get(0))
                .putObject("extensions")
                .putObject("KHR_meshopt_compression");
        rejected(meshopt, "uses the extension KHR_meshopt_compression");
        TinyGltf old = sound();
        old.root.putObject("asset").put("version", "1.0");
        rejected(old, "glTF version 1.0 is not supported");
    }

    @Test
    void rejectsFilesWithoutSkinnedMesh() throws Exception {
        TinyGltf none = sound();
        none.root.remove("skins");
        ((ObjectNode) none.list("nodes").get(0)).remove("skin");
        rejected(none, "has no skin");
        TinyGltf unused = sound();
        ((ObjectNode) unused.list("nodes").get(0)).remove("skin");
        rejected(unused, "no mesh uses it");
        TinyGltf jointless = sound();
        ((ObjectNode) jointless.list("skins").get(0)).putArray("joints");
        rejected(jointless, "skins[0] has no joints");
        TinyGltf weightless = sound();
        ((ObjectNode) weightless.list("meshes").get(0).get("primitives").get(0).get("attributes")).remove("JOINTS_0");
        rejected(weightless, "has no JOINTS_0");
    }

    @Test
    void rejectsCyclicNodes() throws Exception {
        TinyGltf cycle = sound();
        ((ObjectNode) cycle.list("nodes").get(0)).putArray("children").add(1);
        ((ObjectNode) cycle.list("nodes").get(1)).putArray("children").add(0);
        rejected(cycle, "form a cycle");
        TinyGltf self = sound();
        ((ObjectNode) self.list("nodes").get(1)).putArray("children").add(1);
        rejected(self, "form a cycle");
        TinyGltf twice = sound();
        twice.node("third").putArray("children").add(1).add(1);
        rejected(twice, "node 1 has two parents, node 2 and node 2");
        TinyGltf beyond = sound();
        ((ObjectNode) beyond.list("nodes").get(1)).putArray("children").add(77);
        rejected(beyond, "nodes[1].children[0] is 77, but there are 2 nodes");
    }

    @Test
    void rejectsCountsBeyondTheFile() throws Exception {
        TinyGltf count = sound();
        ((ObjectNode) count.list("accessors").get(0)).put("count", 2_000_000_000);
        rejected(count, "accessors[0] claims 2000000000 elements");
        TinyGltf empty = sound();
        ((ObjectNode) empty.list("accessors").get(0))
                .put("count", 2_000_000_000)
                .remove("bufferView");
        rejected(empty, "accessors[0] claims 2000000000 elements");
        TinyGltf view = sound();
        ((ObjectNode) view.list("bufferViews").get(0)).put("byteLength", 2_000_000_000);
        rejected(view, "bufferViews[0] claims bytes");
        TinyGltf negative = sound();
        ((ObjectNode) negative.list("bufferViews").get(0)).put("byteOffset", -4);
        rejected(negative, "bufferViews[0].byteOffset is -4");
        TinyGltf joint = sound();
        ((ObjectNode) joint.list("skins").get(0)).putArray("joints").add(9);
        rejected(joint, "skins[0].joints[0] is 9, but there are 2 nodes");
        TinyGltf named = sound();
        named.triangle(0, 5, 0);
        ((ObjectNode) named.list("nodes").get(0)).put("mesh", 1);
        rejected(named, "refers to joint 5.0, but the skin has 1 joints");
        TinyGltf index = sound();
        ObjectNode primitive =
                (ObjectNode) index.list("meshes").get(0).get("primitives").get(0);
        primitive.put("indices", index.bytes("SCALAR", 1, 0, 1, 200));
        rejected(index, "refers to vertex 200 at index 2, but there are 3 vertices");
        TinyGltf number = sound();
        ((ObjectNode) number.list("accessors").get(0)).put("count", "many");
        rejected(number, "accessors[0].count must be a finite number, not \"many\"");
    }

    @Test
    void rejectsInvalidBufferUris() throws Exception {
        TinyGltf gltf = sound();
        rejected(gltf.write(folder.resolve("a.gltf"), "gone.bin"), "gone.bin", "does not exist");
        Path inner = Files.createDirectory(folder.resolve("inner"));
        Files.write(folder.resolve("secret.bin"), gltf.buffer());
        rejected(gltf.write(inner.resolve("a.gltf"), "../secret.bin"), "is outside the file's folder");
        rejected(gltf.write(inner.resolve("b.gltf"), "%2e%2e/secret.bin"), "is outside the file's folder");
        String absolute = folder.resolve("secret.bin").toAbsolutePath().toString();
        rejected(gltf.write(inner.resolve("c.gltf"), absolute), "is outside the file's folder");
        rejected(gltf.write(inner.resolve("d.gltf"), "https://example.org/x.bin"), "is outside the file's folder");
        rejected(gltf.write(inner.resolve("e.gltf"), "data:text/plain,hello"), "not base64");
        rejected(gltf.write(inner.resolve("f.gltf"), "data:;base64,@@@@"), "invalid base64");
        rejected(gltf.write(inner.resolve("g.gltf"), "data:;base64,AAAA"), "buffers[0] claims", "but has 3");
        Files.createSymbolicLink(inner.resolve("link.bin"), folder.resolve("secret.bin"));
        rejected(gltf.write(inner.resolve("h.gltf"), "link.bin"), "is outside the file's folder");
    }

    @Test
    void rejectsInvalidAnimations() throws Exception {
        TinyGltf falling = sound();
        falling.channel(
                1, "scale", "LINEAR", falling.floats("SCALAR", 1, 1, 0), falling.floats("VEC3", 3, 1, 1, 1, 1, 1, 1));
        rejected(falling, "key times that decrease from 1.0 to 0.0");
        TinyGltf few = sound();
        few.channel(1, "scale", "CUBICSPLINE", few.floats("SCALAR", 1, 0, 1), few.floats("VEC3", 3, 1, 1, 1, 1, 1, 1));
        rejected(few, "has 2 key times and 2 values");
        TinyGltf odd = sound();
        odd.channel(1, "scale", "WOBBLY", odd.floats("SCALAR", 1, 0), odd.floats("VEC3", 3, 1, 1, 1));
        rejected(odd, "'WOBBLY'");
        TinyGltf nan = sound();
        nan.channel(1, "scale", "STEP", nan.floats("SCALAR", 1, 0), nan.floats("VEC3", 3, 1, Double.NaN, 1));
        rejected(nan, "contains NaN");
        TinyGltf eternal = sound();
        eternal.channel(1, "scale", "STEP", eternal.floats("SCALAR", 1, 1e12), eternal.floats("VEC3", 3, 1, 1, 1));
        rejected(eternal, "at most", "are supported");
        TinyGltf claimed = sound();
        ((ObjectNode) claimed.list("animations").get(0))
                .putObject("extras")
                .put("framesPerSecond", 30)
                .put("frames", 900_000);
        rejected(claimed, "has 900000 frames in 1.0 seconds; at most 31");
    }

    @Test
    void readsOrRejectsDamagedFiles() throws Exception {
        byte[] glb = glb();
        int json = 20 + ByteBuffer.wrap(glb).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        Path plain = sound().write(folder.resolve("sound.gltf"));
        byte[] gltf = Files.readAllBytes(plain);
        Random random = new Random(20261115);
        int readable = 0;
        for (int round = 0; round < MUTATIONS; round++) {
            boolean text = round % 3 == 0;
            byte[] bytes = mutated(text ? gltf : glb, text ? gltf.length : json, random);
            Path file = folder.resolve("mutated");
            Files.write(file, bytes);
            try {
                assertThat(Models.read(file).vertexCount()).isPositive();
                readable++;
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            }
        }
        assertThat(readable).isBetween(MUTATIONS / 20, MUTATIONS - MUTATIONS / 20);
    }

    /** Changes a few bytes, mostly in the JSON; digits become other digits, so that the JSON often stays valid. */
    private static byte[] mutated(byte[] sound, int json, Random random) {
        byte[] bytes = sound.clone();
        int changes = 1 + random.nextInt(3);
        for (int k = 0; k < changes; k++) {
            int at = random.nextInt(random.nextInt(4) == 0 ? bytes.length : json);
            if (bytes[at] >= '0' && bytes[at] <= '9') {
                bytes[at] = (byte) ("0123456789-.e".charAt(random.nextInt(13)));
            } else if (random.nextBoolean()) {
                bytes[at] = (byte) random.nextInt(256);
            } else {
                bytes[at] ^= (byte) (1 << random.nextInt(8));
            }
        }
        return random.nextInt(10) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length)) : bytes;
    }

    /** Replaces single values of the JSON by hostile ones. */
    @Test
    void readsOrRejectsHostileValues() throws Exception {
        GltfContainer.Content content = GltfContainer.read(Files.write(folder.resolve("sound2.glb"), glb()));
        byte[] binary = new byte[content.binary().get().capacity()];
        content.binary().get().get(0, binary);
        Random random = new Random(4711);
        Path file = folder.resolve("hostile.gltf");
        for (int round = 0; round < MUTATIONS; round++) {
            ObjectNode root = content.root().deepCopy();
            ((ObjectNode) root.get("buffers").get(0))
                    .put("uri", "data:;base64," + java.util.Base64.getEncoder().encodeToString(binary));
            replaceOne(root, random);
            Files.write(file, JsonMapper.shared().writeValueAsBytes(root));
            try {
                assertThat(Models.read(file).vertexCount()).isPositive();
            } catch (InvalidInputException e) {
                assertThat(e.getMessage()).startsWith(file.toString()).doesNotContain("\n");
            }
        }
    }

    private static final String[] HOSTILE = {
        "-1",
        "0",
        "1",
        "3",
        "5",
        "255",
        "65536",
        "2147483647",
        "4294967296",
        "1e300",
        "-1e300",
        "0.5",
        "null",
        "true",
        "\"\"",
        "\"x\"",
        "[]",
        "{}",
        "[0]",
        "[1e39,1e39,1e39]",
        "[0,0,0,0]",
        "5126",
        "5121",
        "\"VEC3\"",
        "\"MAT4\"",
        "\"STEP\"",
        "\"CUBICSPLINE\"",
        "\"scale\"",
    };

    private static void replaceOne(JsonNode root, Random random) {
        JsonNode at = root;
        while (true) {
            int pick = random.nextInt(Math.max(1, at.size()));
            JsonNode value = JsonMapper.shared().readTree(HOSTILE[random.nextInt(HOSTILE.length)]);
            if (at instanceof ArrayNode array && !array.isEmpty()) {
                if (random.nextInt(8) > 0
                        && array.get(pick).isContainer()
                        && !array.get(pick).isEmpty()) {
                    at = array.get(pick);
                    continue;
                }
                array.set(pick, value);
            } else if (at instanceof ObjectNode object) {
                String name =
                        object.propertyNames().stream().skip(pick).findFirst().orElseThrow();
                if (random.nextInt(8) > 0
                        && object.get(name).isContainer()
                        && !object.get(name).isEmpty()) {
                    at = object.get(name);
                    continue;
                }
                object.set(name, value);
            }
            return;
        }
    }
}
