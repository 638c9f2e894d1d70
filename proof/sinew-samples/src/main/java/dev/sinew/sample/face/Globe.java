package dev.sinew.sample.face;

import dev.sinew.sample.surface.PolygonSoup;

/** A ball of triangles around the origin whose rings run around the z axis, so that an iris painted on it is round. */
final class Globe {
    private Globe() {}

    /** @param sides around, at least 4; half as many rings */
    static PolygonSoup of(double radius, int sides) {
        int rings = rings(sides);
        double[] p = new double[3 * vertexCount(sides)];
        p[2] = radius;
        p[p.length - 1] = -radius;
        for (int r = 0; r < rings; r++) {
            double angle = Math.PI * (r + 1) / (rings + 1);
            for (int s = 0; s < sides; s++) {
                double around = 2 * Math.PI * s / sides;
                int at = 3 * (1 + r * sides + s);
                p[at] = radius * StrictMath.sin(angle) * StrictMath.cos(around);
                p[at + 1] = radius * StrictMath.sin(angle) * StrictMath.sin(around);
                p[at + 2] = radius * StrictMath.cos(angle);
            }
        }
        return new PolygonSoup(p, triangles(rings, sides), 3);
    }

    private static int rings(int sides) {
        return Math.max(2, sides / 2);
    }

    static int vertexCount(int sides) {
        return rings(sides) * sides + 2;
    }

    private static int[] triangles(int rings, int sides) {
        int[] t = new int[6 * rings * sides];
        int at = 0;
        int last = 1 + rings * sides;
        for (int s = 0; s < sides; s++) {
            int next = (s + 1) % sides;
            at = put(t, at, 0, 1 + s, 1 + next);
            for (int r = 0; r + 1 < rings; r++) {
                int a = 1 + r * sides;
                int b = a + sides;
                at = put(t, at, a + s, b + s, b + next);
                at = put(t, at, a + s, b + next, a + next);
            }
            int low = 1 + (rings - 1) * sides;
            at = put(t, at, last, low + next, low + s);
        }
        return t;
    }

    private static int put(int[] t, int at, int a, int b, int c) {
        t[at] = a;
        t[at + 1] = b;
        t[at + 2] = c;
        return at + 3;
    }
}
