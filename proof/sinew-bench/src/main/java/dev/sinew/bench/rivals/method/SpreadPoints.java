package dev.sinew.bench.rivals.method;

import dev.sinew.mesh.Mesh;

/** Vertices far from one another: handles that nobody has chosen. */
public final class SpreadPoints {
    private SpreadPoints() {}

    public static int[] on(Mesh mesh, int count) {
        double[] xyz = new double[mesh.positions().length];
        for (int k = 0; k < xyz.length; k++) {
            xyz[k] = mesh.positions()[k];
        }
        return Spread.seeds(xyz, 3, count);
    }
}
