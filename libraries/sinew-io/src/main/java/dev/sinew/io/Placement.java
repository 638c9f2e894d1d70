package dev.sinew.io;

import dev.sinew.io.SequenceInput.UpAxis;
import dev.sinew.mesh.CornerAttribute;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.run.InvalidInputException;
import java.io.Serializable;
import java.nio.file.Path;

/**
 * Converts coordinates from a file's axes and unit to those of Sinew (y up, metres).
 *
 * @param up the axis that points up in the file
 * @param scale multiplies every coordinate
 */
record Placement(UpAxis up, double scale) implements Serializable {
    static final Placement IDENTITY = new Placement(UpAxis.Y, 1);

    /** @param xyz coordinates, three per point, modified */
    void place(float[] xyz) {
        place(xyz, 0, xyz.length);
    }

    private void place(float[] xyz, int from, int to) {
        if (up == UpAxis.Z) {
            rotate(xyz, from, to);
        }
        if (scale != 1) {
            for (int k = from; k < to; k++) {
                xyz[k] = (float) (xyz[k] * scale);
            }
        }
    }

    /** Frames whose coordinates are converted when they are fetched. */
    FrameSource place(FrameSource frames) {
        return equals(IDENTITY) ? frames : new Placed(frames, this);
    }

    private record Placed(FrameSource frames, Placement placement) implements FrameSource, Serializable {
        @Override
        public int frameCount() {
            return frames.frameCount();
        }

        @Override
        public boolean isStreamed() {
            return frames.isStreamed();
        }

        @Override
        public float[] frame(int f) {
            float[] xyz = frames.frame(f).clone();
            placement.place(xyz);
            return xyz;
        }

        @Override
        public void positions(int f, int from, int to, float[] out, int at) {
            frames.positions(f, from, to, out, at);
            placement.place(out, at, at + 3 * (to - from));
        }
    }

    /** (x, y, z) becomes (x, z, −y). */
    private static void rotate(float[] xyz, int from, int to) {
        for (int k = from; k < to; k += 3) {
            float y = xyz[k + 1];
            xyz[k + 1] = xyz[k + 2];
            xyz[k + 2] = -y;
        }
    }

    /** A point of the file in our coordinates; does not modify it. */
    double[] transformed(double[] p) {
        return up == UpAxis.Z
                ? new double[] {scale * p[0], scale * p[2], -scale * p[1]}
                : new double[] {scale * p[0], scale * p[1], scale * p[2]};
    }

    /** @param normals not shared with the reader, modified */
    CornerAttribute placeNormals(CornerAttribute normals) {
        if (up == UpAxis.Z) {
            rotate(normals.values(), 0, normals.values().length);
        }
        return normals;
    }

    /** @param mesh not shared with the reader, its arrays are modified */
    Mesh place(Mesh mesh, Path file) {
        place(mesh.positions());
        for (int k = 0; k < mesh.positions().length; k++) {
            if (!Float.isFinite(mesh.positions()[k])) {
                throw new InvalidInputException(
                        file + ": vertex " + k / 3 + " is out of range after scaling by " + scale);
            }
        }
        mesh.surface().normals().ifPresent(this::placeNormals);
        return mesh;
    }
}
