package dev.sinew.io.gltf.write;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;

/**
 * Triangulates the faces of a mesh in the rest pose. A convex face becomes the fan from its first corner, as in {@link
 * Mesh#triangles}. A concave face is clipped by ears, so that no triangle lies outside it. Not thread-safe.
 */
final class Triangulation {
    private final Mesh mesh;
    private final double[] normal = new double[3];
    /** Remaining corners of the current face, and their coordinates in its plane. */
    private int[] left = new int[8];

    private double[] x = new double[8];
    private double[] y = new double[8];
    private int count;

    Triangulation(Mesh mesh) {
        this.mesh = mesh;
    }

    /**
     * Corner indices of face k, three per triangle, corners − 2 triangles.
     *
     * @param out modified from {@code at} on
     * @return the offset for the next triangle
     */
    int triangulate(int k, int[] out, int at) {
        int from = mesh.faceStarts()[k];
        int to = mesh.faceStarts()[k + 1];
        int next = at;
        if (to - from > 3 && isConcave(k)) {
            while (count > 3) {
                next = clip(ear(), out, next);
            }
            return put(left[0], left[1], left[2], out, next);
        }
        for (int c = from + 2; c < to; c++) {
            next = put(from, c - 1, c, out, next);
        }
        return next;
    }

    private static int put(int a, int b, int c, int[] out, int at) {
        out[at] = a;
        out[at + 1] = b;
        out[at + 2] = c;
        return at + 3;
    }

    /** Projects the face to its plane; returns whether it is concave. */
    private boolean isConcave(int k) {
        flatten(k);
        for (int c = 0; c < count; c++) {
            if (doubleArea((c + count - 1) % count, c, (c + 1) % count) < 0) {
                return true;
            }
        }
        return false;
    }

    /** Drops the axis that dominates the normal; orders the other two so that the face stays counter-clockwise. */
    private void flatten(int k) {
        Normals.areaNormal(mesh, mesh.positions(), k, normal);
        int axis = Math.abs(normal[0]) >= Math.abs(normal[1]) ? 0 : 1;
        axis = Math.abs(normal[2]) > Math.abs(normal[axis]) ? 2 : axis;
        int across = (axis + (normal[axis] >= 0 ? 1 : 2)) % 3;
        int up = 3 - axis - across;
        int from = mesh.faceStarts()[k];
        count = mesh.faceStarts()[k + 1] - from;
        if (left.length < count) {
            left = new int[count];
            x = new double[count];
            y = new double[count];
        }
        for (int c = 0; c < count; c++) {
            left[c] = from + c;
            x[c] = mesh.positions()[3 * mesh.corners()[from + c] + across];
            y[c] = mesh.positions()[3 * mesh.corners()[from + c] + up];
        }
    }

    /** Twice the signed area of three of the remaining corners. */
    private double doubleArea(int a, int b, int c) {
        return (x[b] - x[a]) * (y[c] - y[a]) - (y[b] - y[a]) * (x[c] - x[a]);
    }

    /** A corner whose triangle contains no other; the first one if the face is too twisted to have any. */
    private int ear() {
        for (int c = 0; c < count; c++) {
            int before = (c + count - 1) % count;
            int after = (c + 1) % count;
            if (doubleArea(before, c, after) > 0 && isEmpty(before, c, after)) {
                return c;
            }
        }
        return 0;
    }

    private boolean isEmpty(int a, int b, int c) {
        for (int k = 0; k < count; k++) {
            boolean inside = k != a
                    && k != b
                    && k != c
                    && doubleArea(a, b, k) >= 0
                    && doubleArea(b, c, k) >= 0
                    && doubleArea(c, a, k) >= 0;
            if (inside) {
                return false;
            }
        }
        return true;
    }

    private int clip(int ear, int[] out, int at) {
        int next = put(left[(ear + count - 1) % count], left[ear], left[(ear + 1) % count], out, at);
        for (int c = ear; c + 1 < count; c++) {
            left[c] = left[c + 1];
            x[c] = x[c + 1];
            y[c] = y[c + 1];
        }
        count--;
        return next;
    }
}
