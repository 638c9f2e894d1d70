package dev.sinew.bench.rivals.method;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.bench.rivals.method.Animation.Coordinates;
import dev.sinew.bench.rivals.method.SkinningMeshAnimations.MeanShift;
import dev.sinew.bench.rivals.paper.FastSkinning.TruncatedSvd;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each rival on two rigid halves, which all can reconstruct with two bones and none with one. */
class RivalsTest {
    private static final Animation HINGE = Animation.of(Cases.hinge(24, 12));

    private static double erms(Rival rival, int bones) {
        return rival.run(HINGE, bones).get("erms")[0];
    }

    @Test
    void truncatedSvd() {
        assertThat(erms(new TruncatedSvd(), 2)).isLessThan(1e-3);
        assertThat(erms(new TruncatedSvd(), 1)).isGreaterThan(1);
    }

    @Test
    void clusteredPca() {
        assertThat(erms(new ClusteredPca(), 2)).isLessThan(0.1);
        assertThat(erms(new ClusteredPca(), 1)).isGreaterThan(1);
    }

    @Test
    void skinningMeshAnimations() {
        assertThat(erms(new SkinningMeshAnimations(), 2)).isLessThan(0.5);
    }

    @Test
    void skinningArbitraryDeformations() {
        // Two seeds at the ends of the strip split it at its hinge.
        assertThat(erms(new ArbitraryDeformations(), 2)).isLessThan(0.5);
        assertThat(erms(new ArbitraryDeformations(), 1)).isGreaterThan(1);
    }

    @Test
    void recoversACorrectionOfTheRestPose() {
        // NOTE: one bone for the whole hinge is unsuitable: its best affine matrices are nearly singular and cannot be
        // inverted.
        Animation swelling = Animation.of(Cases.hinge(24, 12, 0.3));
        var numbers = new ArbitraryDeformations().run(swelling, 2);

        assertThat(numbers.get("erms")[0]).isGreaterThan(5);
        assertThat(numbers.get("eigenSkin")[0]).isLessThan(0.1 * numbers.get("erms")[0]);
    }

    @Test
    void asManyCorrectionsAsFramesLeaveNoError() {
        Animation swelling = Animation.of(Cases.hinge(24, 12, 0.3));
        try (Workers workers = new Workers(1)) {
            Coordinates x = Coordinates.of(swelling, workers);
            AffineSkin skin = new AffineSkin(x, swelling.rest(), 2);
            skin.assign(Spread.clusters(swelling.rest(), 3, 2));
            skin.solveTransforms();
            skin.solveWeights(workers);
            double before = Arrays.stream(skin.residual()).map(r -> r * r).sum();
            double last = before;
            for (int rank : new int[] {1, 3, 12}) {
                double left = EigenSkin.squaredError(skin, x, swelling.frames(), rank, workers);
                assertThat(left).isLessThanOrEqualTo(1.001 * last);
                last = left;
            }
            // The rest is due to damping.
            assertThat(last).isLessThan(1e-3 * before);
        }
    }

    @Test
    void smoothDecompositionFindsRigidHalves() {
        assertThat(erms(new SmoothDecomposition(), 2)).isLessThan(0.5);
        assertThat(erms(new SmoothDecomposition(), 1)).isGreaterThan(5);
    }

    @ParameterizedTest
    @EnumSource(SkeletonExtraction.class)
    void skeletonsOfAHinge(SkeletonExtraction way) {
        assertThat(erms(way, 2)).isLessThan(1);
        assertThat(erms(way, 1)).isGreaterThan(5);
    }

    @Test
    void meanShiftFindsNarrowAndWideClusters() {
        Random random = new Random(3);
        double[] points = new double[2 * 240];
        for (int i = 0; i < 240; i++) {
            // 80 wide about (0, 0), 80 narrow about (5, 0), 80 narrow about (5, 1): no single bandwidth separates all
            // three.
            points[2 * i] = (i >= 80 ? 5 : 0) + (i >= 80 ? 0.05 : 0.8) * random.nextGaussian();
            points[2 * i + 1] = (i >= 160 ? 1 : 0) + (i >= 80 ? 0.05 : 0.8) * random.nextGaussian();
        }
        try (Workers workers = new Workers(1)) {
            List<double[]> modes = List.of(new MeanShift(points, 2, workers).modes(3));
            assertThat(modes).hasSize(3);
            assertThat(modes)
                    .anySatisfy(at -> assertThat(Math.hypot(at[0] - 5, at[1])).isLessThan(0.1));
            assertThat(modes)
                    .anySatisfy(
                            at -> assertThat(Math.hypot(at[0] - 5, at[1] - 1)).isLessThan(0.1));
            assertThat(modes)
                    .anySatisfy(at -> assertThat(Math.hypot(at[0], at[1])).isLessThan(0.8));
        }
    }
}
