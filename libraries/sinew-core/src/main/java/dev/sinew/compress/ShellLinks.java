package dev.sinew.compress;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Shells;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import java.util.Arrays;
import java.util.Comparator;

/**
 * The mesh's edges, and links between its shells. NOTE: LD13 lets atoms spread along edges only; a mesh that was cut at
 * its seams has dozens of shells, and each would need atoms of its own. Vertices of different shells that stand side by
 * side when sorted by their strongest bone and its weight are linked: one path more, whatever the shells.
 */
final class ShellLinks {
    private ShellLinks() {}

    static VertexGraph graph(Mesh mesh, SkinWeights weights) {
        Shells shells = Shells.of(mesh);
        int k = weights.influences();
        Integer[] order = new Integer[mesh.vertexCount()];
        Arrays.setAll(order, i -> i);
        Arrays.sort(
                order,
                Comparator.<Integer>comparingInt(i -> weights.bones()[i * k])
                        .thenComparingDouble(i -> weights.weights()[i * k])
                        .thenComparing(i -> i));
        int[] links = new int[2 * order.length];
        int count = 0;
        for (int at = 1; at < order.length; at++) {
            int a = order[at - 1];
            int b = order[at];
            if (shells.of(a) != shells.of(b) || shells.of(a) < 0) {
                links[count++] = a;
                links[count++] = b;
            }
        }
        return VertexGraph.of(mesh, Arrays.copyOf(links, count));
    }
}
