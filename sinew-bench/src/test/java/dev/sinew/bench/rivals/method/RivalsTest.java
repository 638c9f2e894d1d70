package dev.sinew.bench.rivals.method;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Each rival on two rigid halves, which all of them can rebuild with two bones and none with one. */
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
    void correctionsOfTheRestPose() {
        // NOTE: one bone for the whole hinge is no case for them: its best affine matrices are nearly singular, and
        // nothing can be taken back through those.
        Animation swelling = Animation.of(Cases.hinge(24, 12, 0.3));
        var numbers = new ArbitraryDeformations().run(swelling, 2);

        assertThat(numbers.get("erms")[0]).isGreaterThan(5);
        assertThat(numbers.get("eigenSkin")[0]).isLessThan(0.1 * numbers.get("erms")[0]);
    }
}
