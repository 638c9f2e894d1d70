package dev.sinew.mesh;

/**
 * What lies inside a surface, by its winding number (Jacobson et al. 2013): faces may leave holes, cross each other or form
 * several shells. Costs one look at every face a question.
 */
public final class Interior {
    private static final double HALF = 0.5;

    private final float[] positions;
    private final int[] triangles;

    public Interior(Mesh mesh) {
        this.positions = mesh.positions();
        this.triangles = mesh.triangles();
    }

    public boolean holds(double x, double y, double z) {
        return Math.abs(winding(x, y, z)) > HALF;
    }

    /** How often the surface goes round a point, counter-clockwise faces outwards; whole numbers for closed ones. */
    public double winding(double x, double y, double z) {
        double sum = 0;
        for (int k = 0; k < triangles.length; k += 3) {
            sum += solidAngle(3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2], x, y, z);
        }
        return sum / (4 * Math.PI);
    }

    /** Van Oosterom and Strackee 1983. */
    private double solidAngle(int a, int b, int c, double x, double y, double z) {
        double ax = positions[a] - x;
        double ay = positions[a + 1] - y;
        double az = positions[a + 2] - z;
        double bx = positions[b] - x;
        double by = positions[b + 1] - y;
        double bz = positions[b + 2] - z;
        double cx = positions[c] - x;
        double cy = positions[c + 1] - y;
        double cz = positions[c + 2] - z;
        double la = Math.sqrt(ax * ax + ay * ay + az * az);
        double lb = Math.sqrt(bx * bx + by * by + bz * bz);
        double lc = Math.sqrt(cx * cx + cy * cy + cz * cz);
        double volume = ax * (by * cz - bz * cy) - ay * (bx * cz - bz * cx) + az * (bx * cy - by * cx);
        double below = la * lb * lc
                + (ax * bx + ay * by + az * bz) * lc
                + (bx * cx + by * cy + bz * cz) * la
                + (cx * ax + cy * ay + cz * az) * lb;
        return 2 * Math.atan2(volume, below);
    }

    /** How far a point is from the surface, whichever side it is on. */
    public double distance(double x, double y, double z) {
        double[] p = {x, y, z};
        double least = Double.POSITIVE_INFINITY;
        for (int k = 0; k < triangles.length; k += 3) {
            least = Math.min(least, squaredDistance(3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2], p));
        }
        return Math.sqrt(least);
    }

    /** To a face: to its plane where the foot is within it, else to the nearest of its edges. */
    private double squaredDistance(int a, int b, int c, double[] p) {
        double[] ab = from(a, b);
        double[] ac = from(a, c);
        double[] ap = {p[0] - positions[a], p[1] - positions[a + 1], p[2] - positions[a + 2]};
        double[] n = cross(ab, ac);
        double nn = dot(n, n);
        double v = dot(cross(ap, ac), n);
        double w = dot(cross(ab, ap), n);
        if (nn > 0 && v >= 0 && w >= 0 && v + w <= nn) {
            double height = dot(ap, n);
            return height * height / nn;
        }
        return Math.min(toEdge(a, b, p), Math.min(toEdge(b, c, p), toEdge(c, a, p)));
    }

    private double toEdge(int a, int b, double[] p) {
        double[] along = from(a, b);
        double[] to = {p[0] - positions[a], p[1] - positions[a + 1], p[2] - positions[a + 2]};
        double length = dot(along, along);
        double s = length > 0 ? Math.max(0, Math.min(1, dot(along, to) / length)) : 0;
        for (int x = 0; x < 3; x++) {
            to[x] -= s * along[x];
        }
        return dot(to, to);
    }

    private double[] from(int a, int b) {
        double[] way = new double[3];
        for (int x = 0; x < 3; x++) {
            way[x] = (double) positions[b + x] - positions[a + x];
        }
        return way;
    }

    /** The vertex of the surface that is nearest to a point. */
    public int nearestVertex(double x, double y, double z) {
        int best = 0;
        double least = Double.POSITIVE_INFINITY;
        for (int corner : triangles) {
            double dx = positions[3 * corner] - x;
            double dy = positions[3 * corner + 1] - y;
            double dz = positions[3 * corner + 2] - z;
            double squared = dx * dx + dy * dy + dz * dz;
            if (squared < least) {
                least = squared;
                best = corner;
            }
        }
        return best;
    }

    /**
     * Where a line that starts inside leaves the surface: the least s > 0 at which p + s·d crosses a face, infinite where
     * none is met.
     *
     * @param p not modified
     * @param d not modified
     */
    public double exit(double[] p, double[] d) {
        double first = Double.POSITIVE_INFINITY;
        for (int k = 0; k < triangles.length; k += 3) {
            first = Math.min(first, hit(3 * triangles[k], 3 * triangles[k + 1], 3 * triangles[k + 2], p, d));
        }
        return first;
    }

    /** Möller and Trumbore 1997. */
    private double hit(int a, int b, int c, double[] p, double[] d) {
        double[] e = from(a, b);
        double[] f = from(a, c);
        double[] s = {p[0] - positions[a], p[1] - positions[a + 1], p[2] - positions[a + 2]};
        double[] h = cross(d, f);
        double area = dot(e, h);
        if (area == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double u = dot(s, h) / area;
        double[] q = cross(s, e);
        double v = dot(d, q) / area;
        double t = dot(f, q) / area;
        boolean meets = u >= 0 && v >= 0 && u + v <= 1 && t > 0;
        return meets ? t : Double.POSITIVE_INFINITY;
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    private static double[] cross(double[] a, double[] b) {
        return new double[] {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
    }
}
