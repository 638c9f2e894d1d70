package dev.sinew.rig;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import java.util.Arrays;

/**
 * Points on the skin of a rest pose: its vertices, and where those are few points of its faces, too, so that behind one of them there is a
 * place for a joint in every limb.
 *
 * @param positions 3 numbers per point
 * @param normals outwards, of unit length
 */
record SkinPoints(double[] positions, double[] normals) {
    /** So many are enough. */
    private static final int ENOUGH = 4000;

    static SkinPoints of(Mesh rest) {
        float[] p = rest.positions();
        float[] n = Normals.ofVertices(rest, p);
        int[] corners = rest.triangles();
        int lacking = ENOUGH - p.length / 3;
        int parts =
                lacking <= 0 || corners.length == 0 ? 0 : (int) Math.ceil(Math.sqrt(3.0 * lacking / corners.length));
        int count = p.length / 3 + parts * parts * (corners.length / 3);
        double[] positions = new double[3 * count];
        double[] normals = new double[3 * count];
        for (int k = 0; k < p.length; k++) {
            positions[k] = p[k];
            normals[k] = n[k];
        }
        int at = p.length;
        for (int c = 0; c < corners.length && parts > 0; c += 3) {
            at = addFace(p, Arrays.copyOfRange(corners, c, c + 3), parts, positions, normals, at);
        }
        return new SkinPoints(positions, normals);
    }

    /** The middles of the parts² equal triangles a face is made of; where the next face begins. */
    private static int addFace(float[] p, int[] corners, int parts, double[] positions, double[] normals, int from) {
        double[] normal = normal(p, corners);
        int at = from;
        for (int u = 0; u < parts; u++) {
            for (int v = 0; v < 2 * (parts - u) - 1; v++) {
                // Upright triangles alternate with those that stand on their tip.
                double tip = v % 2 == 0 ? 1.0 / 3 : 2.0 / 3;
                double b = (u + tip) / parts;
                double c = (v / 2 + tip) / parts;
                for (int x = 0; x < 3; x++) {
                    positions[at] =
                            (1 - b - c) * p[3 * corners[0] + x] + b * p[3 * corners[1] + x] + c * p[3 * corners[2] + x];
                    normals[at++] = normal[x];
                }
            }
        }
        return at;
    }

    private static double[] normal(float[] p, int[] corners) {
        double[] e = new double[3];
        double[] f = new double[3];
        for (int x = 0; x < 3; x++) {
            e[x] = p[3 * corners[1] + x] - p[3 * corners[0] + x];
            f[x] = p[3 * corners[2] + x] - p[3 * corners[0] + x];
        }
        double[] n = {e[1] * f[2] - e[2] * f[1], e[2] * f[0] - e[0] * f[2], e[0] * f[1] - e[1] * f[0]};
        double length = Math.max(Math.sqrt(n[0] * n[0] + n[1] * n[1] + n[2] * n[2]), Double.MIN_NORMAL);
        return new double[] {n[0] / length, n[1] / length, n[2] / length};
    }

    int count() {
        return positions.length / 3;
    }

    double[] at(int k) {
        return Arrays.copyOfRange(positions, 3 * k, 3 * k + 3);
    }

    double[] inwards(int k) {
        return new double[] {-normals[3 * k], -normals[3 * k + 1], -normals[3 * k + 2]};
    }

    @Override
    public boolean equals(Object other) {
        return this == other;
    }

    @Override
    public int hashCode() {
        return System.identityHashCode(this);
    }
}
