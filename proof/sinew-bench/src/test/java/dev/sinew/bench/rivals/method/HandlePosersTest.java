package dev.sinew.bench.rivals.method;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import org.junit.jupiter.api.Test;

class HandlePosersTest {
    private static final int LENGTH = 24;

    @Test
    void meshInverseKinematicsFindsAPoseBetweenExamples() {
        MeshSequence hinge = Cases.hinge(LENGTH, 9);
        MeshSequence examples = new MeshSequence(
                "examples", hinge.rest(), FrameSource.of(new float[][] {hinge.frame(2), hinge.frame(8)}), 30);
        int last = 2 * LENGTH;
        int[] held = {0, 1, last, last + 1};
        float[] wanted = hinge.frame(5);
        double[] targets = new double[12];
        for (int k = 0; k < 12; k++) {
            targets[k] = wanted[3 * held[k / 3] + k % 3];
        }

        double[] posed = new MeshInverseKinematics(hinge.rest(), examples, held).pose(targets);

        // The strip is 24 long, and its end has moved by 8.
        for (int k = 0; k < posed.length; k++) {
            assertThat(posed[k]).isCloseTo(wanted[k], within(0.15));
        }
    }

    @Test
    void heatDistancesOnAPlaneAreExact() {
        Mesh plane = plane(31);
        double[] far = new HeatWeights(plane).distances(new int[] {0})[0];

        // In units of the mean edge: (2 + √2)/3 of the grid's.
        double edge = (2 + Math.sqrt(2)) / 3;
        assertThat(far[30] * edge).isCloseTo(30, within(2.5));
        assertThat(far[31 * 31 - 1] * edge).isCloseTo(30 * Math.sqrt(2), within(3.0));
    }

    @Test
    void heatWeightsSumToOne() {
        Mesh plane = plane(11);
        double[] w = new HeatWeights(plane).of(new int[] {0, 120});

        for (int i = 0; i < 121; i++) {
            assertThat(w[2 * i] + w[2 * i + 1]).isCloseTo(1, within(1e-12));
        }
        assertThat(w[0]).isGreaterThan(0.99);
        assertThat(w[2 * 60]).isCloseTo(0.5, within(0.02));
    }

    /** Its weights need not be local; only affine motion is exact. */
    @Test
    void linearSubspaceReproducesAffineMotion() {
        Mesh flat = plane(9);
        float[] p = flat.positions().clone();
        for (int i = 0; i < p.length; i += 3) {
            p[i + 2] = (float) (0.05 * (p[i] - 4) * (p[i] - 4) - 0.08 * (p[i + 1] - 3) * (p[i + 1] - 3));
        }
        Mesh saddle = Mesh.ofTriangles(p, flat.triangles());
        int[] held = {0, 8, 40, 72, 80, 22};
        double[] affine = {0.3, -1.1, 0.4, 2, 0.9, 0.2, -0.5, -1, 0.1, 0.6, 1.3, 4};
        double[] targets = new double[18];
        for (int j = 0; j < held.length; j++) {
            move(affine, p, held[j], targets, 3 * j);
        }

        double[] posed = new LinearSubspace(saddle, held).pose(targets);

        double[] wanted = new double[p.length];
        for (int i = 0; i < 81; i++) {
            move(affine, p, i, wanted, 3 * i);
        }
        for (int k = 0; k < wanted.length; k++) {
            assertThat(posed[k]).isCloseTo(wanted[k], within(1e-3));
        }
    }

    private static void move(double[] affine, float[] xyz, int i, double[] out, int to) {
        for (int r = 0; r < 3; r++) {
            out[to + r] = affine[4 * r] * xyz[3 * i]
                    + affine[4 * r + 1] * xyz[3 * i + 1]
                    + affine[4 * r + 2] * xyz[3 * i + 2]
                    + affine[4 * r + 3];
        }
    }

    private static Mesh plane(int side) {
        float[] p = new float[3 * side * side];
        int[] t = new int[6 * (side - 1) * (side - 1)];
        int at = 0;
        for (int i = 0; i < side * side; i++) {
            p[3 * i] = i % side;
            p[3 * i + 1] = i / side;
            if (i % side + 1 < side && i / side + 1 < side) {
                for (int k : new int[] {i, i + 1, i + side + 1, i, i + side + 1, i + side}) {
                    t[at++] = k;
                }
            }
        }
        return Mesh.ofTriangles(p, t);
    }
}
