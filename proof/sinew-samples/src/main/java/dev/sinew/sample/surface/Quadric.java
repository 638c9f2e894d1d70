package dev.sinew.sample.surface;

/** Sum of squared distances to planes, after Garland and Heckbert. */
final class Quadric {
    /** xx xy xz xd yy yz yd zz zd dd of Σ area·(n, d)(n, d)ᵀ */
    private final double[] q = new double[10];

    /** Adds the plane of triangle k, weighted by its area. */
    void addPlane(double[] p, int[] triangles, int k) {
        Vec a = vertex(p, triangles[3 * k]);
        Vec normal = vertex(p, triangles[3 * k + 1])
                .minus(a)
                .cross(vertex(p, triangles[3 * k + 2]).minus(a));
        double twiceArea = normal.length();
        if (twiceArea < 1e-18) {
            return;
        }
        Vec n = normal.times(1 / twiceArea);
        double[] row = {n.x(), n.y(), n.z(), -n.dot(a)};
        int at = 0;
        for (int i = 0; i < 4; i++) {
            for (int j = i; j < 4; j++) {
                q[at++] += twiceArea * row[i] * row[j];
            }
        }
    }

    private static Vec vertex(double[] p, int i) {
        return new Vec(p[3 * i], p[3 * i + 1], p[3 * i + 2]);
    }

    void add(Quadric other) {
        for (int k = 0; k < q.length; k++) {
            q[k] += other.q[k];
        }
    }

    private double cost(double x, double y, double z) {
        return x * (q[0] * x + 2 * (q[1] * y + q[2] * z + q[3]))
                + y * (q[4] * y + 2 * (q[5] * z + q[6]))
                + z * (q[7] * z + 2 * q[8])
                + q[9];
    }

    /** Where the edge's one vertex should stand, and what that costs: x, y, z, cost. */
    static double[] best(Quadric first, Quadric second, double[] p, int a, int b) {
        Quadric sum = new Quadric();
        sum.add(first);
        sum.add(second);
        Vec va = vertex(p, a);
        Vec vb = vertex(p, b);
        double length = va.squaredDistance(vb);
        double[] best = {0, 0, 0, Double.MAX_VALUE};
        // Few places to choose from suffice, and unlike the exact optimum they never lie far away.
        for (int t = 0; t <= 4; t++) {
            Vec v = va.towards(vb, 0.25 * t);
            // The edge's own length keeps flat regions from becoming slivers.
            double cost = sum.cost(v.x(), v.y(), v.z()) + 1e-4 * length * length;
            if (cost < best[3]) {
                best = new double[] {v.x(), v.y(), v.z(), cost};
            }
        }
        return best;
    }
}
