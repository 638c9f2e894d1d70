package dev.sinew.sample.soft;

/** Vertices carried by a lattice's nodes. */
final class Carried {
    private final Lattice lattice;
    private final float[] rest;

    /** @param rest 3N, kept and not modified */
    Carried(Lattice lattice, float[] rest) {
        this.lattice = lattice;
        this.rest = rest;
    }

    /** @param nodes 3 coordinates per node, not modified */
    float[] at(double[] nodes) {
        float[] out = new float[rest.length];
        int[] carriers = new int[Lattice.SUPPORT];
        double[] weights = new double[Lattice.SUPPORT];
        for (int i = 0; i < rest.length; i += 3) {
            lattice.carriers(rest[i], rest[i + 1], rest[i + 2], carriers, weights);
            double x = 0;
            double y = 0;
            double z = 0;
            for (int k = 0; k < Lattice.SUPPORT; k++) {
                int node = 3 * carriers[k];
                x += weights[k] * nodes[node];
                y += weights[k] * nodes[node + 1];
                z += weights[k] * nodes[node + 2];
            }
            out[i] = (float) x;
            out[i + 1] = (float) y;
            out[i + 2] = (float) z;
        }
        return out;
    }
}
