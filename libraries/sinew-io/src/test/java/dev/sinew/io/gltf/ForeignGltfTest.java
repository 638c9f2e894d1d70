package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.node.ObjectNode;

/** Small files as other programs write them, with positions computed by hand. */
class ForeignGltfTest {
    @TempDir
    Path folder;

    private final TinyGltf gltf = new TinyGltf();

    /** Node 0 is the mesh, node 1 the first joint. */
    @BeforeEach
    void meshNode() {
        // Its transform must be ignored: bones place a skinned mesh.
        TinyGltf.put(gltf.node("mesh").put("mesh", 0).put("skin", 0), "translation", 100, 100, 100);
    }

    private GltfPlayer open() throws Exception {
        return GltfPlayer.open(gltf.write(folder.resolve("foreign.gltf")));
    }

    private static void check(double[] positions, double... wanted) {
        assertThat(positions).containsExactly(wanted, within(1e-6));
    }

    @Test
    void readsMatrixAndTrsNodesWithoutInverseBinds() throws Exception {
        gltf.node("stretch").putArray("children").add(2);
        // Column-major: x and y swap, z is negated, then 10 along x
        TinyGltf.put(
                (ObjectNode) gltf.list("nodes").get(1), "matrix", 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, -1, 0, 10, 0, 0, 1);
        ObjectNode child = gltf.node("child");
        TinyGltf.put(child, "scale", 2, 3, 4);
        gltf.skin(1, 2);
        gltf.triangle(0, 1, 1);
        gltf.channel(
                2, "translation", "LINEAR", gltf.floats("SCALAR", 1, 0, 1), gltf.floats("VEC3", 3, 0, 0, 0, 0, 5, 0));
        GltfPlayer player = open();
        SkinnedModel model = player.model();
        assertThat(model.skeleton().names()).containsExactly("stretch", "child");
        assertThat(model.skeleton().parents()).containsExactly(Skeleton.NONE, 0);
        assertThat(model.boneType()).isEqualTo(BoneType.AFFINE);
        check(player.positions(0, 0), 10, 0, 0, 10, 2, 0, 13, 0, 0);
        check(player.positions(0, 0.5), 10, 0, 0, 12.5, 2, 0, 15.5, 0, 0);
        check(player.positions(0, 9), 10, 0, 0, 15, 2, 0, 18, 0, 0);
    }

    @Test
    void ordersJointsParentsFirst() throws Exception {
        gltf.node("leaf");
        gltf.node("middle").putArray("children").add(1);
        // Not a joint, but it moves them all
        gltf.node("root").putArray("children").add(2);
        TinyGltf.put((ObjectNode) gltf.list("nodes").get(3), "translation", 0, 0, 7);
        gltf.skin(1, 2);
        gltf.triangle(0, 1, 0);
        gltf.channel(2, "scale", "STEP", gltf.floats("SCALAR", 1, 0.25, 1), gltf.floats("VEC3", 3, 1, 1, 1, 2, 2, 2));
        GltfPlayer player = open();
        assertThat(player.model().skeleton().names()).containsExactly("middle", "leaf");
        assertThat(player.model().skeleton().parents()).containsExactly(Skeleton.NONE, 0);
        assertThat(player.model().weights().bones()).containsExactly(1, 0, 1);
        check(player.positions(0, 0.99), 0, 0, 7, 1, 0, 7, 0, 1, 7);
        check(player.positions(0, 1), 0, 0, 7, 2, 0, 7, 0, 2, 7);
        // Keys at 0.25 and 1 lie on a grid of 3/4 s: frames every 1/24 s meet both
        assertThat(player.model().clips().get(0).framesPerSecond()).isEqualTo(24);
        assertThat(player.model().clips().get(0).motion().frameCount()).isEqualTo(25);
    }

    @Test
    void interpolatesCubicSplinesAndRotations() throws Exception {
        gltf.node("joint");
        gltf.skin(1);
        gltf.triangle(0, 0, 0);
        int times = gltf.floats("SCALAR", 1, 0, 2);
        // In-tangent, value, out-tangent of each key: x = t² − t³/4 … from 0 to 2 with slopes 0 and 1
        gltf.channel(
                1,
                "translation",
                "CUBICSPLINE",
                times,
                gltf.floats("VEC3", 3, 9, 9, 9, 0, 0, 0, 0, 0, 0, 1, 0, 0, 2, 0, 0, 9, 9, 9));
        double half = Math.sqrt(0.5);
        gltf.channel(1, "rotation", "LINEAR", times, gltf.floats("VEC4", 4, 0, 0, 0, 1, 0, 0, -half, -half));
        GltfPlayer player = open();
        // Hermite at t = ½ of a span of 2: 0.5·2 + (1/8 − 1/4)·2·1 = 0.75; the rotation goes the short way, 45°
        check(player.positions(0, 1), 0.75, 0, 0, 0.75 + half, half, 0, 0.75 - half, half, 0);
        check(player.positions(0, 2), 2, 0, 0, 2, 1, 0, 1, 0, 0);
    }

