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
    void heatKnowsDistancesOnAPlane() {
        Mesh plane = plane(31);
        double[] far = new HeatWeights(plane).distances(new int[] {0})[0];

        // In units of the mean edge: (2 + √2)/3 of the grid's.
        double edge = (2 + Math.sqrt(2)) / 3;
        assertThat(far[30] * edge).isCloseTo(30, within(2.5));
        assertThat(far[31 * 31 - 1] * edge).isCloseTo(30 * Math.sqrt(2), within(3.0));
    }

    @Test
    void heatWeightsAreAPartOfOneEach() {
        Mesh plane = plane(11);
        double[] w = new HeatWeights(plane).of(new int[] {0, 120});

        for (int i = 0; i < 121; i++) {
            assertThat(w[2 * i] + w[2 * i + 1]).isCloseTo(1, within(1e-12));
        }
        assertThat(w[0]).isGreaterThan(0.99);
        assertThat(w[2 * 60]).isCloseTo(0.5, within(0.02));
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
