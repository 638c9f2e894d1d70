package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.gltf.TestModels;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.io.parts.Sliders;
import dev.sinew.io.parts.Storage;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import dev.sinew.model.TwoLayerWeights;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a document contains is in the file, or a message names it: a table of contents, formats and changes. */
class ModelDocumentTest {
    private static final int RINGS = 4;
    private static final int SIDES = 3;
    private static final int BONES = 3;

    @TempDir
    Path folder;

    private static SkinnedModel model() {
        return TestModels.model(
                TestModels.tube(RINGS, SIDES), BONES, 2, BoneType.AFFINE, TestModels.affine(BONES, 3, 0.1, 1));
    }

    /** A content: how it is added to a document, and how it is found again. */
    private record Content(
            String name, UnaryOperator<ModelDocument> add, Function<ModelDocument, Boolean> present, boolean onlyGltf) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static List<Content> contents() {
        return List.of(
                new Content(
                        "pose",
                        d -> d.withPose(Optional.of(Arrays.copyOfRange(
                                d.model().clips().get(0).motion().matrices(), 12 * BONES, 24 * BONES))),
                        d -> d.pose().isPresent(),
                        false),
                new Content(
                        "parts",
                        d -> d.withParts(List.of(
                                new ModelDocument.Part("Body", "body", SIDES),
                                new ModelDocument.Part("Head", "head", (RINGS - 2) * SIDES))),
                        d -> d.parts().size() == 2 && d.parts().get(1).node().equals("Head"),
                        false),
                new Content(
                        "layers",
                        d -> d.withLayers(Optional.of(TwoLayerWeights.of(
                                BONES,
                                1,
                                new int[] {0, 1},
                                new double[] {1, 1},
                                alternating(d.model().vertexCount()),
                                halves(d.model().vertexCount())))),
                        d -> d.layers().isPresent(),
                        true),
                new Content(
                        "blend bones",
                        d -> d.withBlendBones(Optional.of(new BlendBones(
                                SkinningOperator.DUAL_QUATERNION,
                                SkinWeights.of(2, new int[] {0, 1}, new double[] {0.5, 0.5})))),
                        d -> d.blendBones().isPresent(),
                        true),
                new Content(
                        "handles",
                        d -> d.withHandles(HandleSet.of(d.model().skeleton().names().stream()
                                .map(name -> (Handle) new Handle.Point(name, new double[] {0, 0, 0}))
                                .toList())),
                        d -> d.handles().isPresent(),
                        true),
                new Content(
                        "sliders",
                        d -> d.withSliders(
                                Optional.of(new Sliders(List.of("smile"), BONES, new double[12 * BONES], List.of()))),
                        d -> d.sliders().isPresent(),
                        true));
    }

    private static int[] alternating(int vertices) {
        int[] virtual = new int[2 * vertices];
        Arrays.setAll(virtual, k -> k % 2);
        return virtual;
    }

    private static double[] halves(int vertices) {
        double[] half = new double[2 * vertices];
        Arrays.fill(half, 0.5);
        return half;
    }

    private static Stream<Arguments> cells() {
        return contents().stream()
                .flatMap(content ->
                        Stream.of("glb", "gltf", "usda", "quantized.glb").map(file -> Arguments.of(content, file)));
    }

    @ParameterizedTest
    @MethodSource("cells")
    void isInTheFileOrNamedAsLeftOut(Content content, String name) {
        ModelDocument document = content.add.apply(ModelDocument.of(model()));
        Path file = folder.resolve("x." + name);
        Storage storage = name.startsWith("quantized")
                ? new Storage(Storage.Numbers.QUANTIZED, Storage.Packing.MESHOPT, Storage.DEFAULT_TOLERANCE)
                : Storage.PLAIN;

        WrittenModel written = Models.write(document, file, storage);

        boolean stored = !name.equals("usda") || !content.onlyGltf;
        ModelDocument read = ModelFile.read(file).document();
        assertThat(content.present.apply(read)).isEqualTo(stored);
        assertThat(written.notes().isEmpty()).isEqualTo(stored);
        // The two meshes of a part share a ring of vertices, which each of them needs.
        int shared = content.name.equals("parts") ? SIDES : 0;
        assertThat(read.model().vertexCount()).isEqualTo(document.model().vertexCount() + shared);
        assertThat(read.model().rest().triangleCount())
                .isEqualTo(document.model().rest().triangleCount());
    }

    private record Change(String name, UnaryOperator<SkinnedModel> apply, List<String> keeps) {
        @Override
        public String toString() {
            return name;
        }
    }

    private static Stream<Change> changes() {
        return Stream.of(
                new Change(
                        "other weights",
                        m -> m.withWeights(m.weights().largest(1)),
                        List.of("pose", "parts", "blend bones", "handles", "sliders")),
                new Change(
                        "other names",
                        m -> m.withSkeleton(m.skeleton().withNames(List.of("a", "b", "c"))),
                        List.of("pose", "parts", "layers", "blend bones", "sliders")),
                new Change(
                        "other joints",
                        m -> m.withSkeleton(
                                new Skeleton(m.skeleton().names(), m.skeleton().parents(), new double[3 * BONES])),
                        List.of("parts")),
                new Change(
                        "other motion",
                        m -> m.withClips(List.of()),
                        List.of("pose", "parts", "layers", "blend bones", "handles")));
    }

    @ParameterizedTest
    @MethodSource("changes")
    void keepsWhatIsStillTrueAndNamesTheRest(Change change) {
        for (Content content : contents()) {
            ModelDocument document = content.add.apply(ModelDocument.of(model()));
            List<String> left = new ArrayList<>();
            ModelDocument derived = document.derived(change.apply.apply(document.model()), left);
            boolean kept = change.keeps.contains(content.name);
            assertThat(content.present.apply(derived)).as("%s", content).isEqualTo(kept);
            assertThat(left.isEmpty()).as("%s", content).isEqualTo(kept);
        }
    }

    @Test
    void writesTheMeshesOfAModelWithTheirVertices() {
        ModelDocument document = contents().get(1).add.apply(ModelDocument.of(model()));
        Path file = folder.resolve("two.glb");

        Models.write(document, file);

        SkinnedModel read = Models.read(file);
        assertThat(ModelFile.read(file).document().parts())
                .extracting(ModelDocument.Part::mesh)
                .containsExactly("body", "head");
        BoneMotion motion = read.clips().get(0).motion();
        assertThat(motion.matrices())
                .containsExactly(document.model().clips().get(0).motion().matrices(), within(1e-5));
    }
}
