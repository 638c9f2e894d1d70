package dev.sinew.mesh;

import java.util.Arrays;

/**
 * Which vertices share an edge of a face. Any mesh will do: several shells, edges of many faces, vertices without faces.
 * Immutable.
 */
public final class VertexGraph {
    /** More neighbours than this are sorted first; a few are sooner put in order one by one, above all while the JIT is cold. */
    private static final int MANY = 40;

    private final int[] starts;
    private final int[] neighbours;

    private VertexGraph(int[] starts, int[] neighbours) {
        this.starts = starts;
        this.neighbours = neighbours;
    }

    public static VertexGraph of(Mesh mesh) {
        return of(mesh, new int[0]);
    }

    /** @param links vertices that are to be neighbours too, two a link, not modified */
    public static VertexGraph of(Mesh mesh, int[] links) {
        int n = mesh.vertexCount();
        int[] starts = new int[n + 1];
        forEdges(mesh, links, (a, b) -> {
            starts[a + 1]++;
            starts[b + 1]++;
        });
        for (int i = 0; i < n; i++) {
            starts[i + 1] += starts[i];
        }
        int[] ends = Arrays.copyOf(starts, n);
        int[] all = new int[starts[n]];
        forEdges(mesh, links, (a, b) -> {
            all[ends[a]++] = b;
            all[ends[b]++] = a;
        });
        return withoutDoubles(starts, all);
    }

    @FunctionalInterface
    private interface Edge {
        void between(int a, int b);
    }

    private static void forEdges(Mesh mesh, int[] links, Edge edge) {
        for (int k = 0; k < links.length; k += 2) {
            edge.between(links[k], links[k + 1]);
        }
        int[] faceStarts = mesh.faceStarts();
        int[] corners = mesh.corners();
        for (int k = 0; k < mesh.faceCount(); k++) {
            int last = corners[faceStarts[k + 1] - 1];
            for (int c = faceStarts[k]; c < faceStarts[k + 1]; c++) {
                if (corners[c] != last) {
                    edge.between(last, corners[c]);
                }
                last = corners[c];
            }
        }
    }

    private static VertexGraph withoutDoubles(int[] starts, int[] all) {
        int n = starts.length - 1;
        int[] kept = new int[n + 1];
        int at = 0;
        for (int i = 0; i < n; i++) {
            if (starts[i + 1] - starts[i] > MANY) {
                Arrays.sort(all, starts[i], starts[i + 1]);
            }
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                at = inserted(all, kept[i], at, all[k]);
            }
            kept[i + 1] = at;
        }
        return new VertexGraph(kept, Arrays.copyOf(all, at));
    }

    /** Puts a number into its place among ascending ones unless it is there already; where they end then. */
    private static int inserted(int[] ascending, int from, int to, int number) {
        int at = to;
        while (at > from && ascending[at - 1] > number) {
            at--;
        }
        if (at > from && ascending[at - 1] == number) {
            return to;
        }
        System.arraycopy(ascending, at, ascending, at + 1, to - at);
        ascending[at] = number;
        return to + 1;
    }

    public int vertexCount() {
        return starts.length - 1;
    }

    /** Where the neighbours of each vertex begin in {@link #neighbours}, N+1 numbers; not to be modified. */
    public int[] starts() {
        return starts;
    }

    /** Where the neighbours of vertex i begin in {@link #neighbours}; those of the next begin where they end. */
    public int start(int i) {
        return starts[i];
    }

    /** Neighbours of all vertices one after the other, ascending within each; not to be modified. */
    public int[] neighbours() {
        return neighbours;
    }
}
