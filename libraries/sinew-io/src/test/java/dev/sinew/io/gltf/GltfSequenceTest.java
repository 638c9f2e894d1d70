package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.FrameRange;
import dev.sinew.io.InvalidInputs;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.SequenceInput.Choice;
import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.mesh.TrueNormals;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.node.ObjectNode;

/** Skins, morph targets and nodes, evaluated frame by frame. */
class GltfSequenceTest {
    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void name() {
        file = folder.resolve("x.gltf");
    }

    private static MeshSequence read(Path file) {
        return MeshSequences.read(SequenceInput.of(file)).validate();
    }

    private static SequenceInput with(Path file, OptionalDouble rate, List<String> objects, Optional<String> clip) {
        return new SequenceInput(
                List.of(file), Optional.empty(), FrameRange.ALL, rate, UpAxis.Y, 1, new Choice(objects, clip));
    }

    /** A triangle without a skin. */
    private static ObjectNode triangle(TinyGltf gltf) {
        int positions = gltf.floats("VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
        ObjectNode primitive =
                gltf.list("meshes").addObject().putArray("primitives").addObject();
        primitive.putObject("attributes").put("POSITION", positions);
        return primitive;
    }

    /** A node that moves from x = 0 to x = 2 in a second, below one at z = 5. */
    private static TinyGltf moving() {
        TinyGltf gltf = new TinyGltf();
        triangle(gltf);
        gltf.node("above").putArray("children").add(1);
        TinyGltf.put((ObjectNode) gltf.list("nodes").get(0), "translation", 0, 0, 5);
        gltf.node("shown").put("mesh", 0);
        gltf.channel(
                1, "translation", "LINEAR", gltf.floats("SCALAR", 1, 0, 1), gltf.floats("VEC3", 3, 0, 0, 0, 2, 0, 0));
        return gltf;
    }

    /** A morph target that lifts the second vertex by 3, with weights 0, 1 and 0 every half second. */
    static TinyGltf morphing() {
        TinyGltf gltf = new TinyGltf();
        ObjectNode primitive = triangle(gltf);
        int lifted = gltf.floats("VEC3", 3, 0, 0, 0, 0, 0, 3, 0, 0, 0);
        int widened = gltf.floats("VEC3", 3, 0, 0, 0, 1, 0, 0, 0, 1, 0);
        primitive.putArray("targets").addObject().put("POSITION", lifted);
        primitive.withArray("targets").addObject().put("POSITION", widened);
        gltf.node("face").put("mesh", 0);
        gltf.channel(
                0,
                "weights",
                "LINEAR",
                gltf.floats("SCALAR", 1, 0, 0.5, 1),
                gltf.floats("SCALAR", 1, 0, 0, 1, 0, 0, 1));
        return gltf;
    }

    @Test
    void evaluatesMovingNodes() throws IOException {
        MeshSequence sequence = read(moving().write(file));
        assertThat(sequence.frameCount()).isEqualTo(25);
        assertThat(sequence.framesPerSecond()).isEqualTo(24);
        assertThat(sequence.frame(12)).startsWith(1, 0, 5, 2, 0, 5);
        assertThat(sequence.rest().positions()).startsWith(0, 0, 5);
        assertThat(sequence.rest().surface().groups()).containsExactly("above/shown/mesh_0");
    }

    @Test
    void samplesAtGivenRate() throws IOException {
        MeshSequence sequence =
                MeshSequences.read(with(moving().write(file), OptionalDouble.of(10), List.of(), Optional.empty()));
        assertThat(sequence.frameCount()).isEqualTo(11);
        assertThat(sequence.framesPerSecond()).isEqualTo(10);
        assertThat((double) sequence.frame(3)[0]).isEqualTo(0.6, within(1e-6));
    }

    @Test
    void evaluatesMorphTargets() throws IOException {
        MeshSequence sequence = read(morphing().write(file));
        assertThat(sequence.frameCount()).isEqualTo(25);
        assertThat(sequence.frame(0)[5]).isZero();
        assertThat(sequence.frame(12)[5]).isEqualTo(3);
        assertThat(sequence.frame(6)[5]).isEqualTo(1.5f);
        assertThat(sequence.frame(24)).startsWith(0, 0, 0, 2, 0, 0, 0, 2, 0);
        assertThat(sequence.rest().positions()).startsWith(0, 0, 0, 1, 0, 0);
    }

    /**
     * A flat triangle whose file has normals that differ from its face normals, also for its targets; under a node that
     * mirrors and scales.
     */
    private static TinyGltf shaded(boolean secondTarget) {
        TinyGltf gltf = morphing();
        ObjectNode primitive =
                (ObjectNode) gltf.list("meshes").get(0).get("primitives").get(0);
        int normals = gltf.floats("VEC3", 3, 0, 0, 1, 0, 0, 1, 0, 0, 1);
        int tilted = gltf.floats("VEC3", 3, 1, 0, 0, 1, 0, 0, 0, 0, 0);
        ((ObjectNode) primitive.get("attributes")).put("NORMAL", normals);
        ((ObjectNode) primitive.get("targets").get(0)).put("NORMAL", tilted);
        if (secondTarget) {
            ((ObjectNode) primitive.get("targets").get(1))
                    .put("NORMAL", gltf.floats("VEC3", 3, 0, 0, 0, 0, 1, 0, 0, 0, 0));
        }
        TinyGltf.put((ObjectNode) gltf.list("nodes").get(0), "scale", -2, 1, 1);
        return gltf;
    }

    @Test
    void usesNormalsOfTargets() throws IOException {
        MeshSequence sequence = read(shaded(true).write(file));
        TrueNormals truth = TrueNormals.of(sequence);
        int row = truth.rows()[cornerOf(sequence, 0)];
        // Half of the first target: (0.5, 0, 1); the inverse transpose of the node halves x and mirrors it.
        double length = Math.hypot(0.25, 1);
        float[] half = truth.frame(6);
        assertThat((double) half[3 * row]).isEqualTo(-0.25 / length, within(1e-6));
        assertThat((double) half[3 * row + 2]).isEqualTo(1 / length, within(1e-6));
        assertThat(truth.rest()[3 * row + 2]).isEqualTo(1);
        int second = truth.rows()[cornerOf(sequence, 1)];
        assertThat((double) truth.frame(24)[3 * second + 1]).isEqualTo(Math.sqrt(0.5), within(1e-6));
    }

    @Test
    void usesFaceNormalsIfTargetsHaveNone() throws IOException {
        MeshSequence sequence = read(shaded(false).write(file));
        assertThat(sequence.normals(6)).isEmpty();
    }

    @Test
    void slidersUseNormalsOfTargets() throws IOException {
        MeshSequence examples =
                GltfMorphs.open(shaded(true).write(file), List.of()).examples();
        CornerAttribute first = examples.normals(1).orElseThrow();
        int at = 3 * first.rows()[cornerOf(examples, 0)];
        assertThat((double) first.values()[at]).isEqualTo(-0.5 / Math.hypot(0.5, 1), within(1e-6));
    }

    private static int cornerOf(MeshSequence sequence, int vertex) {
        int[] corners = sequence.rest().corners();
        return IntStream.range(0, corners.length)
                .filter(c -> corners[c] == vertex)
                .findFirst()
                .orElseThrow();
    }

    @Test
    void usesWeightsWithoutAnimation() throws IOException {
        TinyGltf gltf = morphing();
        gltf.root.remove("animations");
        TinyGltf.put((ObjectNode) gltf.list("meshes").get(0), "weights", 0, 0.5);
        TinyGltf.put((ObjectNode) gltf.list("nodes").get(0), "weights", 1, 0);
        MeshSequence sequence = read(gltf.write(file));
        assertThat(sequence.frameCount()).isEqualTo(1);
        assertThat(sequence.frame(0)[5]).isEqualTo(3);
    }

    @Test
    void interpolatesSteppedAndCubicWeights() throws IOException {
        TinyGltf gltf = morphing();
        gltf.list("animations").removeAll();
        int times = gltf.floats("SCALAR", 1, 0, 1);
        // In-tangents, values and out-tangents of two targets, two keys.
        int values = gltf.floats("SCALAR", 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0);
        gltf.channel(0, "weights", "CUBICSPLINE", times, values);
        MeshSequence sequence = read(gltf.write(file));
        int last = sequence.frameCount() - 1;
        assertThat(sequence.frame(last / 2)[5]).isEqualTo(1.5f);
        assertThat((double) sequence.frame(last / 4)[5]).isEqualTo(3 * (3 * 0.0625 - 2 * 0.015625), within(1e-6));
    }

    /** Straight lines between frames are as close to the curve as can be seen. */
    @Test
    void curvesAndKeysBetweenFramesGetMoreFrames() throws IOException {
        TinyGltf curve = morphing();
        curve.list("animations").removeAll();
        int values = curve.floats("SCALAR", 1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0);
        curve.channel(0, "weights", "CUBICSPLINE", curve.floats("SCALAR", 1, 0, 1), values);
        MeshSequence smooth = read(curve.write(file));
        for (int f = 0; f + 1 < smooth.frameCount(); f++) {
            double t = (f + 0.5) / (smooth.frameCount() - 1);
            double between = 0.5 * (smooth.frame(f)[5] + (double) smooth.frame(f + 1)[5]);
            assertThat(between).isEqualTo(3 * (3 * t * t - 2 * t * t * t), within(3 * 2.1e-4));
        }
        TinyGltf lines = morphing();
        lines.list("animations").removeAll();
        int weights = lines.floats("SCALAR", 1, 0, 0, 1, 0, 0.5, 0, 0, 0);
        lines.channel(0, "weights", "LINEAR", lines.floats("SCALAR", 1, 0, 2 / 24f, 5 / 24f, 1), weights);
        MeshSequence onGrid = read(lines.write(file));
        assertThat(onGrid.framesPerSecond()).isEqualTo(24);
        assertThat((double) onGrid.frame(2)[5]).isEqualTo(3, within(1e-6));
    }

    @Test
    void skinsPlayLikeTheModel() {
        SkinnedModel model =
                TestModels.model(TestModels.dressedTube(6, 8), 3, 3, BoneType.AFFINE, TestModels.affine(3, 7, 0.4, 5));
        Path glb = folder.resolve("x.glb");
        Models.write(model, glb);
        SkinnedModel back = Models.read(glb);
        MeshSequence sequence = read(glb);
        ClipFrames played = new ClipFrames(back, back.clips().get(0));
        assertThat(sequence.frameCount()).isEqualTo(7);
        for (int f = 0; f < 7; f++) {
            float[] wanted = played.frame(f);
            for (int k = 0; k < wanted.length; k++) {
                assertThat(sequence.frame(f)[k]).isEqualTo(wanted[k], within(1e-5f));
            }
        }
        assertThat(sequence.rest().positions()).hasSameSizeAs(back.rest().positions());
        assertThat(sequence.rest().corners()).isEqualTo(back.rest().corners());
    }

    @Test
    void readsMeshShownBySeveralNodes() throws IOException {
        TinyGltf gltf = new TinyGltf();
        triangle(gltf);
        gltf.node("left").put("mesh", 0);
        TinyGltf.put(gltf.node("right").put("mesh", 0), "scale", -1, 1, 1);
        MeshSequence all = read(gltf.write(file));
        assertThat(all.vertexCount()).isEqualTo(6);
        assertThat(all.rest().positions()[12]).isEqualTo(-1);
        // The faces of the mirrored one are reversed.
        assertThat(all.rest().corners()).containsExactly(0, 1, 2, 3, 5, 4);
        assertThat(all.rest().surface().groups()).containsExactly("left/mesh_0", "right/mesh_0");
        MeshSequence one = MeshSequences.read(with(file, OptionalDouble.empty(), List.of("right"), Optional.empty()));
        assertThat(one.vertexCount()).isEqualTo(3);
        assertThat(InvalidInputs.of(() ->
                        MeshSequences.read(with(file, OptionalDouble.empty(), List.of("middle"), Optional.empty()))))
                .contains("no object 'middle'", "left/mesh_0");
    }

    @Test
    void selectsClips() throws IOException {
        TinyGltf gltf = moving();
        gltf.list("animations").add(gltf.list("animations").get(0).deepCopy());
        ((ObjectNode) gltf.list("animations").get(0)).put("name", "go");
        ((ObjectNode) gltf.list("animations").get(1)).put("name", "come");
        gltf.write(file);
        assertThat(InvalidInputs.of(() -> read(file))).contains("2 clips", "with clip: go, come");
        assertThat(InvalidInputs.of(
                        () -> MeshSequences.read(with(file, OptionalDouble.empty(), List.of(), Optional.of("stay")))))
                .contains("no clip named 'stay'");
        MeshSequence sequence = MeshSequences.read(with(file, OptionalDouble.empty(), List.of(), Optional.of("come")));
        assertThat(sequence.name()).isEqualTo("come");
    }

    @Test
    void readsQuantisedPositions() throws IOException {
        TinyGltf gltf = new TinyGltf();
        ObjectNode primitive =
                gltf.list("meshes").addObject().putArray("primitives").addObject();
        int view = gltf.shorts(0, 0, 0, 0, 32767, 0, 0, 0, 0, 32767, -32767, 0);
        gltf.accessor(view, 5122, 3, "VEC3").put("normalized", true);
        ((ObjectNode) gltf.list("bufferViews").get(view)).put("byteStride", 8);
        primitive.putObject("attributes").put("POSITION", 0);
        TinyGltf.put(gltf.node("n").put("mesh", 0), "scale", 4, 4, 4);
        gltf.list("extensionsRequired").add("KHR_mesh_quantization");
        assertThat(read(gltf.write(file)).frame(0)).containsExactly(0, 0, 0, 4, 0, 0, 0, 4, -4);
    }

    @ParameterizedTest
    @ValueSource(strings = {"KHR_meshopt_compression", "EXT_unknown_compression"})
    void rejectsUnsupportedCompressionByName(String extension) throws IOException {
        TinyGltf gltf = moving();
        gltf.list("extensionsRequired").add(extension);
        assertThat(InvalidInputs.of(() -> read(gltf.write(file)))).contains(extension);
    }

    @Test
    void rejectsMissingAndOutsideBuffers() throws IOException {
        TinyGltf gltf = moving();
        assertThat(InvalidInputs.of(() -> read(gltf.write(file, "gone.bin")))).contains("gone.bin", "does not exist");
        assertThat(InvalidInputs.of(() -> read(gltf.write(file, "../outside.bin"))))
                .contains("is outside");
        ((ObjectNode) gltf.list("accessors").get(0)).put("count", 268_435_456);
        assertThat(InvalidInputs.of(() -> read(gltf.write(file)))).contains("claims 268435456 elements");
    }

    @Test
    void isRecognisedByContent() throws IOException {
        Path named = folder.resolve("walk.obj");
        moving().write(named);
        assertThat(read(named).frameCount()).isEqualTo(25);
        Path binary = folder.resolve("walk.ply");
        SkinnedModel model = TestModels.model(TestModels.tube(3, 4), 2, 2, BoneType.RIGID, TestModels.chain(2, 5, 0.3));
        Path glb = folder.resolve("x.glb");
        Models.write(model, glb);
        java.nio.file.Files.copy(glb, binary);
        assertThat(read(binary).frameCount()).isEqualTo(5);
    }
}
