package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.skin.LinearSkinning;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class SceneEncoderTest {
    private static final int VERTICES = 60;
    private static final int FRAMES = 40;

    private static MeshSequence sequence() {
        return ViewFixtures.sequence(VERTICES, FRAMES, 1, 0, 5);
    }

    private static SkinnedModel model(MeshSequence sequence) {
        return ViewFixtures.model(sequence.rest(), 6, 4, FRAMES, 0, 6);
    }

    private static ReportData report() {
        MeshSequence sequence = sequence();
        SkinnedModel model = model(sequence);
        Clip clip = model.clips().get(0);
        try (Workers workers = new Workers(1)) {
            SequenceError error = Measure.of(model, clip, sequence, workers);
            return ReportData.titled("walk", "fit")
                    .withOriginal(sequence)
                    .withModel("Result", model, clip)
                    .withError(error);
        }
    }

    private static List<String> notes(SceneReader reader) {
        return reader.header.get("notes").valueStream().map(JsonNode::asString).toList();
    }

    /** A model read back from a file has triangles where the sequence has quads; the page contains the model's mesh. */
    @Test
    void encodesFramesAlongTheDrawnMesh() {
        MeshSequence triangles = sequence();
        float[] rest = triangles.rest().positions();
        Mesh quads = Mesh.of(rest, new int[] {0, 4, 8}, new int[] {0, 9, 4, 2, 7, 30, 11, 5}, Mesh.Surface.bare());
        SkinnedModel model = model(triangles);
        byte[][] coded = new byte[2][];
        for (int k = 0; k < 2; k++) {
            ViewScene scene = ReportData.titled("walk", "fit")
                    .withOriginal(k == 0 ? triangles : triangles.withRest(quads))
                    .withModel("Result", model, model.clips().get(0))
                    .encode(ViewBudget.PAGE);
            coded[k] = scene.buffers().get("original.0");
        }
        assertThat(coded[1]).isEqualTo(coded[0]);
    }

    /** What a shader computes from the buffers, in double precision, compared with the evaluator. */
    @ParameterizedTest
    @CsvSource({"1, 0, 1", "4, 0, 1", "4, 100000, 1", "16, 0, 1e-3", "3, 0, 1e5"})
    void buffersReproducePositionsOfTheModel(int influences, double offset, double scale) {
        MeshSequence sequence = ViewFixtures.sequence(VERTICES, 4, scale, offset, 8);
        SkinnedModel model = ViewFixtures.model(sequence.rest(), 20, influences, 4, offset, 9);
        Clip clip = model.clips().get(0);
        SceneReader reader = new SceneReader(
                ReportData.titled("t", "").withModel("Result", model, clip).encode(ViewBudget.PAGE));
        double[] expected = new double[3 * VERTICES];
        double size = reader.header.get("stage").get("unit").get("size").asDouble();
        for (int f = 0; f < 4; f++) {
            new LinearSkinning(model).positions(clip.motion(), f, expected);
            double[] got = posed(reader, f, influences);
            for (int k = 0; k < got.length; k++) {
                assertThat(got[k]).isCloseTo(expected[k], within(1e-5 * size));
            }
        }
    }

    private static double[] posed(SceneReader reader, int f, int influences) {
        float[] rest = reader.floats("model0.rest");
        int[] bones = reader.integers("model0.bones");
        float[] weights = reader.floats("model0.weights");
        float[] motion = reader.floats("model0.motion");
        JsonNode unit = reader.header.get("stage").get("unit");
        double[] out = new double[rest.length];
        for (int i = 0; i < VERTICES; i++) {
            for (int k = 0; k < influences; k++) {
                int m = (f * 20 + bones[k * VERTICES + i]) * BoneMotion.STRIDE;
                for (int row = 0; row < 3; row++) {
                    double at = motion[m + 4 * row + 3];
                    for (int c = 0; c < 3; c++) {
                        at += motion[m + 4 * row + c] * rest[3 * i + c];
                    }
                    out[3 * i + row] += weights[k * VERTICES + i] * at;
                }
            }
        }
        for (int k = 0; k < out.length; k++) {
            out[k] = unit.get("centre").get(k % 3).asDouble() + unit.get("size").asDouble() * out[k];
        }
        return out;
    }

    @Test
    void largeBudgetKeepsEverything() {
        SceneReader reader = new SceneReader(report().encode(ViewBudget.PAGE));
        JsonNode stage = reader.header.get("stage");
        assertThat(stage.get("frames").get("count").asInt()).isEqualTo(FRAMES);
        assertThat(stage.get("frames").get("framesPerSecond").asDouble()).isEqualTo(24);
        assertThat(stage.get("original").get("bits").asInt()).isEqualTo(16);
        assertThat(notes(reader)).isEmpty();
        assertThat(reader.header.get("plots").valueStream().map(p -> p.get("id").asString()))
                .containsExactly("frames", "vertices");
    }

    @Test
    void sameInputSameBytes() {
        ViewScene a = report().encode(ViewBudget.PAGE);
        ViewScene b = report().encode(ViewBudget.PAGE);
        assertThat(a.json()).isEqualTo(b.json());
        assertThat(a.buffers().keySet()).containsExactlyElementsOf(b.buffers().keySet());
        a.buffers()
                .forEach(
                        (name, bytes) -> assertThat(bytes).isEqualTo(b.buffers().get(name)));
    }

    /** As the budget shrinks, precision goes first, then frames, then the original, then the view. */
    @Test
    void smallBudgetThinsWithNotes() {
        long all = bytes(report().encode(ViewBudget.PAGE));
        int shown = FRAMES;
        int bits = 16;
        boolean original = true;
        for (long budget = all; budget > 0; budget -= all / 40) {
            ViewScene scene = report().encode(new ViewBudget(budget, 1 << 30, 1000));
            assertThat(bytes(scene)).isLessThanOrEqualTo(budget + 600);
            SceneReader reader = new SceneReader(scene);
            JsonNode stage = reader.header.get("stage");
            if (stage == null) {
                assertThat(notes(reader))
                        .singleElement()
                        .asString()
                        .contains("left out")
                        .contains("60 vertices");
                assertThat(scene.buffers()).isEmpty();
                return;
            }
            int nowShown = stage.get("frames").get("count").asInt();
            int nowBits =
                    stage.has("original") ? stage.get("original").get("bits").asInt() : 0;
            boolean thinned = nowShown < FRAMES || nowBits < 16;
            assertThat(notes(reader))
                    .hasSize(thinned ? Math.max(1, notes(reader).size()) : 0);
            assertThat(nowBits).isLessThanOrEqualTo(bits);
            assertThat(original || !stage.has("original")).isTrue();
            shown = Math.min(shown, nowShown);
            bits = nowBits;
            original = stage.has("original");
        }
        throw new AssertionError("an empty budget still showed " + shown + " frames");
    }

    private static long bytes(ViewScene scene) {
        return scene.buffers().values().stream().mapToLong(b -> b.length).sum();
    }

    @Test
    void thinnedFramesAreEvenlySpaced() {
        ReportData data = report();
        ViewScene scene = data.encode(new ViewBudget(1 << 20, 6L * VERTICES * (FRAMES / 2), 1000));
        SceneReader reader = new SceneReader(scene);
        assertThat(notes(reader)).anyMatch(note -> note.contains("shows 20 of 40 frames, every 2nd"));
        double[][] decoded = reader.original(sequence().rest());
        assertThat(decoded).hasDimensions(20, 3 * VERTICES);
        float[] motion = reader.floats("model0.motion");
        assertThat(motion).hasSize(20 * 6 * BoneMotion.STRIDE);
        double size = reader.header.get("stage").get("unit").get("size").asDouble();
        for (int s = 0; s < 20; s++) {
            assertThat(decoded[s][9]).isCloseTo(sequence().frame(2 * s)[9], within(1e-3 * size));
        }
    }

    @Test
    void tooManyVerticesKeepTheFigures() {
        ViewScene scene = report().withFacts("Result", List.of(Fact.of("bones", 6)))
                .encode(new ViewBudget(1 << 20, 1 << 20, VERTICES - 1));
        SceneReader reader = new SceneReader(scene);
        assertThat(reader.header.has("stage")).isFalse();
        assertThat(notes(reader)).singleElement().asString().contains("at most 59 vertices");
        assertThat(reader.header.get("facts")).hasSize(1);
        assertThat(reader.header.get("plots")).hasSize(2);
    }

    @Test
    void aReportMayHaveNothingToDraw() {
        SceneReader reader = new SceneReader(ReportData.titled("t", "s").encode(ViewBudget.PAGE));
        assertThat(reader.header.has("stage")).isFalse();
        assertThat(notes(reader)).isEmpty();
    }

    @Test
    void encodesNonFiniteNumbersAsNull() {
        SceneReader reader = new SceneReader(ReportData.titled("t", "s")
                .withFacts("Result", List.of(Fact.of("distortion", Double.NaN), Fact.of("bones", 3)))
                .withPlot(Plot.convergence("erms", new double[] {1, Double.NaN}))
                .encode(ViewBudget.PAGE));
        JsonNode facts = reader.header.get("facts").get(0).get("facts");
        assertThat(facts.get(0).get("value").isNull()).isTrue();
        assertThat(facts.get(1).get("value").isInt()).isTrue();
        assertThat(reader.header.get("plots").get(0).get("y").get(1).isNull()).isTrue();
    }

    @Test
    void partsOfDifferentMeshesAreRejected() {
        SkinnedModel other = model(ViewFixtures.sequence(VERTICES + 1, FRAMES, 1, 0, 1));
        ReportData data = ReportData.titled("t", "")
                .withOriginal(sequence())
                .withModel("Result", other, other.clips().get(0));
        assertThatThrownBy(() -> data.encode(ViewBudget.PAGE)).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void encodesSkeletonWithBoneErrors() {
        Mannequin mannequin = new Mannequin();
        SkinnedModel model = mannequin.rigged(500, 3);
        double[] perVertex = new double[model.vertexCount()];
        Arrays.fill(perVertex, 0.25);
        SequenceError error = new SequenceError(1, 1, 1, new SequenceError.Located(1, 0, 0), new double[3], perVertex);
        ViewScene scene = ReportData.titled("rig", "")
                .withOriginal(mannequin.make(500, 3))
                .withModel("result", model, model.clips().get(0))
                .withError(error)
                .withCertainties(Map.of("head", 0.25))
                .encode(ViewBudget.PAGE);
        JsonNode bones = JsonMapper.shared().readTree(scene.json()).at("/stage/models/0/bones");
        int head = model.skeleton().names().indexOf("head");
        assertThat(bones.at("/certainty").size()).isEqualTo(model.boneCount());
        assertThat(bones.at("/certainty/" + head).asDouble()).isEqualTo(0.25);
        assertThat(bones.at("/certainty/0").isNull()).as("a root has no joint").isTrue();
        // 17 links and 5 tips, six coordinates each.
        assertThat(bones.at("/segments/bones").size()).isEqualTo(22);
        assertThat(bones.at("/segments/ends").size()).isEqualTo(6 * 22);
        double vertices = 0;
        for (int j = 0; j < 18; j++) {
            vertices += bones.at("/vertices/" + j).asDouble();
            assertThat(bones.at("/errorPercent/" + j).asDouble()).isCloseTo(0.25, within(1e-9));
        }
        assertThat(vertices).isCloseTo(model.vertexCount(), within(0.01));
    }
}
