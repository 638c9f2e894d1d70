package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.Mutations;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.Storage.Numbers;
import dev.sinew.io.parts.Storage.Packing;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Correctives in a file: as morph targets, with every storage, sparse if few vertices move. */
class CorrectiveFileTest {
    @TempDir
    Path folder;

    /** @param every the shapes move every Nth vertex */
    private static SkinnedModel model(int every) {
        SkinnedModel plain = TestModels.model(
                TestModels.tube(6, 8), 3, 3, BoneType.SIMILARITY, TestModels.similarity(3, 5, 0.5, 0.2, 1));
        Mesh rest = plain.rest();
        CornerAttribute normals = Normals.ofCorners(rest, rest.positions());
        Random random = new Random(4);
        float[][] positions = new float[2][3 * rest.vertexCount()];
        float[][] orientations = new float[2][normals.values().length];
        for (int k = 0; k < 2; k++) {
            for (int at = 0; at < positions[k].length; at++) {
                positions[k][at] = at / 3 % every == 0 ? (float) (0.1 * random.nextGaussian()) : 0;
            }
            for (int at = 0; at < orientations[k].length; at++) {
                orientations[k][at] = (float) (0.1 * random.nextGaussian());
            }
        }
        Clip clip = plain.clips().get(0);
        double[] amounts =
                random.doubles(2L * clip.motion().frameCount(), -1, 1).toArray();
        Mesh shaded = rest.withSurface(rest.surface().withNormals(Optional.of(normals)));
        return plain.withRest(shaded)
                .withCorrectives(
                        new Correctives(List.of("swell", "sag"), positions, orientations),
                        List.of(clip.withShapes(amounts)));
    }

    @ParameterizedTest
    @CsvSource({"FLOATS,NONE,1e-5", "FLOATS,MESHOPT,1e-5", "QUANTIZED,NONE,4e-3", "QUANTIZED,MESHOPT,4e-3"})
    void readsBack(Numbers numbers, Packing packing, double close) throws IOException {
        SkinnedModel model = model(1);
        Path file = folder.resolve("shapes-" + numbers + "-" + packing + ".glb");
        Storage storage = new Storage(numbers, packing, numbers == Numbers.QUANTIZED ? 1e-4 : 0);
        Models.write(ModelDocument.of(model), file, storage);
        if (storage.equals(Storage.PLAIN)) {
            Interop.keep(file);
        } else {
            Interop.keepSmall(file);
        }
        SkinnedModel read = Models.read(file);
        assertThat(read.correctives().names()).containsExactly("swell", "sag");
        ClipFrames wanted = new ClipFrames(model, model.clips().get(0));
        ClipFrames got = new ClipFrames(read, read.clips().get(0));
        assertThat(got.frameCount()).isEqualTo(wanted.frameCount());
        for (int f = 0; f < wanted.frameCount(); f++) {
            float[] a = wanted.frame(f);
            float[] b = got.frame(f);
            for (int at = 0; at < a.length; at++) {
                assertThat((double) b[at]).isCloseTo(a[at], within(close));
            }
        }
        assertThat(read.correctives().normals())
                .hasDimensions(2, read.correctives().normals()[0].length);
    }

    /** Offsets of corner normals are kept, regardless of the rows in the file. */
    @Test
    void keepsShapesOfNormals() {
        SkinnedModel model = model(1);
        Path file = folder.resolve("x.glb");
        Models.write(model, file);
        SkinnedModel read = Models.read(file);
        for (int f = 0; f < model.clips().get(0).motion().frameCount(); f++) {
            float[] wanted = byVertex(model, f);
            float[] got = byVertex(read, f);
            for (int at = 0; at < wanted.length; at++) {
                assertThat((double) got[at]).isCloseTo(wanted[at], within(1e-3));
            }
        }
    }

