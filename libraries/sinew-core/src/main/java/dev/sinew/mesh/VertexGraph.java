package dev.sinew.mesh;

import java.util.Arrays;

/** Which vertices share an edge of a face. Supports any mesh: several shells, non-manifold edges, isolated vertices. Immutable. */
public final class VertexGraph {
    /** Above this many neighbours they are sorted; insertion is faster for few, especially before JIT compilation. */
    private static final int MIN_SORTED_NEIGHBOURS = 40;

    private final int[] starts;
    private final int[] neighbours;

    private VertexGraph(int[] starts, int[] neighbours) {
        this.starts = starts;
        this.neighbours = neighbours;
    }

    public static VertexGraph of(Mesh mesh) {
        return of(mesh, new int[0]);
    }

    /** @param links additional pairs of neighbours, two indices each, not modified */
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
            if (starts[i + 1] - starts[i] > MIN_SORTED_NEIGHBOURS) {
                Arrays.sort(all, starts[i], starts[i + 1]);
            }
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                at = inserted(all, kept[i], at, all[k]);
            }
            kept[i + 1] = at;
        }
        return new VertexGraph(kept, Arrays.copyOf(all, at));
    }

    /** Inserts a number into an ascending range unless it is present; returns the new end. */
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

    /** Offset of the neighbours of each vertex in {@link #neighbours}, N+1 numbers. Do not modify. */
    public int[] starts() {
        return starts;
    }

    /** Offset of the neighbours of vertex i in {@link #neighbours}; they end where those of the next vertex begin. */
    public int start(int i) {
        return starts[i];
    }

    /** Neighbours of all vertices in order, ascending within each. Do not modify. */
    public int[] neighbours() {
        return neighbours;
    }
}
