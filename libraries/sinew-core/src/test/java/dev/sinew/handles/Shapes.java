package dev.sinew.handles;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import java.util.ArrayList;
import java.util.List;

/** Small meshes for handles. */
final class Shapes {
    private Shapes() {}

    /** An n×n grid of vertices of width one in the plane z = 0, centred at the origin. */
    static Mesh card(int n) {
        float[] p = new float[3 * n * n];
        int[] t = new int[6 * (n - 1) * (n - 1)];
        int at = 0;
        for (int y = 0; y < n; y++) {
            for (int x = 0; x < n; x++) {
                int i = y * n + x;
                p[3 * i] = x / (n - 1f) - 0.5f;
                p[3 * i + 1] = y / (n - 1f) - 0.5f;
                if (x + 1 < n && y + 1 < n) {
                    for (int k : new int[] {i, i + 1, i + n + 1, i, i + n + 1, i + n}) {
                        t[at++] = k;
                    }
                }
            }
        }
        return Mesh.ofTriangles(p, t);
    }

    /** A closed box with a grid of quads (as triangles) on its sides; vertices of neighbouring sides are shared. */
    static Mesh box(double[] min, double[] max, int steps) {
        return Soup.of(List.<double[][]>of(new double[][] {min, max}), steps);
    }

    /** A U: two long prongs on a common base, {@code gap} apart. */
    static Mesh fork(double gap, int steps) {
        double inner = gap / 2;
        return Soup.union(inner, steps);
    }

    static Handle.Point point(String name, double x, double y, double z) {
        return new Handle.Point(name, new double[] {x, y, z});
    }

    /** Quads collected corner by corner; equal positions become one vertex. */
    private static final class Soup {
        private final List<float[]> positions = new ArrayList<>();
        private final java.util.Map<String, Integer> index = new java.util.HashMap<>();
        private final List<Integer> triangles = new ArrayList<>();

        static Mesh of(List<double[][]> boxes, int steps) {
            Soup soup = new Soup();
            for (double[][] b : boxes) {
                for (int axis = 0; axis < 3; axis++) {
                    soup.side(b[0], b[1], axis, b[0][axis], steps, false);
                    soup.side(b[0], b[1], axis, b[1][axis], steps, true);
                }
            }
            return soup.mesh();
        }

        /** The outline of a U, extruded along z: each prong 0.2 wide and 1 high on a base 0.2 high. */
        static Mesh union(double inner, int steps) {
            double[][] outline = {
                {-inner - 0.2, 0},
                {inner + 0.2, 0},
                {inner + 0.2, 1.2},
                {inner, 1.2},
                {inner, 0.2},
                {-inner, 0.2},
                {-inner, 1.2},
                {-inner - 0.2, 1.2}
            };
            Soup soup = new Soup();
            for (int k = 0; k < outline.length; k++) {
                double[] a = outline[k];
                double[] b = outline[(k + 1) % outline.length];
                soup.strip(a, b, steps);
            }
            for (int cap = 0; cap < 2; cap++) {
                double z = cap * 0.2;
                boolean up = cap == 1;
                soup.flat(-inner - 0.2, 0, -inner, 0.2, z, steps, up);
                soup.flat(-inner, 0, inner, 0.2, z, steps, up);
                soup.flat(inner, 0, inner + 0.2, 0.2, z, steps, up);
                soup.flat(-inner - 0.2, 0.2, -inner, 1.2, z, steps, up);
                soup.flat(inner, 0.2, inner + 0.2, 1.2, z, steps, up);
            }
            return soup.mesh();
        }

        private void strip(double[] a, double[] b, int steps) {
            for (int k = 0; k < steps; k++) {
                double[] p = {a[0] + (b[0] - a[0]) * k / steps, a[1] + (b[1] - a[1]) * k / steps};
                double[] q = {a[0] + (b[0] - a[0]) * (k + 1) / steps, a[1] + (b[1] - a[1]) * (k + 1) / steps};
                quad(vertex(p[0], p[1], 0), vertex(q[0], q[1], 0), vertex(q[0], q[1], 0.2), vertex(p[0], p[1], 0.2));
            }
        }

        private void flat(double x0, double y0, double x1, double y1, double z, int steps, boolean up) {
            for (int i = 0; i < steps; i++) {
                for (int j = 0; j < steps; j++) {
                    double xa = x0 + (x1 - x0) * i / steps;
                    double xb = x0 + (x1 - x0) * (i + 1) / steps;
                    double ya = y0 + (y1 - y0) * j / steps;
                    double yb = y0 + (y1 - y0) * (j + 1) / steps;
                    int[] c = {vertex(xa, ya, z), vertex(xb, ya, z), vertex(xb, yb, z), vertex(xa, yb, z)};
                    if (up) {
                        quad(c[0], c[1], c[2], c[3]);
                    } else {
                        quad(c[3], c[2], c[1], c[0]);
                    }
                }
            }
        }

        private void side(double[] min, double[] max, int axis, double at, int steps, boolean outwards) {
            int u = (axis + 1) % 3;
            int v = (axis + 2) % 3;
            for (int i = 0; i < steps; i++) {
                for (int j = 0; j < steps; j++) {
                    int[] c = new int[4];
                    for (int k = 0; k < 4; k++) {
                        double[] p = new double[3];
                        p[axis] = at;
                        p[u] = min[u] + (max[u] - min[u]) * (i + (k == 1 || k == 2 ? 1 : 0)) / steps;
                        p[v] = min[v] + (max[v] - min[v]) * (j + (k > 1 ? 1 : 0)) / steps;
                        c[k] = vertex(p[0], p[1], p[2]);
                    }
                    if (outwards) {
                        quad(c[0], c[1], c[2], c[3]);
                    } else {
                        quad(c[3], c[2], c[1], c[0]);
                    }
                }
            }
        }

        private int vertex(double x, double y, double z) {
            String key = Math.round(x * 1e6) + " " + Math.round(y * 1e6) + " " + Math.round(z * 1e6);
            return index.computeIfAbsent(key, k -> {
                positions.add(new float[] {(float) x, (float) y, (float) z});
                return positions.size() - 1;
            });
        }

        private void quad(int a, int b, int c, int d) {
            triangles.addAll(List.of(a, b, c, a, c, d));
        }

        private Mesh mesh() {
            float[] p = new float[3 * positions.size()];
            for (int k = 0; k < positions.size(); k++) {
                System.arraycopy(positions.get(k), 0, p, 3 * k, 3);
            }
            return Mesh.ofTriangles(p, triangles.stream().mapToInt(i -> i).toArray());
        }
    }
}
