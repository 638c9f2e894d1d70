package dev.sinew.sample.surface;

/** Splits every quad of a closed mesh into four; V vertices become V + E + F. */
final class Subdivision {
    private Subdivision() {}

    static PolygonSoup split(PolygonSoup coarse) {
        int v = coarse.vertexCount();
        EdgeTable edges = EdgeTable.of(coarse);
        int faces = coarse.faceCount();
        double[] p = new double[3 * (v + edges.count() + faces)];
        System.arraycopy(coarse.positions(), 0, p, 0, 3 * v);
        int[] corners = new int[16 * faces];
        for (int k = 0; k < faces; k++) {
            for (int c = 0; c < 4; c++) {
                int corner = coarse.corners()[4 * k + c];
                int next = coarse.corners()[4 * k + (c + 1) % 4];
                int onEdge = v + edges.of(4 * k + c);
                int before = v + edges.of(4 * k + (c + 3) % 4);
                int middle = v + edges.count() + k;
                int at = 16 * k + 4 * c;
                corners[at] = corner;
                corners[at + 1] = onEdge;
                corners[at + 2] = middle;
                corners[at + 3] = before;
                for (int x = 0; x < 3; x++) {
                    p[3 * onEdge + x] = 0.5 * (p[3 * corner + x] + p[3 * next + x]);
                    p[3 * middle + x] += 0.25 * p[3 * corner + x];
                }
            }
        }
        return new PolygonSoup(p, corners, 4);
    }
}
