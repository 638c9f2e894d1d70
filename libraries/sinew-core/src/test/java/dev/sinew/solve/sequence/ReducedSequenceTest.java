package dev.sinew.solve.sequence;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.platform.Workers;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The basis is orthonormal, and the loss is correct and within the tolerance. */
class ReducedSequenceTest extends QuietTest {
    private static NormalisedSequence known() {
        double[] pivots = {-0.6, 0, 0, 0.6, 0, 0, 0, 0.7, 0};
        return new NormalisedSequence(Synthetic.played(Synthetic.model(Synthetic.grid(30, 30), pivots, 25, 3)));
    }

    private static NormalisedSequence noise() {
        Mesh grid = Synthetic.grid(20, 20);
        Random random = new Random(8);
        float[][] frames = new float[15][grid.positions().length];
        for (float[] frame : frames) {
            for (int k = 0; k < frame.length; k++) {
                frame[k] = grid.positions()[k] + 0.1f * (float) random.nextGaussian();
            }
        }
        return new NormalisedSequence(Synthetic.sequence(grid, frames));
    }

    private static ReducedSequence reduce(NormalisedSequence sequence, double tolerance, int most) {
        try (Workers workers = new Workers(2)) {
            return ReducedSequence.of(sequence, tolerance, most, 1, workers);
        }
    }

    @ParameterizedTest
    @CsvSource({"1e-1", "1e-2", "1e-3", "1e-4"})
    void losesNoMoreThanAllowed(double tolerance) {
        check(known(), reduce(known(), tolerance, 1000), tolerance);
        check(noise(), reduce(noise(), tolerance, 1000), tolerance);
    }

    @Test
    void respectsTheBoundOnDimensions() {
        ReducedSequence reduced = reduce(noise(), 0, 10);
        assertThat(reduced.dimensions()).isEqualTo(10);
        check(noise(), reduced, 1);
    }

    @Test
    void threeBonesSpanFewDimensions() {
        // Grid vertices have z = 0, so a bone spans three dimensions, and weights that vary do not add any.
        assertThat(reduce(known(), 1e-4, 1000).dimensions()).isLessThan(75 / 2);
    }

    @Test
    void oneFrameOfOnePointIsOneDimension() {
        Mesh point = Mesh.ofTriangles(new float[3], new int[0]);
        NormalisedSequence sequence = new NormalisedSequence(Synthetic.sequence(point, new float[3]));
        ReducedSequence reduced = reduce(sequence, 1e-3, 64);
        assertThat(reduced.lostSquared()).isZero();
        assertThat(reduced.coordinates().vertexCount()).isEqualTo(1);
    }

    private static void check(NormalisedSequence sequence, ReducedSequence reduced, double tolerance) {
        int m = sequence.dimensions();
        int d = reduced.dimensions();
        double[] p = reduced.basisRows();
        for (int a = 0; a < d; a++) {
            for (int b = 0; b <= a; b++) {
                double dot = 0;
                for (int k = 0; k < m; k++) {
                    dot += p[a * m + k] * p[b * m + k];
                }
                assertThat(dot).isEqualTo(a == b ? 1 : 0, within(1e-10));
            }
        }
        double whole = squared(sequence);
        double kept = squared(reduced.coordinates());
        // ‖A‖² = ‖C‖² + what is lost
        assertThat(kept + reduced.lostSquared()).isEqualTo(whole, within(1e-9 * whole));
        double rms = Math.sqrt(reduced.lostSquared() / ((double) sequence.vertexCount() * m));
        assertThat(rms).isLessThanOrEqualTo(1.3 * tolerance);
        checkCoordinates(sequence, reduced, sequence.vertexCount() / 2);
    }

    private static double squared(Trajectories y) {
        double[] rows = new double[y.vertexCount() * y.dimensions()];
        double[] norms = new double[y.vertexCount()];
        y.rows(0, y.vertexCount(), rows, norms);
        double sum = 0;
        double ofNorms = 0;
        for (double v : rows) {
            sum += v * v;
        }
        for (double v : norms) {
            ofNorms += v;
        }
        assertThat(ofNorms).isEqualTo(sum, within(1e-9 * sum));
        return sum;
    }

    /** c_i = Pᵀ·a_i */
    private static void checkCoordinates(NormalisedSequence sequence, ReducedSequence reduced, int i) {
        int m = sequence.dimensions();
        int d = reduced.dimensions();
        double[] a = new double[m];
        double[] c = new double[d];
        sequence.rows(i, i + 1, a, new double[1]);
        reduced.coordinates().rows(i, i + 1, c, new double[1]);
        for (int q = 0; q < d; q++) {
            double dot = 0;
            for (int k = 0; k < m; k++) {
                dot += reduced.basisRows()[q * m + k] * a[k];
            }
            assertThat(c[q]).isEqualTo(dot, within(1e-11));
        }
    }

    @Test
    void theFirstFrameFillsTheUnitBall() {
        Mesh box = Mesh.ofTriangles(new float[] {10, 0, 0, 14, 0, 0, 12, 1, 0}, new int[] {0, 1, 2});
        MeshSequence sequence = Synthetic.sequence(box, box.positions());
        NormalisedSequence normalised = new NormalisedSequence(sequence);
        assertThat(normalised.scale()).isEqualTo(0.5);
        assertThat(normalised.centre()).containsExactly(12, 0, 0);
        assertThat(normalised.rest()).containsExactly(-1, 0, 0, 1, 0, 0, 0, 0.5, 0);
        double[] row = new double[3];
        normalised.rows(2, 3, row, new double[1]);
        assertThat(row).containsExactly(0, 0.5, 0);
    }
}
