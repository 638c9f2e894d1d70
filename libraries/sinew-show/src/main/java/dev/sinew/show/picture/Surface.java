package dev.sinew.show.picture;

import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.Normals;
import dev.sinew.show.picture.Scene.Panel;

/** Shades samples of a surface. Not thread-safe: holds scratch memory; use one instance per thread. */
final class Surface {
    private static final double EXPOSURE = 0.36;
    /** Opacity of a transparent mesh seen frontally; the next constant is that at its outline. */
    private static final double GLASS_OPACITY = 0.26;

    private static final double GLASS_EDGE_OPACITY = 0.80;

    private final Panel panel;
    private final Triangles triangles;
    private final float[] inView;
    private final Studio studio;
    private final Camera camera;
    private final double[] weight = new double[3];
    private final double[] albedo = new double[3];
    private final double[] normal = new double[3];
    private final double[] point = new double[3];
    private final double[] towardsEye = new double[3];

    Surface(Panel panel, Triangles triangles, float[] inView, Studio studio, Camera camera) {
        this.panel = panel;
        this.triangles = triangles;
        this.inView = inView;
        this.studio = studio;
        this.camera = camera;
    }

    /**
     * Adds the light of triangle t where a ray hits it.
     *
     * @param dx of the ray (dx, dy, −1) in camera space
     * @param sum RGB, added to
     * @return opacity: 1 for solid surfaces
     */
    double shade(int t, double dx, double dy, double[] sum) {
        locate(t, dx, dy);
        face(t);
        panel.paint()
                .at(
                        triangles.faces()[t],
                        triangles.vertices()[3 * t],
                        triangles.vertices()[3 * t + 1],
                        triangles.vertices()[3 * t + 2],
                        weight[0],
                        weight[1],
                        weight[2],
                        albedo);
        double keyShare = Math.max(0, dot(normal, studio.key));
        double fill = Math.max(0, dot(normal, studio.fill));
        double gloss = panel.paint().glossOf(triangles.faces()[t]);
        double facing = Math.max(0, dot(normal, towardsEye));
        double edge = 1 - facing;
        double rim = Math.max(0, dot(normal, studio.rim)) * (0.15 + 0.85 * edge * edge);
        double hides = panel.substance() == Panel.Substance.SOLID
                ? 1
                : GLASS_OPACITY + (GLASS_EDGE_OPACITY - GLASS_OPACITY) * edge * edge;
        double shine = gloss * highlight(gloss) * keyShare;
        for (int c = 0; c < 3; c++) {
            double ambient = studio.ambient(normal[1], c);
            double light = ambient + keyShare * studio.keyColour[c] + fill * studio.fillColour[c];
            double sheen = (0.05 + 0.10 * gloss) * edge * edge * edge * ambient;
            double out = albedo[c] * light + rim * studio.rimColour[c] * (0.10 + 0.45 * albedo[c]) + shine + sheen;
            sum[c] += hides * toneMap(out * EXPOSURE);
        }
        return hides;
    }

    private static double dot(double[] a, double[] b) {
        return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
    }

    /** Barycentric coordinates where the ray meets the triangle's plane: ratios of the volumes it spans with the edges. */
    private void locate(int t, double dx, double dy) {
        int a = 3 * triangles.vertices()[3 * t];
        int b = 3 * triangles.vertices()[3 * t + 1];
        int c = 3 * triangles.vertices()[3 * t + 2];
        double u = volume(dx, dy, b, c);
        double v = volume(dx, dy, c, a);
        double w = volume(dx, dy, a, b);
        double sum = u + v + w;
        double scale = sum == 0 ? 0 : 1 / sum;
        // Clamp: rays next to a sliver would extrapolate.
        double wu = Math.max(0, Math.min(1, u * scale));
        double wv = Math.max(0, Math.min(1 - wu, v * scale));
        weight[0] = wu;
        weight[1] = wv;
        weight[2] = 1 - wu - wv;
    }

