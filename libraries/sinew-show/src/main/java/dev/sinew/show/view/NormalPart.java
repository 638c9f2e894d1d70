package dev.sinew.show.view;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;

/** The rest normals that a model's file has, which are what engines turn: sixteen bits a coordinate, all x, all y, all z. */
final class NormalPart {
    private static final int HALF = 32767;

    private NormalPart() {}

    /** @param rows the drawn row of every corner */
    static void write(Mesh mesh, int[] rows, String name, Buffers buffers) {
        CornerAttribute normals = mesh.surface().normals().orElseGet(() -> Normals.ofCorners(mesh, mesh.positions()));
        int count = 0;
        for (int row : rows) {
            count = Math.max(count, row + 1);
        }
        int[] out = new int[3 * count];
        for (int c = 0; c < rows.length; c++) {
            for (int x = 0; x < 3; x++) {
                double value = normals.values()[3 * normals.rows()[c] + x];
                out[x * count + rows[c]] = HALF + (int) Math.round(HALF * Math.max(-1, Math.min(1, value)));
            }
        }
        buffers.integers(name, out, 2 * HALF);
    }
}
