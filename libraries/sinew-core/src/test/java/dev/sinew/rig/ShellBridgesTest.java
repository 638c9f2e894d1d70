package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** Shells that have no edge in common: how far one comes along edges and bridges. */
class ShellBridgesTest {
    /** Vertices that can be reached from vertex 0. */
    private static int reached(VertexGraph graph) {
        boolean[] seen = new boolean[graph.vertexCount()];
        int[] queue = new int[seen.length];
        int size = 1;
        seen[0] = true;
        for (int k = 0; k < size; k++) {
            for (int e = graph.start(queue[k]); e < graph.start(queue[k] + 1); e++) {
                int other = graph.neighbours()[e];
                if (!seen[other]) {
                    seen[other] = true;
                    queue[size++] = other;
                }
            }
        }
        return size;
    }

    @Test
    void oneShellKeepsItsEdges() {
        Mesh tube = Synthetic.tube(12, 6);
        assertThat(ShellBridges.graph(tube).neighbours())
                .isEqualTo(VertexGraph.of(tube).neighbours());
    }

    @Test
    void shellsHangTogetherHoweverFarApart() {
        for (float distance : new float[] {0.01f, 3, 500}) {
            Mesh five = Synthetic.shells(Synthetic.tube(10, 6), 5, distance);
            assertThat(reached(VertexGraph.of(five))).isEqualTo(five.vertexCount() / 5);
            assertThat(reached(ShellBridges.graph(five)))
                    .as("shells %s apart", distance)
                    .isEqualTo(five.vertexCount());
        }
    }

    /** A tooth near one end of a tube belongs there: no bridge leads from it to the other end. */
    @Test
    void bridgesLeadToWhatIsNear() {
        Mesh tube = Synthetic.tube(40, 8);
        float[] u = tube.positions();
        int n = tube.vertexCount();
        float[] with = Arrays.copyOf(u, u.length + 9);
        System.arraycopy(new float[] {2, 0, 0, 1.95f, 0.05f, 0, 1.95f, 0, 0.05f}, 0, with, u.length, 9);
        int[] triangles = Arrays.copyOf(tube.triangles(), tube.triangles().length + 3);
        System.arraycopy(new int[] {n, n + 1, n + 2}, 0, triangles, triangles.length - 3, 3);
        VertexGraph graph = ShellBridges.graph(Mesh.ofTriangles(with, triangles));
        int bridges = 0;
        for (int i = n; i < n + 3; i++) {
            for (int e = graph.start(i); e < graph.start(i + 1); e++) {
                int other = graph.neighbours()[e];
                if (other < n) {
                    bridges++;
                    assertThat(u[3 * other]).as("where the tooth is attached").isGreaterThan(1);
                }
            }
        }
        assertThat(bridges).isPositive();
    }
}
