package dev.sinew.geometry;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.math.Vec3;
import java.util.OptionalInt;
import java.util.Random;
import java.util.function.IntPredicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compared with a linear search. */
class SpatialIndexTest {
    private static final int QUERIES = 200;

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 13, 207, 4098})
    void findsTheNearestPoint(int count) {
        Random random = new Random(count);
        float[] points = new float[3 * count];
        for (int k = 0; k < points.length; k++) {
            points[k] = (float) random.nextGaussian();
        }
        checkQueries(points, random);
    }

    /** Points of a coarse lattice: most occur several times, and queries have equal distances to several. */
    @ParameterizedTest
    @ValueSource(ints = {1, 13, 207, 4098})
    void theFirstOfEquallyNearPointsWins(int count) {
        Random random = new Random(count);
        float[] points = new float[3 * count];
        for (int k = 0; k < points.length; k++) {
            points[k] = random.nextInt(5);
        }
        SpatialIndex index = SpatialIndex.ofPoints(points);
        for (int q = 0; q < QUERIES; q++) {
            double[] p = {random.nextInt(9) / 2.0, random.nextInt(9) / 2.0, random.nextInt(9) / 2.0};
            assertThat(index.nearest(p[0], p[1], p[2]))
                    .isEqualTo(nearest(points, p, Double.POSITIVE_INFINITY, k -> true));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {13, 207, 4098})
    void pointsOnALineAndFlatClouds(int count) {
        Random random = new Random(count);
        for (int free = 1; free < 3; free++) {
            float[] points = new float[3 * count];
            for (int k = 0; k < points.length; k++) {
                points[k] = k % 3 < free ? (float) random.nextGaussian() : 1;
            }
            checkQueries(points, random);
        }
    }

    @Test
    void isEmptyIfNothingIsNear() {
        SpatialIndex none = SpatialIndex.ofPoints(new float[0]);
        assertThat(none.size()).isZero();
        assertThat(none.nearest(0, 0, 0)).isEmpty();
        SpatialIndex one = SpatialIndex.ofPoints(new float[] {1, 0, 0});
        assertThat(one.nearest(0, 0, 0, 1)).as("the bound is exclusive").isEmpty();
        assertThat(one.nearest(0, 0, 0, Math.nextUp(1.0))).hasValue(0);
        assertThat(one.nearest(0, 0, 0, 2, k -> false)).isEmpty();
    }

    private static void checkQueries(float[] points, Random random) {
        SpatialIndex index = SpatialIndex.ofPoints(points);
        assertThat(index.size()).isEqualTo(points.length / 3);
        for (int q = 0; q < QUERIES; q++) {
            double[] p = {random.nextGaussian(), random.nextGaussian(), random.nextGaussian()};
            double within = 0.3 * random.nextDouble();
            IntPredicate odd = k -> k % 2 == 1;
            assertThat(index.nearest(p[0], p[1], p[2]))
                    .isEqualTo(nearest(points, p, Double.POSITIVE_INFINITY, k -> true));
            assertThat(index.nearest(p[0], p[1], p[2], within)).isEqualTo(nearest(points, p, within, k -> true));
            assertThat(index.nearest(p[0], p[1], p[2], 4 * within, odd)).isEqualTo(nearest(points, p, 4 * within, odd));
        }
    }

    private static OptionalInt nearest(float[] points, double[] p, double within, IntPredicate some) {
        OptionalInt best = OptionalInt.empty();
        double least = within * within;
        for (int k = 0; k < points.length / 3; k++) {
            double squared = Vec3.squaredDistance(points, 3 * k, p, 0);
            if (squared < least && some.test(k)) {
                least = squared;
                best = OptionalInt.of(k);
            }
        }
        return best;
    }
}
