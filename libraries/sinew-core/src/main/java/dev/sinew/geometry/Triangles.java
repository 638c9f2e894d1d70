package dev.sinew.geometry;

import dev.sinew.math.Vec3;

/** Normals, areas and distances of triangles, given by three vertex indices from {@code t} on. */
public final class Triangles {
    private Triangles() {}

    /** (b − a) × (c − a), with length twice the area; (0, 0, 0) for a triangle without area. */
    public static double[] normal(float[] p, int[] triangles, int t) {
        int a = 3 * triangles[t];
        return Vec3.cross(Vec3.fromTo(p, a, p, 3 * triangles[t + 1]), Vec3.fromTo(p, a, p, 3 * triangles[t + 2]));
    }

    /** The same for double positions. */
    public static double[] normal(double[] p, int[] triangles, int t) {
        double[] a = Vec3.at(p, 3 * triangles[t]);
        return Vec3.cross(
                Vec3.fromTo(a, Vec3.at(p, 3 * triangles[t + 1])), Vec3.fromTo(a, Vec3.at(p, 3 * triangles[t + 2])));
    }

    public static double area(float[] p, int[] triangles, int t) {
        return Vec3.length(normal(p, triangles, t)) / 2;
    }

    /** From a point to a triangle: to its plane if the foot is inside, else to the nearest edge. */
    public static double squaredDistance(float[] p, int[] triangles, int t, double[] point) {
        double[] a = Vec3.at(p, 3 * triangles[t]);
        double[] b = Vec3.at(p, 3 * triangles[t + 1]);
        double[] c = Vec3.at(p, 3 * triangles[t + 2]);
        double[] ab = Vec3.fromTo(a, b);
        double[] ac = Vec3.fromTo(a, c);
        double[] ap = Vec3.fromTo(a, point);
        double[] n = Vec3.cross(ab, ac);
        double nn = Vec3.dot(n, n);
        double v = Vec3.dot(Vec3.cross(ap, ac), n);
        double w = Vec3.dot(Vec3.cross(ab, ap), n);
        if (nn > 0 && v >= 0 && w >= 0 && v + w <= nn) {
            double height = Vec3.dot(ap, n);
            return height * height / nn;
        }
        return Math.min(toEdge(a, b, point), Math.min(toEdge(b, c, point), toEdge(c, a, point)));
    }

    private static double toEdge(double[] a, double[] b, double[] point) {
        double[] along = Vec3.fromTo(a, b);
        double[] to = Vec3.fromTo(a, point);
        double length = Vec3.dot(along, along);
        double s = length > 0 ? Math.max(0, Math.min(1, Vec3.dot(along, to) / length)) : 0;
        double[] beside = Vec3.along(to, along, -s);
        return Vec3.dot(beside, beside);
    }

    /** The ray parameter s > 0 at which p + s·d meets a triangle; infinite if it does not. Möller and Trumbore 1997. */
    public static double hit(float[] positions, int[] triangles, int t, double[] p, double[] d) {
        int a = 3 * triangles[t];
        double[] e = Vec3.fromTo(positions, a, positions, 3 * triangles[t + 1]);
        double[] f = Vec3.fromTo(positions, a, positions, 3 * triangles[t + 2]);
        double[] s = Vec3.fromTo(Vec3.at(positions, a), p);
        double[] h = Vec3.cross(d, f);
        double area = Vec3.dot(e, h);
        if (area == 0) {
            return Double.POSITIVE_INFINITY;
        }
        double u = Vec3.dot(s, h) / area;
        double[] q = Vec3.cross(s, e);
        double v = Vec3.dot(d, q) / area;
        double at = Vec3.dot(f, q) / area;
        boolean meets = u >= 0 && v >= 0 && u + v <= 1 && at > 0;
        return meets ? at : Double.POSITIVE_INFINITY;
    }

    /** The solid angle of a triangle seen from a point, positive from behind. Van Oosterom and Strackee 1983. */
    public static double solidAngle(float[] p, int[] triangles, int t, double[] point) {
        int a = 3 * triangles[t];
        int b = 3 * triangles[t + 1];
        int c = 3 * triangles[t + 2];
        double ax = p[a] - point[0];
        double ay = p[a + 1] - point[1];
        double az = p[a + 2] - point[2];
        double bx = p[b] - point[0];
        double by = p[b + 1] - point[1];
        double bz = p[b + 2] - point[2];
        double cx = p[c] - point[0];
        double cy = p[c + 1] - point[1];
        double cz = p[c + 2] - point[2];
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
}
