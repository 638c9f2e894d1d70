package dev.sinew.io;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.RefusedException;
import java.nio.file.Path;

/**
 * Brings coordinates from a file's axes and unit to ours.
 *
 * @param up the axis that points up in the file
 * @param scale multiplies every coordinate
 */
record Placement(UpAxis up, double scale) {
    static final Placement AS_IT_IS = new Placement(UpAxis.Y, 1);

    /** @param xyz coordinates, three a point, modified */
    void place(float[] xyz) {
        if (up == UpAxis.Z) {
            turn(xyz);
        }
        if (scale != 1) {
            for (int k = 0; k < xyz.length; k++) {
                xyz[k] = (float) (xyz[k] * scale);
            }
        }
    }

    /** (x, y, z) becomes (x, z, −y). */
    private static void turn(float[] xyz) {
        for (int k = 0; k < xyz.length; k += 3) {
            float y = xyz[k + 1];
            xyz[k + 1] = xyz[k + 2];
            xyz[k + 2] = -y;
        }
    }

    /** A point of the file in our coordinates; not modified. */
    double[] placed(double[] p) {
        return up == UpAxis.Z
                ? new double[] {scale * p[0], scale * p[2], -scale * p[1]}
                : new double[] {scale * p[0], scale * p[1], scale * p[2]};
    }

    /** @param normals fresh from a reader, modified */
    CornerAttribute placeNormals(CornerAttribute normals) {
        if (up == UpAxis.Z) {
            turn(normals.values());
        }
        return normals;
    }

    /** @param mesh fresh from a reader, its arrays are modified */
    Mesh place(Mesh mesh, Path file) {
        place(mesh.positions());
        for (int k = 0; k < mesh.positions().length; k++) {
            if (!Float.isFinite(mesh.positions()[k])) {
                throw new RefusedException(
                        file + ": vertex " + k / 3 + " is too large for a float once scaled by " + scale);
            }
        }
        mesh.surface().normals().ifPresent(this::placeNormals);
        return mesh;
    }
}
