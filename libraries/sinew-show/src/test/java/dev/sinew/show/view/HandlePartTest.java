package dev.sinew.show.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.handles.Targets;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.PosingSystem;
import dev.sinew.model.SkinnedModel;
import dev.sinew.show.view.ReportData.DragHandles;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Handles in a scene's header, and their posing system in its buffers. */
class HandlePartTest {
    private static final double[] UP = {0, 1, 0};

    /** Symmetric, otherwise random. */
    private static PosingSystem system(int handles, int groups) {
        Random random = new Random(handles);
        int size = 4 * handles;
        double[] normal = new double[size * size];
        for (int r = 0; r < size; r++) {
            for (int c = 0; c <= r; c++) {
                normal[r * size + c] = random.nextGaussian();
                normal[c * size + r] = normal[r * size + c];
            }
        }
        double[][] b = new double[groups][3 * size];
        for (double[] group : b) {
            for (int k = 0; k < group.length; k++) {
                group[k] = random.nextGaussian();
            }
        }
        return new PosingSystem(0.5, new double[] {1, 2, 3}, normal, b, 20, 1e-6);
    }

    private static SceneReader read(HandleSet handles, PosingSystem system, List<Targets.Target> targets) {
        MeshSequence sequence = ViewFixtures.sequence(30, 3, 1, 0, 5);
        SkinnedModel model = ViewFixtures.model(sequence.rest(), handles.count(), 2, 3, 0, 6);
        int[] bones = IntStream.range(0, handles.count())
                .map(j -> handles.count() - 1 - j)
                .toArray();
        ReportData data = ReportData.titled("t", "s")
                .withModel("m", model, model.clips().get(0))
                .withHandles(new DragHandles(handles, bones, system, targets));
        return new SceneReader(data.encode(ViewBudget.PAGE));
    }

    @Test
    void encodesEveryKindOfHandle() {
        HandleSet handles = new HandleSet(
                List.of(
                        new Handle.Point("p", UP),
                        new Handle.Bone("b", UP, new double[] {0, 2, 0}, Optional.empty()),
                        new Handle.Region("r", new int[] {1, 2}, UP),
                        new Handle.CageVertex("c_0", 0, UP),
                        new Handle.CageVertex("c_1", 1, UP),
                        new Handle.CageVertex("c_2", 2, UP)),
                new int[] {0, 1, 2});
        List<Targets.Target> targets = List.of(
                new Targets.Target("p", Targets.Kind.POSITION, UP),
                new Targets.Target("b", Targets.Kind.ENDS, new double[] {0, 1, 0, 0, 2, 1}),
                new Targets.Target("r", Targets.Kind.TRANSFORM, new double[12]));
        JsonNode node = read(handles, system(6, 2), targets).header.at("/stage/handles");
        assertThat(node.get("list").valueStream().map(h -> h.get("type").asString()))
                .containsExactly("point", "bone", "region", "cage", "cage", "cage");
        assertThat(node.at("/list/1/tip/1").asDouble()).isEqualTo(2);
        assertThat(node.at("/list/0/bone").asInt()).isEqualTo(5);
        assertThat(node.at("/cage/handles").valueStream().map(JsonNode::asInt)).containsExactly(3, 4, 5);
        assertThat(node.at("/targets/1/tip/2").asDouble()).isEqualTo(1);
        assertThat(node.at("/targets/2/transform").size()).isEqualTo(12);
        assertThat(node.at("/targets/0").has("tip")).isFalse();
    }

    @Test
    void systemRoundTripsExactly() {
        PosingSystem system = system(3, 5);
        SceneReader reader = read(points(3), system, List.of());
        double[] lower = reader.doubles("handles.normal");
        double[] b = reader.doubles("handles.groups");
        int at = 0;
        for (int r = 0; r < 12; r++) {
            for (int c = 0; c <= r; c++) {
                assertThat(lower[at++]).isEqualTo(system.normal()[12 * r + c]);
            }
            for (int g = 0; g < 5; g++) {
                assertThat(b[15 * r + 3 * g + 2]).isEqualTo(system.groups()[g][3 * r + 2]);
            }
        }
        assertThat(lower).hasSize(at);
        assertThat(reader.header.at("/stage/handles/system/middle/2").asDouble())
                .isEqualTo(3);
    }

    @Test
    void tooManyHandlesLeaveANote() {
        int many = HandlePart.MAX_HANDLES + 1;
        SceneReader reader = read(points(many), system(many, 1), List.of());
        assertThat(reader.header.get("stage").has("handles")).isFalse();
        assertThat(reader.header.at("/notes/0").asString()).contains("251 handles");
    }

    @Test
    void rejectsMismatchedHandlesAndSystem() {
        assertThatThrownBy(() -> new DragHandles(points(2), new int[] {0, 1}, system(3, 1), List.of()))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Targets.Target("p", Targets.Kind.TIP, new double[6]))
                .isInstanceOf(IllegalArgumentException.class);
    }

    private static HandleSet points(int count) {
        List<Handle> list = new ArrayList<>();
        for (int j = 0; j < count; j++) {
            list.add(new Handle.Point("p" + j, new double[] {j, 0, 0}));
        }
        return HandleSet.of(list);
    }
}
