package dev.sinew.show.picture;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;

/**
 * A mesh cut into triangles, with a unit normal for every group of corners that shares one. Hard edges stay hard.
 *
 * @param vertices three a triangle
 * @param rows normal of each corner, three a triangle
 * @param faces the face a triangle was cut from
 * @param edges bits 1, 2, 4: whether the side from corner 0, 1, 2 to the next is an edge of the face
 * @param normals three numbers per row
 * @param vertexOfRow the vertex each normal stands on
 */
record Triangles(int[] vertices, int[] rows, int[] faces, byte[] edges, float[] normals, int[] vertexOfRow) {
    static Triangles of(Mesh mesh, float[] positions) {
        CornerAttribute normals = Normals.ofCorners(mesh, positions);
        int count = mesh.triangleCount();
        int[] vertexOfRow = new int[normals.values().length / 3];
        for (int c = 0; c < mesh.corners().length; c++) {
            vertexOfRow[normals.rows()[c]] = mesh.corners()[c];
        }
        Triangles cut = new Triangles(
                new int[3 * count], new int[3 * count], new int[count], new byte[count], normals.values(), vertexOfRow);
        int at = 0;
        for (int k = 0; k < mesh.faceCount(); k++) {
            int from = mesh.faceStarts()[k];
            int to = mesh.faceStarts()[k + 1];
            for (int c = from + 2; c < to; c++) {
                int sides = (c == from + 2 ? 1 : 0) | 2 | (c == to - 1 ? 4 : 0);
                cut.put(at++, k, (byte) sides, mesh.corners(), normals.rows(), from, c);
            }
        }
        return cut;
    }

    private void put(int at, int face, byte sides, int[] corners, int[] cornerRows, int first, int last) {
        int[] fan = {first, last - 1, last};
        for (int c = 0; c < 3; c++) {
            vertices[3 * at + c] = corners[fan[c]];
            rows[3 * at + c] = cornerRows[fan[c]];
        }
        faces[at] = face;
        edges[at] = sides;
    }

    int count() {
        return faces.length;
    }
}
