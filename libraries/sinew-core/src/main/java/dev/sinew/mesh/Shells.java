package dev.sinew.mesh;

/** The connected components of a mesh. Vertices without faces are not counted. */
public final class Shells {
    private final int[] shellOfVertex;
    private final int count;

    private Shells(int[] shellOfVertex, int count) {
        this.shellOfVertex = shellOfVertex;
        this.count = count;
    }

    public static Shells of(Mesh mesh) {
        int n = mesh.vertexCount();
        int[] parent = new int[n];
        for (int i = 0; i < n; i++) {
            parent[i] = i;
        }
        boolean[] used = new boolean[n];
        int[] starts = mesh.faceStarts();
        int[] corners = mesh.corners();
        for (int k = 0; k < mesh.faceCount(); k++) {
            used[corners[starts[k]]] = true;
            for (int c = starts[k] + 1; c < starts[k + 1]; c++) {
                used[corners[c]] = true;
                join(parent, corners[starts[k]], corners[c]);
            }
        }
        return number(parent, used);
    }

    private static Shells number(int[] parent, boolean[] used) {
        int[] shell = new int[parent.length];
        int[] ofRoot = new int[parent.length];
        int count = 0;
        for (int i = 0; i < parent.length; i++) {
            int root = find(parent, i);
            if (used[i] && ofRoot[root] == 0) {
                ofRoot[root] = ++count;
            }
            shell[i] = ofRoot[root] - 1;
        }
        return new Shells(shell, count);
    }

    private static int find(int[] parent, int i) {
        int root = i;
        while (parent[root] != root) {
            root = parent[root];
        }
        for (int at = i; parent[at] != root; ) {
            int next = parent[at];
            parent[at] = root;
            at = next;
        }
        return root;
    }

    private static void join(int[] parent, int a, int b) {
        int rootA = find(parent, a);
        int rootB = find(parent, b);
        // The smaller index wins, so that shells are numbered by their first vertex.
        parent[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
    }

    /** Number of components with at least one face. */
    public int count() {
        return count;
    }

    /** The component of vertex i, numbered by first vertex; −1 if no face uses it. */
    public int of(int i) {
        return shellOfVertex[i];
    }
}
