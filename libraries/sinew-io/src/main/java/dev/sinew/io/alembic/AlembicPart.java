package dev.sinew.io.alembic;

import dev.sinew.math.Affine3;
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
}
