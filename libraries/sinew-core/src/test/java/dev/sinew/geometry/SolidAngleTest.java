package dev.sinew.geometry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.math.Vec3;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Triangles in general position: solid angles by their dihedral angles, hits and distances by barycentric coordinates. */
class SolidAngleTest {
    private static final int[] T = {0, 1, 2};

    private static float[] triangle(Random random) {
        float[] p = new float[9];
        for (int k = 0; k < 9; k++) {
            p[k] = (float) (2 + random.nextGaussian());
        }
        return p;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void solidAnglesAreTheExcessOfTheSphericalTriangle(long seed) {
        Random random = new Random(seed);
        float[] p = triangle(random);
        double[] eye = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        double[][] to = new double[3][];
        for (int c = 0; c < 3; c++) {
            to[c] = Vec3.unit(Vec3.fromTo(eye, Vec3.at(p, 3 * c)));
        }
        double excess = -Math.PI;
        for (int c = 0; c < 3; c++) {
            double[] a = Vec3.cross(to[c], to[(c + 1) % 3]);
            double[] b = Vec3.cross(to[c], to[(c + 2) % 3]);
            excess += Math.toRadians(Vec3.degrees(a[0], a[1], a[2], b[0], b[1], b[2]));
        }
        double sign = Math.signum(Vec3.dot(Vec3.cross(to[0], to[1]), to[2]));
        assertThat(Triangles.solidAngle(p, T, 0, eye)).isCloseTo(sign * excess, within(1e-9));
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void raysHitTheirTarget(long seed) {
        Random random = new Random(seed);
        float[] p = triangle(random);
        double[] start = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
        for (int k = 0; k < 50; k++) {
            double u = 1.5 * random.nextDouble() - 0.25;
            double v = 1.5 * random.nextDouble() - 0.25;
            double[] a = Vec3.at(p, 0);
            double[] goal =
                    Vec3.along(Vec3.along(a, Vec3.fromTo(a, Vec3.at(p, 3)), u), Vec3.fromTo(a, Vec3.at(p, 6)), v);
            double[] way = Vec3.fromTo(start, goal);
            boolean within = u >= 0 && v >= 0 && u + v <= 1;
            double hit = Triangles.hit(p, T, 0, start, new double[] {2 * way[0], 2 * way[1], 2 * way[2]});
            if (within) {
                assertThat(hit).isCloseTo(0.5, within(1e-9));
                assertThat(Triangles.squaredDistance(p, T, 0, goal)).isCloseTo(0, within(1e-12));
            } else {
                assertThat(hit).isInfinite();
                assertThat(Triangles.squaredDistance(p, T, 0, goal)).isPositive();
            }
        }
    }
}
