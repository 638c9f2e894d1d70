package dev.sinew.io.usd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.Mutations;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.TestMeshes;
import dev.sinew.io.gltf.TestModels;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Content written as USD is read back; other programs verify the files in target/interop/usd. */
class UsdRoundTripTest {
    private static final Path KEPT = Path.of("target", "interop", "usd");
    /** Scales are halves: 2⁻¹¹ of the distance from the pivot, which is below the size. */
    private static final double HALF = 0x1p-11;

    @TempDir
    Path folder;

    private static SkinnedModel affine() {
        return TestModels.model(
                TestModels.dressedTube(9, 12),
                4,
                4,
                BoneType.AFFINE,
                TestModels.affine(4, 7, 0.3, 5),
                TestModels.affine(4, 3, 0.2, 6));
    }

    private static SkinnedModel chain() {
        return TestModels.model(TestModels.tube(9, 12), 4, 2, BoneType.RIGID, TestModels.chain(4, 9, 0.4));
    }

    private static SkinnedModel similarity() {
        return TestModels.model(
                TestModels.tube(7, 8), 6, 6, BoneType.SIMILARITY, TestModels.similarity(6, 6, 0.5, 0.3, 2));
    }

    private void assertPlaysAlike(SkinnedModel wanted, String ending, double tolerance) throws IOException {
        Path file = folder.resolve("model" + ending);
        WrittenModel written = Models.write(wanted, file);
        SkinnedModel read = Models.read(file);
        assertThat(written.bytes()).isEqualTo(Files.size(file));
        assertThat(Models.isSkinned(file)).isTrue();
        assertThat(read.boneType()).isEqualTo(wanted.boneType());
        assertThat(read.skeleton().names()).isEqualTo(wanted.skeleton().names());
        assertThat(read.skeleton().parents()).isEqualTo(wanted.skeleton().parents());
        assertThat(read.rest().positions()).isEqualTo(wanted.rest().positions());
        assertThat(read.rest().corners()).isEqualTo(wanted.rest().corners());
        TestMeshes.assertSameAttribute(
                read.rest().surface().uvs(), wanted.rest().surface().uvs());
        TestMeshes.assertSameAttribute(
                read.rest().surface().normals(), wanted.rest().surface().normals());
        assertThat(read.clips()).hasSameSizeAs(wanted.clips());
        for (int c = 0; c < read.clips().size(); c++) {
            assertThat(read.clips().get(c).name())
                    .isEqualTo(wanted.clips().get(c).name());
            assertThat(read.clips().get(c).framesPerSecond())
                    .isEqualTo(wanted.clips().get(c).framesPerSecond());
            assertSameFrames(
                    ClipFrames.sequence(read, read.clips().get(c)),
                    ClipFrames.sequence(wanted, wanted.clips().get(c)),
                    tolerance);
        }
    }

