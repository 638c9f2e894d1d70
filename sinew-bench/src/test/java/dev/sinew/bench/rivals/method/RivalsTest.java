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
    void correctionsTakeMostOfTheError() {
        double[] numbers = new ArbitraryDeformations().run(HINGE, 1).get("eigenSkin");

        assertThat(numbers[0]).isLessThan(0.2 * erms(new ArbitraryDeformations(), 1));
    }
}
