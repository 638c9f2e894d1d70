package dev.sinew.io.gltf.write;

/**
 * Tangents for normal maps: where u grows, orthogonal to the normal that is written, and on which side v grows (glTF's w). Found anew from the rest pose, the
 * normals and the UVs that are written: those of the input belong to its own pose and normals. As MikkTSpace has it, a triangle votes with its angle at the
 * vertex, in the plane of the vertex' normal.
 *
 * <p>NOTE: MikkTSpace parts vertices where mirrored halves of a texture meet; here the larger vote decides, since another copy would be one more vertex of the
 * skin.
 */
final class TangentSpace {
    private final float[] positions;
    private final float[] normals;
    private final float[] uvs;
    /** Sums of directions of u and of v, three numbers each per vertex. */
    private final double[] alongU;

    private final double[] alongV;

    private TangentSpace(float[] positions, float[] normals, float[] uvs) {
        this.positions = positions;
        this.normals = normals;
        this.uvs = uvs;
        this.alongU = new double[positions.length];
        this.alongV = new double[positions.length];
    }

    /**
     * Four numbers per vertex.
     *
     * @param normals of unit length
     * @param uvs with v running down, as glTF has it
     * @param triangles three vertices each
     */
    static float[] of(float[] positions, float[] normals, float[] uvs, int[] triangles) {
        TangentSpace space = new TangentSpace(positions, normals, uvs);
        for (int t = 0; t < triangles.length; t += 3) {
            space.add(triangles[t], triangles[t + 1], triangles[t + 2]);
            space.add(triangles[t + 1], triangles[t + 2], triangles[t]);
            space.add(triangles[t + 2], triangles[t], triangles[t + 1]);
        }
        return space.tangents();
    }

    /** What a triangle tells its first vertex. */
    private void add(int i, int a, int b) {
        double[] p = new double[3];
        double[] q = new double[3];
        for (int x = 0; x < 3; x++) {
            p[x] = positions[3 * a + x] - (double) positions[3 * i + x];
            q[x] = positions[3 * b + x] - (double) positions[3 * i + x];
        }
        double pu = uvs[2 * a] - (double) uvs[2 * i];
        double pv = uvs[2 * i + 1] - (double) uvs[2 * a + 1];
        double qu = uvs[2 * b] - (double) uvs[2 * i];
        double qv = uvs[2 * i + 1] - (double) uvs[2 * b + 1];
        double area = pu * qv - qu * pv;
        double angle = angle(p, q);
        if (area != 0 && angle > 0) {
            vote(i, Math.signum(area) * qv, p, -Math.signum(area) * pv, q, angle, alongU);
            vote(i, -Math.signum(area) * qu, p, Math.signum(area) * pu, q, angle, alongV);
        }
    }

    private static double angle(double[] p, double[] q) {
        double lengths = Math.sqrt(dot(p, 0, p, 0) * dot(q, 0, q, 0));
        return lengths > 0 ? Math.acos(Math.max(-1, Math.min(1, dot(p, 0, q, 0) / lengths))) : 0;
    }

    /** Adds the direction of f·p + g·q in the plane of the vertex. */
    private void vote(int i, double f, double[] p, double g, double[] q, double angle, double[] sums) {
        double[] d = {f * p[0] + g * q[0], f * p[1] + g * q[1], f * p[2] + g * q[2]};
        flatten(d, i);
        double length = Math.sqrt(dot(d, 0, d, 0));
        for (int x = 0; x < 3 && length > 0; x++) {
            sums[3 * i + x] += angle * d[x] / length;
        }
    }

    private void flatten(double[] d, int i) {
        double along = d[0] * normals[3 * i] + d[1] * normals[3 * i + 1] + d[2] * normals[3 * i + 2];
        for (int x = 0; x < 3; x++) {
            d[x] -= along * normals[3 * i + x];
        }
    }

    private float[] tangents() {
        float[] out = new float[4 * positions.length / 3];
        for (int i = 0; i < positions.length / 3; i++) {
            double[] t = {alongU[3 * i], alongU[3 * i + 1], alongU[3 * i + 2]};
            flatten(t, i);
            double length = Math.sqrt(dot(t, 0, t, 0));
            if (length < 1e-9) {
                t = acrossNormal(i);
                length = Math.sqrt(dot(t, 0, t, 0));
            }
            for (int x = 0; x < 3; x++) {
                out[4 * i + x] = (float) (t[x] / length);
            }
            out[4 * i + 3] = side(i, t) < 0 ? -1 : 1;
        }
        return out;
    }

    /** Any direction in the plane, where UVs say none. */
    private double[] acrossNormal(int i) {
        double[] d = new double[3];
        int least = 0;
        for (int x = 1; x < 3; x++) {
            least = Math.abs(normals[3 * i + x]) < Math.abs(normals[3 * i + least]) ? x : least;
        }
        d[least] = 1;
        flatten(d, i);
        return d;
    }

    /** (n × t)·v */
    private double side(int i, double[] t) {
        double nx = normals[3 * i];
        double ny = normals[3 * i + 1];
        double nz = normals[3 * i + 2];
        double[] across = {ny * t[2] - nz * t[1], nz * t[0] - nx * t[2], nx * t[1] - ny * t[0]};
        return dot(across, 0, alongV, 3 * i);
    }

    private static double dot(double[] a, int i, double[] b, int k) {
        return a[i] * b[k] + a[i + 1] * b[k + 1] + a[i + 2] * b[k + 2];
    }
}
