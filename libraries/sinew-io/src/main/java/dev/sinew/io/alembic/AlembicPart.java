package dev.sinew.io.alembic;

import dev.sinew.io.alembic.TimeSampling.SampleTimes;
import dev.sinew.math.Affine3;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A mesh of an archive at its place in the scene: its transforms applied. */
final class AlembicPart {
    private final String path;
    private final AlembicObject object;
    private final MeshSchema mesh;
    private final List<Xform> chain;
    /** The matrix where it is the same all the time. */
    private final Optional<double[]> still;

    AlembicPart(MeshFinder.Found found, MeshSchema mesh) {
        this.path = found.path();
        this.object = found.object();
        this.chain = found.chain();
        this.mesh = mesh;
        this.still = chain.stream().allMatch(Xform::isConstant) ? Optional.of(product(0)) : Optional.empty();
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

    /** 3×4 from the mesh's space to the scene's: transforms above one that does not inherit do not count. */
    double[] matrix(double seconds) {
        return still.isPresent() ? still.get() : product(seconds);
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
    void points(double place, double[] matrix, int frame, float[] out, int to) {
        put(mesh.points(place, frame), matrix, out, to);
    }

    /** The same of vertices {@code from ≤ i < end}. */
    void points(double place, double[] matrix, int from, int end, float[] out, int to) {
        put(mesh.points(place, from, end), matrix, out, to);
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
     * The faces of a mesh as ours go round, anticlockwise seen from outside; Alembic's go clockwise. Faces of fewer than three
     * corners are left out.
     *
     * @param starts of the faces kept, with the number of corners behind the last
     * @param corners vertices
     * @param cornerSources which corner of the file each corner was
     * @param faceSources which face of the file each face was
     * @param fileFaces faces in the file, kept or not
     * @param fileCorners corners in the file
     */
    record PartFaces(
            int[] starts, int[] corners, int[] cornerSources, int[] faceSources, int fileFaces, int fileCorners) {
        /** Which way round the faces of the file are to go. */
        enum Turn {
            REVERSE,
            /** A mirroring transform has turned them round already. */
            KEEP
        }

        /**
         * @param counts corners of each face, checked
         * @param indices vertices of all corners, checked
         */
        static PartFaces of(int[] counts, int[] indices, Turn turn) {
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
                        int source = turn == Turn.KEEP ? at + c : at + counts[k] - 1 - c;
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
