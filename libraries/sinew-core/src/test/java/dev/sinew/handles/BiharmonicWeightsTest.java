package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class BiharmonicWeightsTest {
    private static final double[] LOW = {0, 0, 0};
    private static final double[] HIGH = {1, 0.2, 0.2};

    private static BiharmonicWeights.Result solve(Mesh mesh, WeightsOptions options, Handle... handles) {
        return new BiharmonicWeights(mesh, HandleSet.of(List.of(handles)), options, Progress.SILENT).solve();
    }

    private static WeightsOptions volume(int resolution) {
        return WeightsOptions.defaults()
                .withDomain(WeightsOptions.DomainChoice.VOLUME)
                .withResolution(resolution);
    }

    private static void checkPartition(HandleWeights weights) {
        for (int i = 0; i < weights.vertexCount(); i++) {
            double sum = 0;
            for (int j = 0; j < weights.handleCount(); j++) {
                assertThat(weights.get(i, j)).isBetween(0.0, 1.0);
                sum += weights.get(i, j);
            }
            assertThat(sum).as("vertex %d", i).isCloseTo(1, within(1e-9));
        }
    }

    @Test
    void surfaceWeightsAreOneOnTheirHandleAndShareTheRest() {
        Mesh card = Shapes.card(15);
        BiharmonicWeights.Result result = solve(
                card,
                WeightsOptions.defaults(),
                Shapes.point("left", -0.5, 0, 0),
                Shapes.point("right", 0.5, 0, 0),
                Shapes.point("top", 0, 0.5, 0));
        assertThat(result.volume()).as("an open sheet is a surface").isFalse();
        assertThat(result.exact()).isTrue();
        checkPartition(result.weights());
        assertThat(result.weights().get(7 * 15, 0)).isCloseTo(1, within(1e-12));
        assertThat(result.weights().get(7 * 15 + 14, 1)).isCloseTo(1, within(1e-12));
        assertThat(result.weights().get(14 * 15 + 7, 2)).isCloseTo(1, within(1e-12));
    }

    @Test
    void usesTheVolumeForClosedMeshesAndBonesShareTheirJoint() {
        Mesh bar = Shapes.box(LOW, HIGH, 8);
        BiharmonicWeights.Result result = solve(
                bar,
                WeightsOptions.defaults().withResolution(20),
                new Handle.Bone("a", new double[] {0.05, 0.1, 0.1}, new double[] {0.5, 0.1, 0.1}, Optional.empty()),
                new Handle.Bone("b", new double[] {0.5, 0.1, 0.1}, new double[] {0.95, 0.1, 0.1}, Optional.of("a")));
        assertThat(result.volume()).isTrue();
        checkPartition(result.weights());
        for (int i = 0; i < bar.vertexCount(); i++) {
            double x = bar.positions()[3 * i];
            if (x == 0.5f) {
                assertThat(result.weights().get(i, 0)).isCloseTo(0.5, within(0.03));
            } else if (x < 0.2) {
                assertThat(result.weights().get(i, 0)).isGreaterThan(0.95);
            } else if (x > 0.8) {
                assertThat(result.weights().get(i, 1)).isGreaterThan(0.95);
            }
        }
    }

    @Test
    void prongsThatShareCubesAreIndependent() {
        // The gap is narrower than a cube of the grid: 1.2/10 = 0.12 against 0.06.
        Mesh fork = Shapes.fork(0.06, 6);
        BiharmonicWeights.Result result = solve(
                fork,
                volume(10),
                Shapes.point("left", -0.13, 1.15, 0.1),
                Shapes.point("right", 0.13, 1.15, 0.1),
                Shapes.point("base", 0, 0.1, 0.1));
        checkPartition(result.weights());
        for (int i = 0; i < fork.vertexCount(); i++) {
            double x = fork.positions()[3 * i];
            double y = fork.positions()[3 * i + 1];
            if (y > 0.6) {
                assertThat(result.weights().get(i, x < 0 ? 1 : 0))
                        .as("vertex %d", i)
                        .isLessThan(0.02);
            }
        }
    }

    @Test
    void shellsWithoutHandleMoveWithTheirNeighbour() {
        Mesh card = Shapes.card(9);
        float[] p = Arrays.copyOf(card.positions(), card.positions().length + 9);
        int n = card.vertexCount();
        float[] patch = {-0.45f, 0, 0.1f, -0.4f, 0, 0.1f, -0.4f, 0.05f, 0.1f};
        System.arraycopy(patch, 0, p, 3 * n, 9);
        int[] t = Arrays.copyOf(card.corners(), card.corners().length + 3);
        for (int k = 0; k < 3; k++) {
            t[card.corners().length + k] = n + k;
        }
        BiharmonicWeights.Result result = solve(
                Mesh.ofTriangles(p, t),
                WeightsOptions.defaults().withDomain(WeightsOptions.DomainChoice.SURFACE),
                Shapes.point("left", -0.5, 0, 0),
                Shapes.point("right", 0.5, 0, 0));
        checkPartition(result.weights());
        assertThat(result.weights().get(n, 0)).isGreaterThan(0.8);
        assertThat(result.weights().get(n, 0)).isEqualTo(result.weights().get(n + 2, 0));
        assertThat(result.notes()).anyMatch(note -> note.contains("no handle"));
    }

    @Test
    void cageWeightsReproduceLinearFunctionsNearlyInside() {
        double[][] corners = new double[8][];
        for (int k = 0; k < 8; k++) {
            corners[k] = new double[] {k & 1, k >> 1 & 1, k >> 2};
        }
        int[] triangles = {
            0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5
        };
        List<Handle> handles = new java.util.ArrayList<>();
        for (int k = 0; k < 8; k++) {
            handles.add(new Handle.CageVertex("cage_" + k, k, corners[k]));
        }
        Mesh inner = Shapes.box(new double[] {0.3, 0.3, 0.3}, new double[] {0.7, 0.7, 0.7}, 4);
        BiharmonicWeights.Result result =
                new BiharmonicWeights(inner, new HandleSet(handles, triangles), volume(12), Progress.SILENT).solve();
        checkPartition(result.weights());
        for (int i = 0; i < inner.vertexCount(); i++) {
            for (int d = 0; d < 3; d++) {
                double blended = 0;
                for (int k = 0; k < 8; k++) {
                    blended += result.weights().get(i, k) * corners[k][d];
                }
                assertThat(blended).isCloseTo(inner.positions()[3 * i + d], within(0.1));
            }
        }
    }

    @Test
    void resultsDoNotDependOnThreads() {
        Mesh bar = Shapes.box(LOW, HIGH, 5);
        Handle[] handles = {Shapes.point("a", 0.02, 0.1, 0.1), Shapes.point("b", 0.98, 0.1, 0.1)};
        assertThat(solve(bar, volume(16).withThreads(1), handles).weights().w())
                .containsExactly(
                        solve(bar, volume(16).withThreads(3), handles).weights().w());
    }

    @Test
    void rejectsInvalidHandles() {
        Mesh card = Shapes.card(5);
        WeightsOptions surface = WeightsOptions.defaults().withDomain(WeightsOptions.DomainChoice.SURFACE);
        assertThatThrownBy(() -> solve(card, surface, Shapes.point("far", 9, 0, 0)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("far");
        assertThatThrownBy(() -> solve(card, surface, Shapes.point("a", 0.5, 0, 0), Shapes.point("b", 0.5, 0, 0)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("claims no vertex or node");
        assertThatThrownBy(() -> solve(card, surface, new Handle.Region("r", new int[] {99}, new double[3])))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("vertex 99");
    }
}
