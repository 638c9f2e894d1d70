package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A box of two units with twelve large faces: its corners are far from most of its surface. */
class InteriorTest {
    private static final Interior BOX = new Interior(Mesh.ofTriangles(
            new float[] {-1, -1, -1, 1, -1, -1, 1, 1, -1, -1, 1, -1, -1, -1, 1, 1, -1, 1, 1, 1, 1, -1, 1, 1},
            new int[] {
                0, 2, 1, 0, 3, 2, 4, 5, 6, 4, 6, 7, 0, 1, 5, 0, 5, 4, 2, 3, 7, 2, 7, 6, 1, 2, 6, 1, 6, 5, 0, 4, 7, 0, 7,
                3
            }));

    @ParameterizedTest
    @CsvSource({
        "0, 0, 0, 1, true",
        "0.9, 0.2, -0.3, 0.1, true",
        "1.25, 0.2, -0.3, 0.25, false",
        "1.3, 1.4, 0.5, 0.5, false",
        "2, 2, 3, 2.449489742783178, false",
        "1, 0, 0, 0, true"
    })
    void distancesAreToFacesEdgesAndCorners(double x, double y, double z, double distance, boolean inside) {
        assertThat(BOX.distance(new double[] {x, y, z})).isCloseTo(distance, within(1e-12));
        if (distance > 0) {
            assertThat(BOX.contains(new double[] {x, y, z})).isEqualTo(inside);
        }
    }
}
