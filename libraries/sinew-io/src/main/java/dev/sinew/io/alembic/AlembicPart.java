package dev.sinew.io.alembic;

import dev.sinew.io.alembic.TimeSampling.SampleTimes;
import dev.sinew.math.Affine3;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A mesh of an archive in scene space, with its transforms applied. */
final class AlembicPart {
    private final String path;
    private final AlembicObject object;
    private final MeshSchema mesh;
    private final List<Xform> chain;
    /** The matrix, if it is constant. */
    private final Optional<double[]> constantMatrix;

    AlembicPart(MeshFinder.Found found, MeshSchema mesh) {
        this.path = found.path();
        this.object = found.object();
        this.chain = found.chain();
        this.mesh = mesh;
        this.constantMatrix = chain.stream().allMatch(Xform::isConstant) ? Optional.of(product(0)) : Optional.empty();
    }

    /** Without the leading slash. */
    String name() {
        return path.substring(1);
    }

    AlembicObject object() {
        return object;
    }

    MeshSchema mesh() {
        return mesh;
    }

    void addTimes(SampleTimes times) {
        mesh.addTimes(times);
        chain.forEach(x -> x.addTimes(times));
    }

    /** 3×4 matrix from mesh space to scene space. Ignores transforms above one that does not inherit. */
    double[] matrix(double seconds) {
        return constantMatrix.isPresent() ? constantMatrix.get() : product(seconds);
    }

    private double[] product(double seconds) {
        double[] product = new double[Affine3.STRIDE];
        Affine3.identity(product, 0);
        for (Xform xform : chain) {
            double[] own = xform.matrix(seconds);
            if (xform.inherits(seconds)) {
                double[] next = new double[Affine3.STRIDE];
                Affine3.multiply(product, 0, own, 0, next, 0);
                product = next;
            } else {
                product = own;
            }
        }
        return product;
    }

    /**
     * Writes the points into the scene's array.
     *
     * @param out modified from {@code to} on
     */
    void points(double samplePosition, double[] matrix, int frame, float[] out, int to) {
        put(mesh.points(samplePosition, frame), matrix, out, to);
    }

    /** The same for vertices {@code from ≤ i < end}. */
    void points(double samplePosition, double[] matrix, int from, int end, float[] out, int to) {
        put(mesh.points(samplePosition, from, end), matrix, out, to);
    }

    private static void put(float[] xyz, double[] matrix, float[] out, int to) {
        if (isIdentity(matrix)) {
            System.arraycopy(xyz, 0, out, to, xyz.length);
            return;
        }
        for (int k = 0; k < xyz.length; k += 3) {
            for (int r = 0; r < 3; r++) {
                out[to + k + r] = (float) (matrix[4 * r] * xyz[k]
                        + matrix[4 * r + 1] * xyz[k + 1]
                        + matrix[4 * r + 2] * xyz[k + 2]
                        + matrix[4 * r + 3]);
            }
        }
    }

    private static boolean isIdentity(double[] matrix) {
        for (int k = 0; k < matrix.length; k++) {
            if (matrix[k] != (k % 5 == 0 ? 1 : 0)) {
                return false;
            }
        }
        return true;
    }

    /**
     * The faces of a mesh in Sinew's winding order, anticlockwise seen from outside; Alembic's is clockwise. Faces with fewer
     * than three corners are omitted.
     *
     * @param starts offsets of the kept faces, followed by the number of corners
     * @param corners vertex of each corner
     * @param cornerSources the file's corner for each corner
     * @param faceSources the file's face for each face
     * @param fileFaces faces in the file, kept or not
     * @param fileCorners corners in the file
     */
    record PartFaces(
            int[] starts, int[] corners, int[] cornerSources, int[] faceSources, int fileFaces, int fileCorners) {
        /** The winding order of the file's faces. */
        enum Winding {
            REVERSE,
            /** A mirroring transform has already reversed them. */
            KEEP
        }

        /**
         * @param counts corners of each face, validated
         * @param indices vertices of all corners, validated
         */
        static PartFaces of(int[] counts, int[] indices, Winding winding) {
            int[] starts = new int[counts.length + 1];
            int[] corners = new int[indices.length];
            int[] cornerSources = new int[indices.length];
            int[] faceSources = new int[counts.length];
            int faces = 0;
            int filled = 0;
            int at = 0;
            for (int k = 0; k < counts.length; k++) {
                if (counts[k] >= 3) {
                    for (int c = 0; c < counts[k]; c++) {
                        int source = winding == Winding.KEEP ? at + c : at + counts[k] - 1 - c;
                        cornerSources[filled] = source;
                        corners[filled++] = indices[source];
                    }
                    faceSources[faces++] = k;
                    starts[faces] = filled;
                }
                at += counts[k];
            }
            return new PartFaces(
                    Arrays.copyOf(starts, faces + 1),
                    Arrays.copyOf(corners, filled),
                    Arrays.copyOf(cornerSources, filled),
                    Arrays.copyOf(faceSources, faces),
                    counts.length,
                    indices.length);
        }

        int faceCount() {
            return faceSources.length;
        }
    }
}
