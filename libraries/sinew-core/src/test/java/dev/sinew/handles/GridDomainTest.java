package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.geometry.Voxels;
import dev.sinew.mesh.Mesh;
import org.junit.jupiter.api.Test;

/** Boxes on cubes of four fine cells per side: merged corners are easy to count. */
class GridDomainTest {
    private static final int[] FACES = {
        0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4, 2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5
    };

    /** Boxes between two x values, all of them 0 to 4 in y and z. */
    private static Mesh boxes(double... ends) {
        float[] xyz = new float[12 * ends.length];
        int[] faces = new int[FACES.length * ends.length / 2];
        for (int box = 0; box < ends.length / 2; box++) {
            for (int k = 0; k < 8; k++) {
                xyz[24 * box + 3 * k] = (float) ends[2 * box + (k & 1)];
                xyz[24 * box + 3 * k + 1] = (k & 2) != 0 ? 4 : 0;
                xyz[24 * box + 3 * k + 2] = (k & 4) != 0 ? 4 : 0;
            }
            for (int f = 0; f < FACES.length; f++) {
                faces[FACES.length * box + f] = 8 * box + FACES[f];
            }
        }
        return Mesh.ofTriangles(xyz, faces);
    }

    private static GridDomain domain(int cubes, double... ends) {
        int[] size = {4 * cubes, 4, 4};
        return new GridDomain(Voxels.of(boxes(ends), new double[3], size, 1));
    }

    @Test
    void aFullCubeHasItsEightCorners() {
        assertThat(domain(1, 0, 4).nodeCount()).isEqualTo(8);
    }

    @Test
    void twoCubesShareAFace() {
        assertThat(domain(2, 0, 8).nodeCount()).isEqualTo(12);
    }

    @Test
    void airInsideACubeSeparatesTwoPieces() {
        assertThat(domain(1, 0, 1, 3, 4).nodeCount()).isEqualTo(16);
    }

    @Test
    void piecesThatEndAtDifferentSidesOfAFaceDoNotTouch() {
        assertThat(domain(2, 0, 3, 5, 8).nodeCount()).isEqualTo(16);
    }

    @Test
    void sharesSumToOneAndAreAllAtACorner() {
        GridDomain grid = domain(1, 0, 4);
        double[] sum = new double[1];
        double[] largest = new double[1];
        int cell = grid.nearestInside(new double[] {1.3, 2.1, 3.7}, 2).orElseThrow();
        grid.interpolate(cell, new double[] {1.3, 2.1, 3.7}, (node, share) -> sum[0] += share);
        assertThat(sum[0]).isCloseTo(1, within(1e-12));
        int corner = grid.nearestInside(new double[] {0, 0, 0}, 2).orElseThrow();
        grid.interpolate(corner, new double[] {0, 0, 0}, (node, share) -> largest[0] = Math.max(largest[0], share));
        assertThat(largest[0]).isCloseTo(1, within(1e-12));
    }

    @Test
    void nothingIsNearAPointFarAway() {
        assertThat(domain(1, 0, 1).nearestInside(new double[] {3.9, 2, 2}, 1)).isEmpty();
        assertThat(domain(1, 0, 1).nearestInside(new double[] {3.9, 2, 2}, 4)).isPresent();
    }
}
