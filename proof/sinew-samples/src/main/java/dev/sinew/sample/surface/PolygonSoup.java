package dev.sinew.sample.surface;

import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import java.util.List;
import java.util.Optional;

/**
 * A mesh under construction.
 *
 * @param positions three per vertex
 * @param corners of the faces, each with {@code sides} corners
 * @param sides corners per face, 3 or 4
 */
public record PolygonSoup(double[] positions, int[] corners, int sides) {
    public int vertexCount() {
        return positions.length / 3;
    }

    public int faceCount() {
        return corners.length / sides;
    }

    public float[] positionsAsFloats() {
        float[] out = new float[positions.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) positions[k];
        }
        return out;
    }

    public int[] faceStarts() {
        int[] starts = new int[faceCount() + 1];
        for (int k = 0; k < starts.length; k++) {
            starts[k] = sides * k;
        }
        return starts;
    }

    /** @param colours linear RGB, 3 per vertex */
    public Mesh mesh(float[] colours, Material material) {
        Mesh.Surface surface = new Mesh.Surface(
                Optional.empty(),
                Optional.empty(),
                Optional.of(colours),
                List.of(material),
                new int[faceCount()],
                List.of(),
                new int[0]);
        return Mesh.of(positionsAsFloats(), faceStarts(), corners, surface);
    }

    /** Cuts quads along their shorter diagonal; triangles stay. */
    public PolygonSoup triangulated() {
        if (sides == 3) {
            return this;
        }
        int[] triangles = new int[6 * faceCount()];
        for (int k = 0; k < faceCount(); k++) {
            int turn = squaredDistance(corners[4 * k], corners[4 * k + 2])
                            <= squaredDistance(corners[4 * k + 1], corners[4 * k + 3])
                    ? 0
                    : 1;
            int[] pattern = {0, 1, 2, 0, 2, 3};
            for (int c = 0; c < 6; c++) {
                triangles[6 * k + c] = corners[4 * k + (pattern[c] + turn) % 4];
            }
        }
        return new PolygonSoup(positions, triangles, 3);
    }

    private double squaredDistance(int a, int b) {
        double sum = 0;
        for (int c = 0; c < 3; c++) {
            double d = positions[3 * a + c] - positions[3 * b + c];
            sum += d * d;
        }
        return sum;
    }
}
