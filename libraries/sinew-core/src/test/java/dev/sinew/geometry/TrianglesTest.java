package dev.sinew.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A right-angled triangle with sides 3 and 4 in the plane z = 1, stored after an unrelated corner. */
class TrianglesTest {
    private static final float[] P = {7, 7, 7, 0, 0, 1, 3, 0, 1, 0, 4, 1};
    private static final int[] T = {0, 0, 0, 1, 2, 3};

    @Test
    void normalsHaveTwiceTheAreaAsLength() {
        assertThat(Triangles.normal(P, T, 3)).containsExactly(0, 0, 12);
        assertThat(Triangles.area(P, T, 3)).isEqualTo(6);
        assertThat(Triangles.normal(new double[] {7, 7, 7, 0, 0, 1, 3, 0, 1, 0, 4, 1}, T, 3))
                .containsExactly(0, 0, 12);
        assertThat(Triangles.normal(P, T, 0)).as("without area").containsExactly(0, 0, 0);
        assertThat(Triangles.normal(P, new int[] {3, 2, 1}, 0)).containsExactly(0, 0, -12);
    }

    @ParameterizedTest
    @CsvSource({
        "1, 1, 3, 2",
        "1, 1, 1, 0",
        "-3, -4, 1, 5",
        "1, -2, 1, 2",
        "-2, 1, 1, 2",
        "3, 4, 1, 2.4",
        "7, -3, 1, 5",
        "0, 10, 9, 10"
    })
    void distancesAreToTheFaceItsEdgesOrItsCorners(double x, double y, double z, double distance) {
        assertThat(Triangles.squaredDistance(P, T, 3, new double[] {x, y, z}))
                .isCloseTo(distance * distance, within(1e-12));
    }

    @Test
    void distancesToAPointAndToALine() {
        assertThat(Triangles.squaredDistance(P, T, 0, new double[] {7, 5, 7})).isEqualTo(4);
        assertThat(Triangles.squaredDistance(P, new int[] {1, 2, 1}, 0, new double[] {1, 5, 1}))
                .isEqualTo(25);
    }

    @Test
    void raysMeetOnlyFacesInFront() {
        double[] p = {1, 1, -1};
        assertThat(Triangles.hit(P, T, 3, p, new double[] {0, 0, 1})).isEqualTo(2);
        assertThat(Triangles.hit(P, T, 3, p, new double[] {0, 0, 4})).isEqualTo(0.5);
        assertThat(Triangles.hit(P, T, 3, p, new double[] {0, 0, -1})).isInfinite();
        assertThat(Triangles.hit(P, T, 3, p, new double[] {1, 0, 0}))
                .as("beside it")
                .isInfinite();
        assertThat(Triangles.hit(P, T, 3, new double[] {3, 3, 0}, new double[] {0, 0, 1}))
                .isInfinite();
        assertThat(Triangles.hit(P, T, 3, new double[] {-1, 1, 0}, new double[] {0, 0, 1}))
                .isInfinite();
        assertThat(Triangles.hit(P, T, 3, new double[] {1, -1, 0}, new double[] {0, 0, 1}))
                .isInfinite();
    }

    /** An octant is seen from the corner of a cube; the sign gives the side. */
    @Test
    void solidAngles() {
        float[] p = {1, 0, 0, 0, 1, 0, 0, 0, 1};
        assertThat(Triangles.solidAngle(p, new int[] {0, 1, 2}, 0, new double[3]))
                .isCloseTo(Math.PI / 2, within(1e-12));
        assertThat(Triangles.solidAngle(p, new int[] {0, 2, 1}, 0, new double[3]))
                .isCloseTo(-Math.PI / 2, within(1e-12));
        assertThat(Triangles.solidAngle(p, new int[] {0, 1, 2}, 0, new double[] {2, 2, 2}))
                .isNegative();
    }
}
