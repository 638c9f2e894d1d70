package dev.sinew.mesh;

import java.util.Arrays;

/**
 * Which vertices are joined by an edge of a face: row i holds the neighbours of vertex i, rising, each once. Accessors
 * return the arrays themselves, which callers must not modify.
 */
public final class VertexGraph {
    private final int[] starts;
    private final int[] neighbours;

    private VertexGraph(int[] starts, int[] neighbours) {
        this.starts = starts;
        this.neighbours = neighbours;
    }

    public static VertexGraph of(Mesh mesh) {
        int n = mesh.vertexCount();
        int[] starts = new int[n + 1];
        forEdges(mesh, (a, b) -> {
            starts[a + 1]++;
            starts[b + 1]++;
        });
        for (int i = 0; i < n; i++) {
            starts[i + 1] += starts[i];
        }
        int[] all = new int[starts[n]];
        int[] at = Arrays.copyOf(starts, n);
        forEdges(mesh, (a, b) -> {
            all[at[a]++] = b;
            all[at[b]++] = a;
        });
        return unique(starts, all);
    }

    @FunctionalInterface
    private interface EdgeVisitor {
        void visit(int a, int b);
    }

    private static void forEdges(Mesh mesh, EdgeVisitor visitor) {
        int[] faceStarts = mesh.faceStarts();
        int[] corners = mesh.corners();
        for (int k = 0; k < mesh.faceCount(); k++) {
            int previous = corners[faceStarts[k + 1] - 1];
            for (int c = faceStarts[k]; c < faceStarts[k + 1]; c++) {
                if (corners[c] != previous) {
                    visitor.visit(previous, corners[c]);
                }
                previous = corners[c];
            }
        }
    }

    /** Every edge was seen from each face beside it. */
    private static VertexGraph unique(int[] starts, int[] all) {
        int n = starts.length - 1;
        int[] fewer = new int[n + 1];
        int to = 0;
        for (int i = 0; i < n; i++) {
            Arrays.sort(all, starts[i], starts[i + 1]);
            fewer[i] = to;
            for (int k = starts[i]; k < starts[i + 1]; k++) {
                if (k == starts[i] || all[k] != all[k - 1]) {
                    all[to++] = all[k];
                }
            }
        }
        fewer[n] = to;
        return new VertexGraph(fewer, Arrays.copyOf(all, to));
    }

    public int vertexCount() {
        return starts.length - 1;
    }

    /** Neighbours of vertex i stand at {@code starts[i] ≤ k < starts[i + 1]} of {@link #neighbours}. */
    public int[] starts() {
        return starts;
    }

    public int[] neighbours() {
        return neighbours;
    }
}
