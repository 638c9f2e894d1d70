package dev.sinew.sample.soft;

/**
 * Rubber: tetrahedra that resist shearing a little and losing volume a lot, each as a pair of constraints (stable
 * neo-Hookean in the form of Macklin and Müller, "A constraint-based formulation of stable neo-Hookean materials").
 */
final class Tetrahedra {
    private final int[] nodes;
    /** 3×3 inverse of the rest edges, row-major, 9 each. */
    private final double[] inverseRest;

    private final double[] volumes;
    private final double softness;
    private final double squash;
    private final double[] f = new double[9];
    private final double[] g = new double[9];

    /**
     * @param nodes four each
     * @param rest 3 coordinates per node, not modified
     * @param shear stiffness against changes of shape
     * @param bulk stiffness against changes of volume
     */
    Tetrahedra(int[] nodes, double[] rest, double shear, double bulk) {
        this.nodes = nodes;
        this.softness = 1 / shear;
        this.squash = 1 / bulk;
        int count = nodes.length / 4;
        this.inverseRest = new double[9 * count];
        this.volumes = new double[count];
        double[] edges = new double[9];
        for (int t = 0; t < count; t++) {
            edges(rest, t, edges);
            volumes[t] = Math.abs(determinant(edges)) / 6;
            invert(edges, inverseRest, 9 * t);
        }
    }

    int count() {
        return volumes.length;
    }

    int[] nodes() {
        return nodes;
    }

    double volume(int t) {
        return volumes[t];
    }

    /** Columns are the edges from the first node. */
    private void edges(double[] p, int t, double[] m) {
        int a = 3 * nodes[4 * t];
        for (int column = 0; column < 3; column++) {
            int b = 3 * nodes[4 * t + 1 + column];
            for (int row = 0; row < 3; row++) {
                m[3 * row + column] = p[b + row] - p[a + row];
            }
        }
    }

    private static double determinant(double[] m) {
        return m[0] * (m[4] * m[8] - m[5] * m[7])
                - m[1] * (m[3] * m[8] - m[5] * m[6])
                + m[2] * (m[3] * m[7] - m[4] * m[6]);
    }

    private static void invert(double[] m, double[] out, int at) {
        double d = 1 / determinant(m);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                int r1 = (c + 1) % 3;
                int r2 = (c + 2) % 3;
                int c1 = (r + 1) % 3;
                int c2 = (r + 2) % 3;
                out[at + 3 * r + c] = d * (m[3 * r1 + c1] * m[3 * r2 + c2] - m[3 * r1 + c2] * m[3 * r2 + c1]);
            }
        }
    }

    /** Moves nodes of tetrahedron t towards its rest shape, then towards its rest volume. */
    void relax(int t, double[] p, double[] inverseMass, double seconds) {
        deformation(t, p);
        double size = Math.sqrt(squared(f));
        if (size > 1e-9) {
            for (int k = 0; k < 9; k++) {
                g[k] = f[k] / size;
            }
            correct(t, p, inverseMass, size, softness / volumes[t] / (seconds * seconds));
        }
        deformation(t, p);
        double volume = determinant(f);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                int r1 = (r + 1) % 3;
                int r2 = (r + 2) % 3;
                int c1 = (c + 1) % 3;
                int c2 = (c + 2) % 3;
                g[3 * r + c] = f[3 * r1 + c1] * f[3 * r2 + c2] - f[3 * r1 + c2] * f[3 * r2 + c1];
            }
        }
        // Rest volume stands a little above 1, so that both constraints balance in the rest shape.
        correct(t, p, inverseMass, volume - 1 - squash / softness, squash / volumes[t] / (seconds * seconds));
    }

    private void deformation(int t, double[] p) {
        double[] e = g;
        edges(p, t, e);
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                f[3 * r + c] = e[3 * r] * inverseRest[9 * t + c]
                        + e[3 * r + 1] * inverseRest[9 * t + 3 + c]
                        + e[3 * r + 2] * inverseRest[9 * t + 6 + c];
            }
        }
    }

    private static double squared(double[] m) {
        double sum = 0;
        for (double x : m) {
            sum += x * x;
        }
        return sum;
    }

    /** One XPBD correction; g holds ∂C/∂F, and ∂C/∂x = g·(inverse rest)ᵀ column by column. */
    private void correct(int t, double[] p, double[] inverseMass, double violation, double compliance) {
        double[] d = f;
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                d[3 * r + c] = g[3 * r] * inverseRest[9 * t + 3 * c]
                        + g[3 * r + 1] * inverseRest[9 * t + 3 * c + 1]
                        + g[3 * r + 2] * inverseRest[9 * t + 3 * c + 2];
            }
        }
        double w = 0;
        for (int c = 0; c < 3; c++) {
            double squared = d[c] * d[c] + d[3 + c] * d[3 + c] + d[6 + c] * d[6 + c];
            w += inverseMass[nodes[4 * t + 1 + c]] * squared;
        }
        double x = -d[0] - d[1] - d[2];
        double y = -d[3] - d[4] - d[5];
        double z = -d[6] - d[7] - d[8];
        w += inverseMass[nodes[4 * t]] * (x * x + y * y + z * z);
        if (w <= 0) {
            return;
        }
        double lambda = -violation / (w + compliance);
        move(p, nodes[4 * t], inverseMass, lambda, x, y, z);
        for (int c = 0; c < 3; c++) {
            move(p, nodes[4 * t + 1 + c], inverseMass, lambda, d[c], d[3 + c], d[6 + c]);
        }
    }

    private static void move(double[] p, int node, double[] inverseMass, double lambda, double x, double y, double z) {
        double s = lambda * inverseMass[node];
        p[3 * node] += s * x;
        p[3 * node + 1] += s * y;
        p[3 * node + 2] += s * z;
    }
}
