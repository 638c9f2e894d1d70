package dev.sinew.io;

import dev.sinew.mesh.Mesh;
import java.util.Arrays;
import java.util.Optional;

/** Compares the faces of two meshes. */
final class Topology {
    private static final int CORNERS_SHOWN = 8;

    private Topology() {}

    /**
     * The first difference in words, or nothing where both have the same vertices and faces.
     *
     * @param first what {@code later} should agree with
     * @param base the number of the first vertex and face: as people see them in the file
     */
    static Optional<String> difference(Mesh first, Mesh later, int base) {
        if (later.vertexCount() != first.vertexCount()) {
            return Optional.of(later.vertexCount() + " vertices where there were " + first.vertexCount());
        }
        if (Arrays.equals(first.faceStarts(), later.faceStarts()) && Arrays.equals(first.corners(), later.corners())) {
            return Optional.empty();
        }
        for (int k = 0; k < Math.min(first.faceCount(), later.faceCount()); k++) {
            if (!sameFace(first, later, k)) {
                return Optional.of(
                        "face " + (k + base) + " is " + face(later, k, base) + " where it was " + face(first, k, base));
            }
        }
        return Optional.of(later.faceCount() + " faces where there were " + first.faceCount());
    }

    private static boolean sameFace(Mesh a, Mesh b, int k) {
        return Arrays.equals(
                a.corners(),
                a.faceStarts()[k],
                a.faceStarts()[k + 1],
                b.corners(),
                b.faceStarts()[k],
                b.faceStarts()[k + 1]);
    }

    private static String face(Mesh mesh, int k, int base) {
        StringBuilder text = new StringBuilder();
        int from = mesh.faceStarts()[k];
        int to = mesh.faceStarts()[k + 1];
        for (int c = from; c < Math.min(to, from + CORNERS_SHOWN); c++) {
            text.append(c == from ? "" : " ").append(mesh.corners()[c] + base);
        }
        return to - from > CORNERS_SHOWN ? text + " … (" + (to - from) + " corners)" : text.toString();
    }
}
