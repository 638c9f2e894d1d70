package dev.sinew.math;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class Vec3Test {
    private static final double[] A = {1, 2, 3};
    private static final double[] B = {-4, 5, 0.5};
    /** A and B after other numbers. */
    private static final double[] BOTH = {9, 1, 2, 3, 8, 8, -4, 5, 0.5};

    private static final float[] FLOATS = {9, 1, 2, 3, 8, 8, -4, 5, 0.5f};

    @Test
    void computesProducts() {
        assertThat(Vec3.dot(A, B)).isEqualTo(7.5);
        assertThat(Vec3.dot(BOTH, 1, BOTH, 6)).isEqualTo(7.5);
        assertThat(Vec3.cross(A, B)).containsExactly(-14, -12.5, 13);
        assertThat(Vec3.cross(B, A)).containsExactly(14, 12.5, -13);
    }

    @Test
    void distancesAreTheSameInEveryForm() {
        assertThat(Vec3.distance(A, B)).isEqualTo(Math.sqrt(25 + 9 + 6.25));
        assertThat(Vec3.distance(BOTH, 1, BOTH, 6)).isEqualTo(Vec3.distance(A, B));
        assertThat(Vec3.distance(FLOATS, 1, FLOATS, 6)).isEqualTo(Vec3.distance(A, B));
        assertThat(Vec3.roundedDistance(FLOATS, 1, 6)).isEqualTo(Vec3.distance(A, B));
        assertThat(Vec3.squaredDistance(BOTH, 1, B, 0)).isEqualTo(40.25);
        assertThat(Vec3.squaredDistance(FLOATS, 1, FLOATS, 6)).isEqualTo(40.25);
        assertThat(Vec3.squaredDistance(FLOATS, 1, BOTH, 6)).isEqualTo(40.25);
        assertThat(Vec3.length(new double[] {2, -3, 6})).isEqualTo(7);
    }

    @Test
    void floatsAreSubtractedAsDoublesUnlessRounded() {
        float[] p = {1, 0, 0, 1e-9f, 0, 0};
        assertThat(Vec3.distance(p, 0, p, 3)).isEqualTo(1 - (double) 1e-9f);
        assertThat(Vec3.roundedDistance(p, 0, 3)).isEqualTo(1);
        assertThat(Vec3.fromTo(p, 0, p, 3)[0]).isEqualTo((double) 1e-9f - 1);
        assertThat(Vec3.roundedFromTo(p, 0, 3)).containsExactly(-1, 0, 0);
    }

    @Test
    void computesPointsAndDirections() {
        assertThat(Vec3.midpoint(A, B)).containsExactly(-1.5, 3.5, 1.75);
        assertThat(Vec3.fromTo(A, B)).containsExactly(-5, 3, -2.5);
        assertThat(Vec3.along(A, B, 2)).containsExactly(-7, 12, 4);
        assertThat(Vec3.at(BOTH, 6)).containsExactly(B);
        assertThat(Vec3.at(FLOATS, 1)).containsExactly(A);
        assertThat(Vec3.unit(new double[] {2, -3, 6})).containsExactly(2 / 7.0, -3 / 7.0, 6 / 7.0);
    }

    @ParameterizedTest
    @CsvSource({
        "1,0,0, 0,2,0, 90",
        "1,0,0, 3,0,0, 0",
        "1,0,0, -3,0,0, 180",
        "1,1,0, 0,5,0, 45",
        "0,0,0, 1,0,0, 90",
        "0,0,1, 0,1,-1, 135"
    })
    void degreesBetweenDirections(double ax, double ay, double az, double bx, double by, double bz, double degrees) {
        assertThat(Vec3.degrees(ax, ay, az, bx, by, bz)).isCloseTo(degrees, within(1e-12));
        assertThat(Vec3.degrees(bx, by, bz, ax, ay, az)).isCloseTo(degrees, within(1e-12));
    }
}