    @Test
    void readsPivotsFromInverseBindMatrices() throws Exception {
        TinyGltf.put(gltf.node("joint"), "translation", 1, 2, 3);
        int binds = gltf.floats("MAT4", 16, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, -2, -4, -6, 1);
        gltf.skin(1).put("inverseBindMatrices", binds);
        gltf.triangle(0, 0, 0);
        SkinnedModel model = open().model();
        assertThat(model.skeleton().pivots()).containsExactly(1, 2, 3);
        assertThat(model.clips()).isEmpty();
    }

    @Test
    void readsInterleavedQuantisedAndNormalisedData() throws Exception {
        gltf.node("joint");
        TinyGltf.put(gltf.node("other"), "translation", 0, 0, 10);
        gltf.skin(1, 2);
        ObjectNode primitive = gltf.triangle(0, 0, 0);
        // Three bytes of position, one of padding, four weights per vertex
        byte[] mixed = {
            0, 0, 0, 9, (byte) 255, 0, 0, 0, 127, 0, 0, 9, 0, (byte) 255, 0, 0, 0, -127, 0, 9, 51, (byte) 204, 0, 0,
        };
        int view = gltf.view(mixed);
        ((ObjectNode) gltf.list("bufferViews").get(view)).put("byteStride", 8);
        ObjectNode attributes = (ObjectNode) primitive.get("attributes");
        gltf.accessor(view, 5120, 3, "VEC3").put("normalized", true);
        attributes.put("POSITION", gltf.last("accessors"));
        gltf.accessor(view, 5121, 3, "VEC4").put("normalized", true).put("byteOffset", 4);
        attributes.put("WEIGHTS_0", gltf.last("accessors"));
        attributes.put("JOINTS_0", gltf.bytes("VEC4", 4, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0));
        gltf.root.putArray("extensionsRequired").add("KHR_mesh_quantization");
        gltf.channel(1, "translation", "LINEAR", gltf.floats("SCALAR", 1, 0), gltf.floats("VEC3", 3, 0, 0, 5));
        GltfPlayer player = open();
        check(player.positions(0, 0), 0, 0, 5, 1, 0, 10, 0, -1, 0.2 * 5 + 0.8 * 10);
    }

    @Test
    void readsSparseAccessorsWithAndWithoutBase() throws Exception {
        gltf.node("joint");
        gltf.skin(1);
        ObjectNode primitive = gltf.triangle(0, 0, 0);
        ObjectNode zeros = gltf.list("accessors").addObject();
        zeros.put("componentType", 5126).put("count", 3).put("type", "VEC3");
        ObjectNode sparse = zeros.putObject("sparse").put("count", 2);
        sparse.putObject("indices").put("bufferView", gltf.shorts(1, 2)).put("componentType", 5123);
        sparse.putObject("values").put("bufferView", gltf.view(4.0, 0, 0, 0, 5, 0));
        ((ObjectNode) primitive.get("attributes")).put("POSITION", gltf.last("accessors"));
        gltf.accessor(gltf.shorts(0, 0, 0), 5123, 3, "SCALAR");
        ObjectNode indices = (ObjectNode) gltf.list("accessors").get(gltf.last("accessors"));
        ObjectNode replaced = indices.putObject("sparse").put("count", 2);
        replaced.putObject("indices")
                .put("bufferView", gltf.view((byte) 1, (byte) 2))
                .put("componentType", 5121);
        replaced.putObject("values").put("bufferView", gltf.shorts(1, 2));
        primitive.put("indices", gltf.last("accessors"));
        Mesh mesh = open().model().rest();
        assertThat(mesh.positions()).containsExactly(0, 0, 0, 4, 0, 0, 0, 5, 0);
        assertThat(mesh.corners()).containsExactly(0, 1, 2);
    }

    @Test
    void joinsSeveralMeshesAndSkins() throws Exception {
        gltf.node("a");
        gltf.node("b");
        gltf.node("second").put("mesh", 1).put("skin", 1);
        // The same mesh with the same skin shown again adds nothing
        gltf.node("again").put("mesh", 0).put("skin", 0);
        gltf.skin(1);
        gltf.skin(2, 1);
        gltf.triangle(0, 0, 0);
        gltf.triangle(0, 1, 0);
        ((ObjectNode) gltf.list("meshes").get(0)).put("name", "body");
        ((ObjectNode) gltf.list("meshes").get(1)).put("name", "hat");
        gltf.list("materials").addObject().put("name", "felt");
        ((ObjectNode) gltf.list("meshes").get(1).get("primitives").get(0)).put("material", 0);
        SkinnedModel model = open().model();
        assertThat(model.vertexCount()).isEqualTo(6);
        assertThat(model.skeleton().names()).containsExactly("a", "b");
        assertThat(model.weights().bones()).containsExactly(0, 0, 0, 1, 0, 1);
        assertThat(model.rest().surface().groups()).containsExactly("body", "hat");
        assertThat(model.rest().surface().faceGroups()).containsExactly(0, 1);
        assertThat(model.rest().surface().materials()).extracting(m -> m.name()).containsExactly("default", "felt");
    }

