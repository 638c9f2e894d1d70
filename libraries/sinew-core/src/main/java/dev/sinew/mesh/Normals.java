package dev.sinew.mesh;

/** Normals from positions, weighted by face area. */
public final class Normals {
    private Normals() {}

    /** The mesh in another pose, with recomputed normals if it has any. */
    public static Mesh posed(Mesh mesh, float[] positions) {
        Mesh.Surface surface = mesh.surface();
        return mesh.withPositions(positions)
                .withSurface(surface.withNormals(surface.normals().map(old -> ofCorners(mesh, positions))));
    }

    /** One unit normal per vertex, 3N; (0, 0, 1) if the faces around a vertex have no area. */
    public static float[] ofVertices(Mesh mesh, float[] positions) {
        int[] corners = mesh.corners();
        return ofRows(mesh, positions, corners, mesh.vertexCount());
    }

    /**
     * The normals of a mesh in another pose, with its hard edges kept: corners of a vertex that shared a normal still share one. A mesh
     * without normals gets one per vertex.
     */
    public static CornerAttribute ofCorners(Mesh mesh, float[] positions) {
        int[] rows = mesh.corners();
        int count = mesh.vertexCount();
        if (mesh.surface().normals().isPresent()) {
            CornerRows grouped =
                    CornerRows.of(mesh.corners(), mesh.surface().normals().get().rowsByValue());
            rows = grouped.rows();
            count = grouped.count();
        }
        return new CornerAttribute(3, ofRows(mesh, positions, rows, count), rows);
    }

    /** A row sums the area-weighted normals of the faces whose corners use it. */
    private static float[] ofRows(Mesh mesh, float[] positions, int[] rows, int count) {
        return unit(sums(mesh, positions, rows, count), 1);
    }

    /** The summed area-weighted normals of the faces whose corners use a row, three numbers per row. */
    static double[] sums(Mesh mesh, float[] positions, int[] rows, int count) {
        double[] sum = new double[3 * count];
        int[] starts = mesh.faceStarts();
        if (3 * mesh.faceCount() == mesh.corners().length) {
            addTriangles(mesh.corners(), positions, rows, sum);
            return sum;
        }
        double[] normal = new double[3];
        for (int k = 0; k < mesh.faceCount(); k++) {
            areaNormal(mesh, positions, k, normal);
            for (int c = starts[k]; c < starts[k + 1]; c++) {
                for (int x = 0; x < 3; x++) {
                    sum[3 * rows[c] + x] += normal[x];
                }
            }
        }
        return sum;
    }

    /** The same if all faces are triangles, in half the time. */
    private static void addTriangles(int[] corners, float[] p, int[] rows, double[] sum) {
        for (int c = 0; c < corners.length; c += 3) {
            int o = 3 * corners[c];
            int a = 3 * corners[c + 1];
            int b = 3 * corners[c + 2];
            double ax = p[a] - (double) p[o];
            double ay = p[a + 1] - (double) p[o + 1];
            double az = p[a + 2] - (double) p[o + 2];
            double bx = p[b] - (double) p[o];
            double by = p[b + 1] - (double) p[o + 1];
            double bz = p[b + 2] - (double) p[o + 2];
            double x = ay * bz - az * by;
            double y = az * bx - ax * bz;
            double z = ax * by - ay * bx;
            for (int k = c; k < c + 3; k++) {
                int at = 3 * rows[k];
                sum[at] += x;
                sum[at + 1] += y;
                sum[at + 2] += z;
            }
        }
    }

    /** Newell's normal of face k, with length twice its area; also valid for non-planar n-gons. */
    public static void areaNormal(Mesh mesh, float[] p, int k, double[] normal) {
        int[] corners = mesh.corners();
        int from = mesh.faceStarts()[k];
        int to = mesh.faceStarts()[k + 1];
        int origin = 3 * corners[from];
        double x = 0;
        double y = 0;
        double z = 0;
        for (int c = from + 1; c + 1 < to; c++) {
            int a = 3 * corners[c];
            int b = 3 * corners[c + 1];
            double ax = p[a] - (double) p[origin];
            double ay = p[a + 1] - (double) p[origin + 1];
            double az = p[a + 2] - (double) p[origin + 2];
            double bx = p[b] - (double) p[origin];
            double by = p[b + 1] - (double) p[origin + 1];
            double bz = p[b + 2] - (double) p[origin + 2];
            x += ay * bz - az * by;
            y += az * bx - ax * bz;
            z += ax * by - ay * bx;
        }
        normal[0] = x;
        normal[1] = y;
        normal[2] = z;
    }

    /** @param elseZ a zero vector becomes (0, 0, elseZ) */
    static float[] unit(double[] sum, float elseZ) {
        float[] out = new float[sum.length];
        for (int i = 0; i < sum.length; i += 3) {
            double length = Math.sqrt(sum[i] * sum[i] + sum[i + 1] * sum[i + 1] + sum[i + 2] * sum[i + 2]);
            if (length > 1e-300) {
                out[i] = (float) (sum[i] / length);
                out[i + 1] = (float) (sum[i + 1] / length);
                out[i + 2] = (float) (sum[i + 2] / length);
            } else {
                out[i + 2] = elseZ;
            }
        }
        return out;
    }

    /**
     * Numbers corners so that two share a row exactly if they share vertex and key.
     *
     * @param rows one row per corner
     * @param count number of rows
     */
    record CornerRows(int[] rows, int count) {
        /** @param corners the vertex of every corner */
        static CornerRows of(int[] corners, int[] keys) {
            int[] rows = new int[corners.length];
            // NOTE: arrays of numbers, because a map of objects takes a gigabyte for a mesh of 4 M vertices.
            int[] firstOf = new int[Integer.highestOneBit(Math.max(8, corners.length)) << 1];
            int count = 0;
            for (int c = 0; c < rows.length; c++) {
                int at = hash(corners[c], keys[c]) & firstOf.length - 1;
                while (firstOf[at] > 0 && !isSame(corners, keys, firstOf[at] - 1, c)) {
                    at = at + 1 & firstOf.length - 1;
                }
                if (firstOf[at] == 0) {
                    firstOf[at] = c + 1;
                    rows[c] = count++;
                } else {
                    rows[c] = rows[firstOf[at] - 1];
                }
            }
            return new CornerRows(rows, count);
        }

        private static boolean isSame(int[] corners, int[] keys, int a, int b) {
            return corners[a] == corners[b] && keys[a] == keys[b];
        }

        private static int hash(int corner, int key) {
            long h = (((long) corner << 32) | (key & 0xffffffffL)) * 0x9E3779B97F4A7C15L;
            return (int) (h ^ h >>> 32);
        }
    }
}
