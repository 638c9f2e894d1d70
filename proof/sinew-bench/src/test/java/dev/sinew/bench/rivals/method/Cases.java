package dev.sinew.bench.rivals.method;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.util.ArrayList;
import java.util.List;

/** Sequences whose best approximation is known. */
final class Cases {
    private Cases() {}

    /**
     * A strip of squares, 2 × (length + 1) vertices, whose right half rotates about the middle; both halves are rigid.
     *
     * @param length a multiple of six: then the middle is on the axis and belongs to either half
     */
    static MeshSequence hinge(int length, int frames) {
        return hinge(length, frames, 0);
    }

    /**
     * The same with a field of the rest pose that oscillates before the rotation: the error of two bones is one field with one
     * number per frame.
     *
     * @param swelling the largest displacement by the field
     */
    static MeshSequence hinge(int length, int frames, double swelling) {
        int n = 2 * (length + 1);
        float[] rest = new float[3 * n];
        int[] triangles = new int[6 * length];
        for (int k = 0; k <= length; k++) {
            for (int side = 0; side < 2; side++) {
                rest[3 * (2 * k + side)] = k;
                rest[3 * (2 * k + side) + 1] = side;
                rest[3 * (2 * k + side) + 2] = 0.1f * (k % 3) * (side + 1);
            }
        }
        for (int k = 0; k < length; k++) {
            int[] square = {2 * k, 2 * k + 2, 2 * k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3};
            System.arraycopy(square, 0, triangles, 6 * k, 6);
        }
        List<float[]> poses = new ArrayList<>();
        for (int f = 0; f < frames; f++) {
            poses.add(turned(swollen(rest, swelling * Math.sin(1.3 * f)), length / 2, 0.15 * f));
        }
        return new MeshSequence(
                "hinge", Mesh.ofTriangles(rest, triangles), FrameSource.of(poses.toArray(new float[0][])), 30);
    }

    private static float[] swollen(float[] rest, double amount) {
        float[] xyz = rest.clone();
        for (int i = 0; i < rest.length / 3; i++) {
            xyz[3 * i + 2] += (float) (amount * Math.sin(2.1 * i));
        }
        return xyz;
    }

    private static float[] turned(float[] rest, int middle, double angle) {
        float[] xyz = rest.clone();
        for (int i = 0; i < rest.length / 3; i++) {
            double x = rest[3 * i] - middle;
            if (x > 0) {
                xyz[3 * i] = (float) (middle + Math.cos(angle) * x - Math.sin(angle) * rest[3 * i + 2]);
                xyz[3 * i + 2] = (float) (Math.sin(angle) * x + Math.cos(angle) * rest[3 * i + 2]);
            }
        }
        return xyz;
    }
}
