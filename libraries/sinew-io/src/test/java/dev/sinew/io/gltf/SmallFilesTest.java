package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.io.gltf.document.GltfContainer;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Numbers;
import dev.sinew.io.parts.Storage.Packing;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.JsonNode;

/** Quantized files: what they play, and that they declare their extensions. */
class SmallFilesTest {
    private static final double TOLERANCE = 2e-4;

    @TempDir
    Path folder;

    private Path small(SkinnedModel model, String name) throws IOException {
        return small(model, name, Packing.NONE);
    }

    private Path small(SkinnedModel model, String name, Packing packing) throws IOException {
        Path file = folder.resolve(name + ".glb");
        Storage storage = new Storage(Numbers.QUANTIZED, packing, TOLERANCE);
        WrittenModel written = Models.write(ModelDocument.of(model), file, storage);
        WrittenModel plain = Models.write(model, folder.resolve("plain.glb"));
        assertThat(written.bytes()).isLessThan(plain.bytes());
        assertThat(written.keys()).isLessThanOrEqualTo(plain.keys());
        assertThat(written.parts().weights()).isLessThan(plain.parts().weights());
        Interop.keepSmall(file);
        return file;
    }

    /** Rounding of weights, positions and rotations adds to the tolerance of keys, so the limit is twice the tolerance. */
    private static void checkPlays(SkinnedModel read, SkinnedModel model) {
        double size = Box.around(model.rest().positions()).diagonal();
        assertThat(read.rest().positions())
                .usingComparatorWithPrecision((float) (20 * TOLERANCE * size))
                .containsExactly(model.rest().positions());
        BoneMotion wanted = model.clips().get(0).motion();
        BoneMotion got = read.clips().get(0).motion();
        double[] a = new double[3 * model.vertexCount()];
        double[] b = new double[a.length];
        double sum = 0;
        for (int f = 0; f < wanted.frameCount(); f++) {
            new LinearSkinning(model).positions(wanted, f, a);
            new LinearSkinning(read).positions(got, f, b);
            for (int k = 0; k < a.length; k++) {
                sum += (a[k] - b[k]) * (a[k] - b[k]);
            }
        }
        double rms = Math.sqrt(sum / (model.vertexCount() * (double) wanted.frameCount()));
        assertThat(rms / size).isLessThan(3 * TOLERANCE);
    }

    private static SkinnedModel model(BoneType type) {
        BoneMotion motion = type == BoneType.AFFINE
                ? TestModels.affine(5, 30, 0.3, 3)
                : type == BoneType.RIGID ? TestModels.chain(5, 30, 0.4) : TestModels.similarity(5, 30, 0.4, 0.2, 4);
        return TestModels.model(TestModels.dressedTube(24, 16), 5, 4, type, motion);
    }

    @ParameterizedTest
    @EnumSource(BoneType.class)
    void playsNearlyTheSameForEveryBoneType(BoneType type) throws IOException {
        SkinnedModel model = model(type);
        SkinnedModel read = Models.read(small(model, "small-" + type));
        checkPlays(read, model);
        assertThat(read.boneType()).isEqualTo(type);
        assertThat(read.skeleton().parents()).isEqualTo(model.skeleton().parents());
        assertThat(read.skeleton().pivots()).containsExactly(model.skeleton().pivots(), within(1e-4));
    }

    @Test
    void weightBytesSumTo255() throws IOException {
        Path file = small(model(BoneType.AFFINE), "sums");
        GltfContainer.Content content = GltfContainer.read(file);
        JsonNode attributes = content.root().at("/meshes/0/primitives/0/attributes");
        JsonNode accessor =
                content.root().get("accessors").get(attributes.get("WEIGHTS_0").asInt());
        JsonNode view =
                content.root().get("bufferViews").get(accessor.get("bufferView").asInt());
        ByteBuffer bytes = content.binary().orElseThrow();
        assertThat(accessor.get("componentType").asInt()).isEqualTo(5121);
        for (int k = 0; k < accessor.get("count").asInt(); k++) {
            int sum = 0;
            for (int x = 0; x < 4; x++) {
                sum += bytes.get(view.get("byteOffset").asInt() + 4 * k + x) & 0xff;
            }
            assertThat(sum).isEqualTo(255);
        }
        assertThat(Models.read(file).weights().maxInfluences()).isLessThanOrEqualTo(4);
    }

    @Test
    void modelWithoutClipsKeepsItsPosition() throws IOException {
        SkinnedModel model = model(BoneType.RIGID).withClips(java.util.List.of());
        SkinnedModel read = Models.read(small(model, "still"));
        double size = Box.around(model.rest().positions()).diagonal();
        assertThat(read.rest().positions())
                .usingComparatorWithPrecision((float) (TOLERANCE * size))
                .containsExactly(model.rest().positions());
    }

    @ParameterizedTest
    @EnumSource(BoneType.class)
    void packedFilesPlayNearlyTheSame(BoneType type) throws IOException {
        SkinnedModel model = model(type);
        Path packed = small(model, "packed-" + type, Packing.MESHOPT);
        checkPlays(Models.read(packed), model);
        assertThat(Files.size(packed)).isLessThan(Files.size(small(model, "loose-" + type)));
    }

    /** Packing alone changes no numbers, only the order of faces and their first corners. */
    @Test
    void packingKeepsFloatsExactly() {
        SkinnedModel model = model(BoneType.AFFINE);
        Path loose = folder.resolve("loose.glb");
        Path packed = folder.resolve("packed.glb");
        Models.write(model, loose);
        Models.write(ModelDocument.of(model), packed, new Storage(Numbers.FLOATS, Packing.MESHOPT, 0));
        SkinnedModel a = Models.read(loose);
        SkinnedModel b = Models.read(packed);
        assertThat(b.rest().positions()).isEqualTo(a.rest().positions());
        // The order differs, so the reader's sum rounds differently.
        assertThat(b.weights().weights()).containsExactly(a.weights().weights(), within(1e-12));
        assertThat(b.weights().bones()).isEqualTo(a.weights().bones());
        assertThat(b.clips().get(0).motion().matrices())
                .isEqualTo(a.clips().get(0).motion().matrices());
        assertThat(b.rest().faceCount()).isEqualTo(a.rest().faceCount());
    }
}
