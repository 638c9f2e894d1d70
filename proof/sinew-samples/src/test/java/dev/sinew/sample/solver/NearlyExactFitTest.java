package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.LinearFit;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.Progress;
import dev.sinew.sample.face.Face;
import org.junit.jupiter.api.Test;

/** Fits whose error is about the loss of the reduction. */
class NearlyExactFitTest {
    private static final MeshSequence FACE = new Face().make(1500, 60);

    private static double erms(double shading, long seed) {
        FitOptions options = FitOptions.defaults(new FitOptions.Bones(30))
                .withShading(shading)
                .withSeed(seed);
        return LinearFit.fit(FACE, options, Progress.SILENT).curve().get(0).erms();
    }

    /** With the default reduction only, the mean is 0.162, and 0.144 without normals. */
    @Test
    void refinesTheReductionForSmallErrors() {
        double plain = 0;
        double shaded = 0;
        for (int seed = 1; seed <= 3; seed++) {
            plain += erms(0, seed) / 3;
            shaded += erms(1, seed) / 3;
        }
        assertThat(plain).as("a fit as it is meant here").isBetween(0.02, 0.125);
        assertThat(shaded).isLessThan(0.14).isLessThan(1.15 * plain);
    }
}
