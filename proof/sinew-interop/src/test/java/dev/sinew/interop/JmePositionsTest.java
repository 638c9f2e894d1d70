package dev.sinew.interop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** jMonkeyEngine's vertex positions match Sinew's, on keys and between, for bones with one TRS each. */
class JmePositionsTest {
    private static final Path KEPT = Path.of("..", "..", "libraries", "sinew-io", "target", "interop");
    private static final double TOLERANCE = 1e-4;
    private static final String AFFINE = "affine";

    /** Without morph targets, which jMonkeyEngine applies on the graphics card; three.js and Blender test them. */
    @TestFactory
    Stream<DynamicTest> rigidAndSimilarityBonesAgree() throws IOException {
        return kept().filter(wanted -> !wanted.content().boneType().equals(AFFINE))
                .filter(wanted -> !wanted.content().hasMorphTargets())
                .map(wanted -> DynamicTest.dynamicTest(
                        wanted.name(), () -> assertThat(worst(wanted)).isLessThan(TOLERANCE)));
    }

    /**
     * An affine bone is a joint under a node. jMonkeyEngine ignores the outer node without an error. If this test fails, update
     * README.md.
     */
    @TestFactory
    Stream<DynamicTest> affineBonesAreLost() throws IOException {
        return kept().filter(wanted -> wanted.content().boneType().equals(AFFINE))
                .filter(wanted -> wanted.name().startsWith(AFFINE))
                .map(wanted -> DynamicTest.dynamicTest(
                        wanted.name(), () -> assertThat(worst(wanted)).isGreaterThan(0.1)));
    }

    /** A file, and Sinew's vertex positions. */
    private record Kept(WantedPositions positions, GlbContent content) {
        String name() {
            return positions.model().getFileName().toString();
        }
    }

    private static Stream<Kept> kept() throws IOException {
        List<Path> files = WantedPositions.files(KEPT);
        assumeFalse(files.isEmpty(), KEPT + " is empty: run the tests of sinew-io first");
        return files.stream().map(file -> {
            WantedPositions positions = WantedPositions.read(file);
            return new Kept(positions, GlbContent.read(positions.model()));
        });
    }

    /**
     * The largest distance between the engine's and Sinew's vertices in sizes, minus the deviation due to quaternion
     * interpolation: an angle moves points at a distance of one size by that fraction of the size.
     */
    private static double worst(Kept kept) {
        List<int[]> sources = kept.content().sources();
        JmeModel model = JmeModel.load(kept.positions().model());
        assertThat(model.primitives()).isEqualTo(sources.size());
        double worst = 0;
        for (WantedPositions.Sample sample : kept.positions().samples()) {
            model.play(sample.clip(), sample.seconds());
            double granted = model.chordAngle(sample.clip(), sample.seconds());
            for (int p = 0; p < sources.size(); p++) {
                double distance = farthest(model.positions(p), sample.positions(), sources.get(p));
                worst = Math.max(worst, distance / kept.positions().size() - granted);
            }
        }
        return worst;
    }

    private static double farthest(double[] theirs, double[] ours, int[] source) {
        assertThat(theirs).hasSize(3 * source.length);
        double farthest = 0;
        for (int k = 0; k < source.length; k++) {
            double squares = 0;
            for (int x = 0; x < 3; x++) {
                double difference = theirs[3 * k + x] - ours[3 * source[k] + x];
                squares += difference * difference;
            }
            farthest = Math.max(farthest, Math.sqrt(squares));
        }
        return farthest;
    }
}