    /** Unit normals with the shapes of a frame; the tube is smooth, so each vertex has one. */
    private static float[] byVertex(SkinnedModel model, int f) {
        CornerAttribute normals = model.rest().surface().normals().orElseThrow();
        float[] turned = model.correctives()
                .addToNormals(normals.values(), model.clips().get(0).shapes(), f);
        float[] out = new float[3 * model.vertexCount()];
        for (int c = 0; c < normals.rows().length; c++) {
            int from = 3 * normals.rows()[c];
            double length = Math.hypot(Math.hypot(turned[from], turned[from + 1]), turned[from + 2]);
            for (int x = 0; x < 3; x++) {
                out[3 * model.rest().corners()[c] + x] = (float) (turned[from + x] / length);
            }
        }
        return out;
    }

    /** Blender clips weights below 0, and sliders of engines end at 1; without animation the mesh is unchanged. */
    @Test
    void writesWeightsFromZeroToOne() throws IOException {
        SkinnedModel model = model(1);
        Path file = folder.resolve("x.gltf");
        Models.write(model, file);
        JsonNode root = JsonMapper.shared().readTree(Files.readString(file));
        JsonNode animation = root.get("animations").get(0);
        JsonNode channel =
                animation.get("channels").get(animation.get("channels").size() - 1);
        assertThat(channel.get("target").get("path").stringValue()).isEqualTo("weights");
        JsonNode sampler = animation.get("samplers").get(channel.get("sampler").intValue());
        JsonNode accessor = root.get("accessors").get(sampler.get("output").intValue());
        int from = root.get("bufferViews")
                .get(accessor.get("bufferView").intValue())
                .get("byteOffset")
                .intValue();
        String uri = root.get("buffers").get(0).get("uri").stringValue();
        ByteBuffer bytes = ByteBuffer.wrap(Base64.getDecoder().decode(uri.substring(uri.indexOf(',') + 1)))
                .order(ByteOrder.LITTLE_ENDIAN);
        float least = 1;
        float most = 0;
        for (int k = 0; k < accessor.get("count").intValue(); k++) {
            least = Math.min(least, bytes.getFloat(from + 4 * k));
            most = Math.max(most, bytes.getFloat(from + 4 * k));
        }
        assertThat(least).isZero();
        assertThat(most).isEqualTo(1);
        float[] wanted = model.rest().positions();
        float[] got = Models.read(file).rest().positions();
        for (int at = 0; at < wanted.length; at++) {
            assertThat((double) got[at]).isCloseTo(wanted[at], within(1e-6));
        }
    }

    @Test
    void playsShapesBetweenKeys() {
        SkinnedModel model = model(1);
        Path file = folder.resolve("x.glb");
        Models.write(model, file);
        GltfPlayer player = ModelFile.read(file).player();
        double[] seconds = player.frameSeconds(0);
        double[] at = player.positions(0, (seconds[1] + seconds[2]) / 2);
        double[] none = new double[at.length];
        SkinnedModel bare = model.withoutCorrectives();
        Path other = folder.resolve("y.glb");
        Models.write(bare, other);
        System.arraycopy(
                ModelFile.read(other).player().positions(0, (seconds[1] + seconds[2]) / 2), 0, none, 0, at.length);
        double moved = 0;
        for (int k = 0; k < at.length; k++) {
            moved = Math.max(moved, Math.abs(at[k] - none[k]));
        }
        assertThat(moved).isGreaterThan(0.01);
    }

    @Test
    void storesFewMovedVerticesSparsely() throws IOException {
        WrittenModel all = Models.write(model(1), folder.resolve("a.glb"));
        WrittenModel few = Models.write(model(8), folder.resolve("shapes-sparse.glb"));
        Interop.keep(folder.resolve("shapes-sparse.glb"));
        assertThat(few.parts().shapes()).isLessThan(all.parts().shapes() * 2 / 3);
        SkinnedModel read = Models.read(folder.resolve("shapes-sparse.glb"));
        assertThat(read.clips().get(0).shapes()[0] * read.correctives().positions()[0][0])
                .isCloseTo(
                        model(8).clips().get(0).shapes()[0]
                                * model(8).correctives().positions()[0][0],
                        within(1e-6));
    }

    @Test
    void readsOrRejectsDamagedFiles() throws IOException {
        Path file = folder.resolve("x.glb");
        Models.write(model(4), file);
        Mutations.damage(file, Models::read);
    }
}
