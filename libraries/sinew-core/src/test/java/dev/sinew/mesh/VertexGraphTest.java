package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Neighbours of small meshes, by hand. */
class VertexGraphTest {
    @Test
    void listsEveryNeighbourOnce() {
        Mesh quadAndTriangle =
                Mesh.of(new float[18], new int[] {0, 4, 7}, new int[] {0, 1, 2, 3, 2, 3, 4}, Mesh.Surface.bare());
        VertexGraph graph = VertexGraph.of(quadAndTriangle);
        assertThat(of(graph, 0)).containsExactly(1, 3);
        assertThat(of(graph, 2)).containsExactly(1, 3, 4);
        assertThat(of(graph, 3)).containsExactly(0, 2, 4);
        assertThat(of(graph, 5)).isEmpty();
    }

    @Test
    void aFaceThatNamesAVertexTwiceHasNoEdgeToItself() {
        VertexGraph graph = VertexGraph.of(Mesh.ofTriangles(new float[6], new int[] {0, 0, 1}));
        assertThat(of(graph, 0)).containsExactly(1);
        assertThat(of(graph, 1)).containsExactly(0);
    }

    private static int[] of(VertexGraph graph, int i) {
        return Arrays.copyOfRange(graph.neighbours(), graph.start(i), graph.start(i + 1));
    }
}