    @Test
    void readsSharedVerticesOnce() throws Exception {
        gltf.node("joint");
        gltf.skin(1);
        ObjectNode primitive = gltf.triangle(0, 0, 0);
        ObjectNode second = ((tools.jackson.databind.node.ArrayNode)
                        gltf.list("meshes").get(0).get("primitives"))
                .addObject();
        second.set("attributes", primitive.get("attributes").deepCopy());
        second.put("indices", gltf.bytes("SCALAR", 1, 2, 1, 0));
        Mesh mesh = open().model().rest();
        assertThat(mesh.vertexCount()).isEqualTo(3);
        assertThat(mesh.corners()).containsExactly(0, 1, 2, 2, 1, 0);
    }

    @Test
    void readsStripsAndFansAndIgnoresLines() throws Exception {
        gltf.node("joint");
        gltf.skin(1);
        ObjectNode primitive = gltf.triangle(0, 0, 0);
        primitive.put("indices", gltf.bytes("SCALAR", 1, 0, 1, 2, 0, 1));
        primitive.put("mode", 5);
        assertThat(open().model().rest().corners()).containsExactly(0, 1, 2, 1, 0, 2, 2, 0, 1);
        primitive.put("mode", 6);
        assertThat(open().model().rest().corners()).containsExactly(0, 1, 2, 0, 2, 0, 0, 0, 1);
        ObjectNode lines = ((tools.jackson.databind.node.ArrayNode)
                        gltf.list("meshes").get(0).get("primitives"))
                .addObject();
        lines.put("mode", 1).set("attributes", primitive.get("attributes").deepCopy());
        assertThat(open().model().rest().faceCount()).isEqualTo(3);
    }

    @Test
    void normalisesWeights() throws Exception {
        gltf.node("a");
        gltf.node("b");
        gltf.skin(1, 2);
        ObjectNode attributes = (ObjectNode) gltf.triangle(0, 0, 0).get("attributes");
        attributes.put("JOINTS_0", gltf.bytes("VEC4", 4, 0, 1, 0, 0, 1, 0, 0, 0, 1, 99, 0, 0));
        attributes.put("WEIGHTS_0", gltf.floats("VEC4", 4, 1, 3, 0, 0, 0, 0, 0, 0, 0.5, 0, 0, 0));
        SkinnedModel model = open().model();
        assertThat(model.weights().influences()).isEqualTo(2);
        assertThat(model.weights().bones()).containsExactly(1, 0, 1, 0, 1, 0);
        // The second vertex has no weights and gets the mean of the others.
        assertThat(model.weights().weights()).containsExactly(0.75, 0.25, 0.875, 0.125, 1, 0);
    }

    @Test
    void readsExternalBufferWithSpacesInItsName() throws Exception {
        gltf.node("joint");
        gltf.skin(1);
        gltf.triangle(0, 0, 0);
        Files.createDirectory(folder.resolve("parts"));
        Files.write(folder.resolve("parts").resolve("the data+.bin"), gltf.buffer());
        Path file = gltf.write(folder.resolve("outside.gltf"), "parts/the%20data+.bin");
        assertThat(GltfPlayer.open(file).model().vertexCount()).isEqualTo(3);
    }

    @Test
    void samplesIrregularKeysMoreOften() throws Exception {
        gltf.node("joint");
        gltf.skin(1);
        gltf.triangle(0, 0, 0);
        gltf.channel(
                1,
                "translation",
                "LINEAR",
                gltf.floats("SCALAR", 1, 0, 0.1, 0.1731),
                gltf.floats("VEC3", 3, 0, 0, 0, 1, 0, 0, 2, 0, 0));
        SkinnedModel model = open().model();
        // A multiple of 30; at 30, the corner at the last key would be cut off.
        assertThat(model.clips().get(0).framesPerSecond()).isEqualTo(240);
        // 0 … 42/240 s: the last frame is after the last key
        assertThat(model.clips().get(0).motion().frameCount()).isEqualTo(43);
    }

    @Test
    void readsOnlyTheScene() throws Exception {
        gltf.node("joint");
        gltf.node("elsewhere").put("mesh", 1).put("skin", 0);
        gltf.skin(1);
        gltf.triangle(0, 0, 0);
        gltf.triangle(0, 0, 0);
        gltf.list("scenes").addObject().putArray("nodes").add(0).add(1);
        assertThat(open().model().vertexCount()).isEqualTo(3);
    }
}