    private static void assertSameFrames(MeshSequence read, MeshSequence wanted, double tolerance) {
        assertThat(read.frameCount()).isEqualTo(wanted.frameCount());
        double size = 4;
        for (int f = 0; f < read.frameCount(); f++) {
            for (int k = 0; k < read.frame(f).length; k++) {
                assertThat(read.frame(f)[k]).isCloseTo(wanted.frame(f)[k], within((float) (tolerance * size)));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {".usda", ".usdz"})
    void roundTripKeepsModelsOfEveryBoneType(String ending) throws IOException {
        assertPlaysAlike(affine(), ending, HALF);
        assertPlaysAlike(similarity(), ending, HALF);
        assertPlaysAlike(chain(), ending, 1e-6);
    }

    @Test
    void packageContainsMaterialsAndImages() {
        SkinnedModel model = affine();
        Path file = folder.resolve("x.usdz");
        assertThat(Models.write(model, file).notes()).isEmpty();
        List<Material> read = Models.read(file).rest().surface().materials();
        List<Material> wanted = model.rest().surface().materials();
        // No face uses the third.
        assertThat(read).hasSize(2);
        for (int m = 0; m < read.size(); m++) {
            assertThat(read.get(m).name()).isEqualTo(wanted.get(m).name());
            assertThat(read.get(m).red()).isEqualTo(wanted.get(m).red());
            assertThat(read.get(m).roughness()).isEqualTo(wanted.get(m).roughness());
            assertThat(read.get(m).texture().isPresent())
                    .isEqualTo(wanted.get(m).texture().isPresent());
            if (read.get(m).texture().isPresent()) {
                assertThat(read.get(m).texture().get().bytes())
                        .isEqualTo(wanted.get(m).texture().get().bytes());
            }
        }
        assertThat(Models.read(file).rest().surface().faceMaterials())
                .isEqualTo(model.rest().surface().faceMaterials());
    }

    @Test
    void notesThatTextHasNoImages() {
        assertThat(Models.write(affine(), folder.resolve("x.usda")).notes())
                .containsExactly("a .usda file cannot contain images; write .usdz to keep them");
    }

    @ParameterizedTest
    @ValueSource(strings = {".usda", ".usdz"})
    void roundTripKeepsSequencesExactly(String ending) {
        MeshSequence wanted = TestMeshes.sequence(TestMeshes.rich(3), 4, 24);
        Path file = folder.resolve("s" + ending);
        MeshSequences.write(wanted, file);
        MeshSequence read = MeshSequences.read(SequenceInput.of(file));
        assertThat(read.framesPerSecond()).isEqualTo(24);
        assertThat(read.frameCount()).isEqualTo(4);
        for (int f = 0; f < 4; f++) {
            assertThat(read.frame(f)).isEqualTo(wanted.frame(f));
        }
        assertThat(Models.isSkinned(file)).isFalse();
        Mesh rest = read.rest();
        TestMeshes.assertSameGeometry(rest, wanted.rest());
        TestMeshes.assertSameAttribute(
                rest.surface().uvs(), wanted.rest().surface().uvs());
        TestMeshes.assertSameAttribute(
                rest.surface().normals(), wanted.rest().surface().normals());
        assertThat(rest.surface().colours().orElseThrow())
                .isEqualTo(wanted.rest().surface().colours().orElseThrow());
        assertThat(read.normals(2)).isPresent();
    }

    @Test
    void equalInputGivesEqualBytes() throws IOException {
        Models.write(affine(), folder.resolve("a.usdz"));
        Models.write(affine(), folder.resolve("b.usdz"));
        assertThat(folder.resolve("b.usdz")).hasSameBinaryContentAs(folder.resolve("a.usdz"));
    }

    /** Every file of a package is uncompressed and begins at a multiple of 64 bytes; the layer comes first. */
    @Test
    void alignsFilesInPackages() throws IOException {
        Path file = folder.resolve("x.usdz");
        Models.write(affine(), file);
        ByteBuffer bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int at = 0;
        int files = 0;
        while (bytes.getInt(at) == 0x04034b50) {
            int name = bytes.getShort(at + 26);
            int data = at + 30 + name + bytes.getShort(at + 28);
            assertThat(bytes.getShort(at + 8)).as("method").isZero();
            assertThat(data % 64).as("data of file %d", files).isZero();
            if (files == 0) {
                assertThat(new String(bytes.array(), at + 30, name, StandardCharsets.UTF_8))
                        .isEqualTo("scene.usda");
            }
            files++;
            at = data + bytes.getInt(at + 18);
        }
        assertThat(files).isGreaterThan(1);
    }

    @Test
    void keepsFilesForOtherPrograms() throws IOException {
        Files.createDirectories(KEPT);
        keep("affine.usdz", affine().withClips(affine().clips().subList(0, 1)));
        keep("chain.usda", chain());
        keep(
                "scaled.usdz",
                TestModels.model(
                        TestModels.tube(7, 8), 4, 4, BoneType.SIMILARITY, TestModels.similarity(4, 6, 0.5, 0.3, 2)));
        Path file = KEPT.resolve("points.usda");
        clear("points");
        MeshSequences.write(ClipFrames.sequence(chain(), chain().clips().get(0)), file);
        MeshSequences.write(MeshSequences.read(SequenceInput.of(file)), KEPT.resolve("points.pc2"));
        assertThat(KEPT.resolve("affine.pc2")).exists();
    }

    private static void clear(String stem) throws IOException {
        for (String ending : List.of(".pc2", ".obj", ".mtl")) {
            Files.deleteIfExists(KEPT.resolve(stem + ending));
        }
    }

    private static void keep(String name, SkinnedModel model) throws IOException {
        String stem = name.substring(0, name.indexOf('.'));
        clear(stem);
        Models.write(model, KEPT.resolve(name));
        MeshSequences.write(MeshSequences.read(SequenceInput.of(KEPT.resolve(name))), KEPT.resolve(stem + ".pc2"));
    }

    @Test
    void readsOrRejectsDamagedText() throws IOException {
        Path file = folder.resolve("x.usda");
        Models.write(chain(), file);
        Mutations.damage(file, f -> {
            if (Models.isSkinned(f)) {
                Models.read(f);
            }
            MeshSequences.read(SequenceInput.of(f)).validate();
        });
    }

    @Test
    void readsOrRejectsDamagedPackage() throws IOException {
        Path file = folder.resolve("x.usdz");
        MeshSequences.write(TestMeshes.sequence(TestMeshes.rich(3), 4, 24), file);
        Mutations.damage(file, f -> MeshSequences.read(SequenceInput.of(f)).validate());
    }
}
