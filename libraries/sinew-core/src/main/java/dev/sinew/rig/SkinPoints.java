package dev.sinew.rig;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;

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
            at = addFace(p, corners, c, parts, positions, normals, at);
        }
        return new SkinPoints(positions, normals);
    }

    /** The middles of the parts² equal triangles a face is made of; where the next face begins. */
    private static int addFace(
            float[] p, int[] corners, int t, int parts, double[] positions, double[] normals, int from) {
        double[] normal = Vec3.cross(
                Vec3.roundedFromTo(p, 3 * corners[t], 3 * corners[t + 1]),
                Vec3.roundedFromTo(p, 3 * corners[t], 3 * corners[t + 2]));
        double length = Math.max(Vec3.length(normal), Double.MIN_NORMAL);
        int at = from;
        for (int u = 0; u < parts; u++) {
            for (int v = 0; v < 2 * (parts - u) - 1; v++) {
                // Upright triangles alternate with those that stand on their tip.
                double tip = v % 2 == 0 ? 1.0 / 3 : 2.0 / 3;
                double b = (u + tip) / parts;
                double c = (v / 2 + tip) / parts;
                for (int x = 0; x < 3; x++) {
                    positions[at] = (1 - b - c) * p[3 * corners[t] + x]
                            + b * p[3 * corners[t + 1] + x]
                            + c * p[3 * corners[t + 2] + x];
                    normals[at++] = normal[x] / length;
                }
            }
        }
        return at;
    }

    int count() {
        return positions.length / 3;
    }

    double[] at(int k) {
        return Vec3.at(positions, 3 * k);
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
