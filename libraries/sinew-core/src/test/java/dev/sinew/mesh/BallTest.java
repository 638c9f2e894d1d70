package dev.sinew.mesh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The smallest ball of points with a known ball, and of many points by its properties. */
class BallTest extends QuietTest {
    @Test
    void knownBalls() {
        check(new float[] {1, 2, 3}, 1, 2, 3, 0);
        check(new float[] {1, 2, 3, 1, 2, 3}, 1, 2, 3, 0);
        check(new float[] {-1, 0, 0, 3, 0, 0, 1, 0.5f, 0}, 1, 0, 0, 2);
        float side = (float) (Math.sqrt(3) / 2);
        check(new float[] {1, 0, 0, -0.5f, side, 0, -0.5f, -side, 0}, 0, 0, 0, 1);
        check(new float[] {1, 1, 1, 1, -1, -1, -1, 1, -1, -1, -1, 1, 0, 0, 0}, 0, 0, 0, Math.sqrt(3));
        check(new float[] {0, 0, 0, 1, 0, 0, 2, 0, 0, 3, 0, 0, 4, 0, 0}, 2, 0, 0, 2);
    }

    @Test
    void aCubeAndAFlatSquare() {
        float[] cube = new float[24];
        for (int i = 0; i < 8; i++) {
            cube[3 * i] = i & 1;
            cube[3 * i + 1] = i >> 1 & 1;
            cube[3 * i + 2] = i >> 2;
        }
        check(cube, 0.5, 0.5, 0.5, Math.sqrt(0.75));
        check(new float[] {0, 0, 7, 2, 0, 7, 2, 2, 7, 0, 2, 7}, 1, 1, 7, Math.sqrt(2));
    }

    private static void check(float[] points, double x, double y, double z, double radius) {
        Ball ball = Ball.around(points);
        assertThat(ball.radius()).isEqualTo(radius, within(1e-6));
        assertThat(new double[] {ball.x(), ball.y(), ball.z()}).containsExactly(new double[] {x, y, z}, within(1e-6));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 3, 4, 5, 13, 207, 4098})
    void enclosesAllPointsAndIsTheSmallest(int count) {
        Random random = new Random(count);
        for (int trial = 0; trial < 20; trial++) {
            float[] p = new float[3 * count];
            for (int k = 0; k < p.length; k++) {
                p[k] = (float) (random.nextGaussian() * (1 + k % 3) + 5);
            }
            checkSmallest(p, Ball.around(p));
        }
    }

    /** An enclosing ball is the smallest exactly if no direction moves away from all points on its sphere. */
    private static void checkSmallest(float[] p, Ball ball) {
        double r = ball.radius();
        Random random = new Random(1);
        double[] distances = distances(p, ball.x(), ball.y(), ball.z());
        assertThat(largest(distances)).isEqualTo(r, within(1e-9 * r));
        for (int k = 0; k < 40; k++) {
            double step = 1e-3 * r;
            double[] moved = distances(
                    p,
                    ball.x() + step * random.nextGaussian(),
                    ball.y() + step * random.nextGaussian(),
                    ball.z() + step * random.nextGaussian());
            assertThat(largest(moved)).isGreaterThan(r * (1 - 1e-12));
        }
    }

    private static double[] distances(float[] p, double x, double y, double z) {
        double[] out = new double[p.length / 3];
        for (int i = 0; i < out.length; i++) {
            out[i] = Math.sqrt(
                    Math.pow(p[3 * i] - x, 2) + Math.pow(p[3 * i + 1] - y, 2) + Math.pow(p[3 * i + 2] - z, 2));
        }
        return out;
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, value);
        }
        return largest;
    }

    @Test
    void pointsOnASphereAndOnACircle() {
        float[] circle = new float[3 * 360];
        for (int i = 0; i < 360; i++) {
            circle[3 * i] = (float) (100 + Math.cos(Math.toRadians(i)));
            circle[3 * i + 1] = (float) Math.sin(Math.toRadians(i));
        }
        Ball ball = Ball.around(circle);
        assertThat(ball.radius()).isEqualTo(1, within(1e-5));
        assertThat(ball.x()).isEqualTo(100, within(1e-5));
    }
}
