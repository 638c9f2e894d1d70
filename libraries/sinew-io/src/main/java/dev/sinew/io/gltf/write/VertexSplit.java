package dev.sinew.io.gltf.write;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import java.util.Arrays;
import java.util.Optional;

/**
 * Splits vertices for glTF, which stores UVs and normals per vertex, while meshes store them per corner. A vertex whose
 * corners disagree gets copies. The first N file vertices are the mesh's in their order, each with the values of its first
 * corner; copies follow.
 */
final class VertexSplit {
    /** Row of a vertex that no face uses. */
    static final int NO_ROW = -1;

    private static final int NONE = -1;

    private final int[] cornerVertex;
    private int[] source;
    private int[] uvRow;
    private int[] normalRow;
    /** The next copy of the same mesh vertex. */
    private int[] next;

    private int count;

    private VertexSplit(int vertices, int corners) {
        cornerVertex = new int[corners];
        source = new int[vertices];
        uvRow = new int[vertices];
        normalRow = new int[vertices];
        next = new int[vertices];
        for (int i = 0; i < vertices; i++) {
            source[i] = i;
        }
        Arrays.fill(uvRow, NO_ROW);
        Arrays.fill(normalRow, NO_ROW);
        Arrays.fill(next, NONE);
        count = vertices;
    }

    static VertexSplit of(Mesh mesh) {
        return of(mesh, Rows.BY_VALUE);
    }

    /** How rows of normals are compared. */
    enum Rows {
        BY_VALUE,
        /** By index too: equal rows may differ in other data, such as morph targets. */
        BY_NUMBER
    }

    static VertexSplit of(Mesh mesh, Rows normalRows) {
        VertexSplit split = new VertexSplit(mesh.vertexCount(), mesh.corners().length);
        int[] uvs = rowsByValue(mesh.surface().uvs(), mesh.corners().length);
        int[] normals = normalRows == Rows.BY_NUMBER
                ? mesh.surface().normals().orElseThrow().rows()
                : rowsByValue(mesh.surface().normals(), mesh.corners().length);
        boolean[] seen = new boolean[mesh.vertexCount()];
        for (int c = 0; c < split.cornerVertex.length; c++) {
            int vertex = mesh.corners()[c];
            if (!seen[vertex]) {
                seen[vertex] = true;
                split.uvRow[vertex] = uvs[c];
                split.normalRow[vertex] = normals[c];
            }
            split.cornerVertex[c] = split.copyWith(vertex, uvs[c], normals[c]);
        }
        return split;
    }

    private int copyWith(int vertex, int uv, int normal) {
        int last = vertex;
        for (int copy = vertex; copy != NONE; copy = next[copy]) {
            if (uvRow[copy] == uv && normalRow[copy] == normal) {
                return copy;
            }
            last = copy;
        }
        if (count == source.length) {
            grow();
        }
        next[last] = count;
        next[count] = NONE;
        source[count] = vertex;
        uvRow[count] = uv;
        normalRow[count] = normal;
        return count++;
    }

    private void grow() {
        int length = count + count / 2 + 16;
        source = Arrays.copyOf(source, length);
        uvRow = Arrays.copyOf(uvRow, length);
        normalRow = Arrays.copyOf(normalRow, length);
        next = Arrays.copyOf(next, length);
    }

    /** For every corner the first row with its value; exporters often repeat a value in many rows. */
    private static int[] rowsByValue(Optional<CornerAttribute> attribute, int corners) {
        if (attribute.isEmpty()) {
            return new int[corners];
        }
        CornerAttribute table = attribute.get();
        int[] first = firstRows(table);
        int[] rows = new int[corners];
        for (int c = 0; c < corners; c++) {
            rows[c] = first[table.rows()[c]];
        }
        return rows;
    }

    /** A hash table with open addressing on the values' bits. */
    private static int[] firstRows(CornerAttribute table) {
        int rows = table.values().length / table.width();
        int[] slots = new int[Integer.highestOneBit(Math.max(8, rows)) * 4];
        Arrays.fill(slots, NONE);
        int[] first = new int[rows];
        for (int r = 0; r < rows; r++) {
            int slot = hash(table, r) & (slots.length - 1);
            while (slots[slot] != NONE && !equalRows(table, slots[slot], r)) {
                slot = (slot + 1) & (slots.length - 1);
            }
            if (slots[slot] == NONE) {
                slots[slot] = r;
            }
            first[r] = slots[slot];
        }
        return first;
    }

    private static int hash(CornerAttribute table, int row) {
        int hash = 0;
        for (int k = row * table.width(); k < (row + 1) * table.width(); k++) {
            // + 0 turns −0 into 0
            hash = (hash + Float.floatToIntBits(table.values()[k] + 0f)) * 0x9e3779b1;
        }
        return hash ^ (hash >>> 15);
    }

    private static boolean equalRows(CornerAttribute table, int a, int b) {
        for (int x = 0; x < table.width(); x++) {
            float va = table.values()[a * table.width() + x] + 0f;
            float vb = table.values()[b * table.width() + x] + 0f;
            if (Float.compare(va, vb) != 0) {
                return false;
            }
        }
        return true;
    }

    /** Number of vertices in the file. */
    int count() {
        return count;
    }

    /** File vertex of every corner. */
    int[] cornerVertex() {
        return cornerVertex;
    }

    /** The mesh vertex that a file vertex is a copy of. */
    int source(int fileVertex) {
        return source[fileVertex];
    }

    /** Row of the UVs that a file vertex uses, {@link #NO_ROW} if no face uses the vertex. */
    int uvRow(int fileVertex) {
        return uvRow[fileVertex];
    }

    /** Row of the normals that a file vertex uses, {@link #NO_ROW} if no face uses the vertex. */
    int normalRow(int fileVertex) {
        return normalRow[fileVertex];
    }
}