    private double volume(double dx, double dy, int p, int q) {
        double px = inView[p];
        double py = inView[p + 1];
        double pz = inView[p + 2];
        double qx = inView[q];
        double qy = inView[q + 1];
        double qz = inView[q + 2];
        return dx * (py * qz - pz * qy) + dy * (pz * qx - px * qz) - (px * qy - py * qx);
    }

    /** Position and normal; the normal is flipped towards the viewer. */
    private void face(int t) {
        float[] p = panel.positions();
        float[] n = triangles.normals();
        for (int c = 0; c < 3; c++) {
            point[c] = 0;
            normal[c] = 0;
            for (int k = 0; k < 3; k++) {
                point[c] += weight[k] * p[3 * triangles.vertices()[3 * t + k] + c];
                normal[c] += weight[k] * n[3 * triangles.rows()[3 * t + k] + c];
            }
            towardsEye[c] = camera.eye()[c] - point[c];
        }
        unit(towardsEye);
        unit(normal);
        if (facesAway(t)) {
            for (int c = 0; c < 3; c++) {
                normal[c] = -normal[c];
            }
        }
    }

    /** Whether the triangle itself, not its smooth normal, faces away. */
    private boolean facesAway(int t) {
        int a = 3 * triangles.vertices()[3 * t];
        int b = 3 * triangles.vertices()[3 * t + 1];
        int c = 3 * triangles.vertices()[3 * t + 2];
        double volume = inView[a] * ((double) inView[b + 1] * inView[c + 2] - (double) inView[b + 2] * inView[c + 1])
                + inView[a + 1] * ((double) inView[b + 2] * inView[c] - (double) inView[b] * inView[c + 2])
                + inView[a + 2] * ((double) inView[b] * inView[c + 1] - (double) inView[b + 1] * inView[c]);
        return volume > 0;
    }

    private static void unit(double[] v) {
        double length = Math.sqrt(dot(v, v));
        double scale = length > 1e-300 ? 1 / length : 0;
        for (int c = 0; c < 3; c++) {
            v[c] *= scale;
        }
    }

    private double highlight(double gloss) {
        double hx = studio.key[0] + towardsEye[0];
        double hy = studio.key[1] + towardsEye[1];
        double hz = studio.key[2] + towardsEye[2];
        double length = Math.sqrt(hx * hx + hy * hy + hz * hz);
        double cosine = Math.max(0, (normal[0] * hx + normal[1] * hy + normal[2] * hz) / length);
        double power = 8 + 90 * gloss * gloss;
        return 0.9 * Math.pow(cosine, power);
    }

    /** Tone mapping with a soft shoulder, so that bright light does not clip. */
    private static double toneMap(double x) {
        return x * (2.51 * x + 0.03) / (x * (2.43 * x + 0.59) + 0.14);
    }

    /**
     * A triangulated mesh with unit normals, shared by corners unless an edge is hard.
     *
     * @param vertices three per triangle
     * @param rows normal of each corner, three per triangle
     * @param faces the face that contains each triangle
     * @param normals three numbers per row
     */
    record Triangles(int[] vertices, int[] rows, int[] faces, float[] normals) {
        static Triangles of(Mesh mesh, float[] positions) {
            CornerAttribute normals = Normals.ofCorners(mesh, positions);
            int count = mesh.triangleCount();
            Triangles cut = new Triangles(new int[3 * count], new int[3 * count], new int[count], normals.values());
            int at = 0;
            for (int k = 0; k < mesh.faceCount(); k++) {
                int from = mesh.faceStarts()[k];
                int to = mesh.faceStarts()[k + 1];
                for (int c = from + 2; c < to; c++) {
                    cut.put(at++, k, mesh.corners(), normals.rows(), from, c);
                }
            }
            return cut;
        }

        private void put(int at, int face, int[] corners, int[] cornerRows, int first, int last) {
            int[] fan = {first, last - 1, last};
            for (int c = 0; c < 3; c++) {
                vertices[3 * at + c] = corners[fan[c]];
                rows[3 * at + c] = cornerRows[fan[c]];
            }
            faces[at] = face;
        }

        int count() {
            return faces.length;
        }
    }
}
