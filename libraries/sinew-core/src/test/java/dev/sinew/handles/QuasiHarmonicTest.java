package dev.sinew.handles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.geometry.MeshLaplacian;
import dev.sinew.handles.HandleModels.LocalMaxima;
import dev.sinew.handles.WeightsOptions.DomainChoice;
import dev.sinew.handles.WeightsOptions.Method;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.run.Progress;
import java.util.List;
import org.junit.jupiter.api.Test;

class QuasiHarmonicTest {
    private static final int SIDE = 25;
    private static final Mesh PLANE = plane();
    private static final HandleSet THREE = HandleSet.of(List.of(
            new Handle.Point("a", new double[] {3, 3, 0}),
            new Handle.Point("b", new double[] {20, 5, 0}),
            new Handle.Point("c", new double[] {10, 21, 0})));

    private static Mesh plane() {
        float[] p = new float[3 * SIDE * SIDE];
        int[] t = new int[6 * (SIDE - 1) * (SIDE - 1)];
        int at = 0;
        for (int i = 0; i < SIDE * SIDE; i++) {
            p[3 * i] = i % SIDE;
            p[3 * i + 1] = i / SIDE;
            if (i % SIDE + 1 < SIDE && i / SIDE + 1 < SIDE) {
                for (int k : new int[] {i, i + 1, i + SIDE + 1, i, i + SIDE + 1, i + SIDE}) {
                    t[at++] = k;
                }
            }
        }
        return Mesh.ofTriangles(p, t);
    }

    private static HandleWeights weights(Method method) {
        WeightsOptions options =
                WeightsOptions.defaults().withDomain(DomainChoice.SURFACE).withMethod(method);
        return new BiharmonicWeights(PLANE, THREE, options, Progress.SILENT)
                .solve()
                .weights();
    }

    /** ½·Σ_j w_jᵀ·L·M⁻¹·L·w_j */
    private static double energy(HandleWeights weights) {
        MeshLaplacian laplacian = MeshLaplacian.of(PLANE, PLANE.positions());
        double[] bent = new double[SIDE * SIDE];
        double sum = 0;
        for (int j = 0; j < weights.handleCount(); j++) {
            laplacian.stiffness().multiply(weights.ofHandle(j), bent);
            for (int i = 0; i < bent.length; i++) {
                sum += 0.5 * bent[i] * bent[i] / laplacian.mass()[i];
            }
        }
        return sum;
    }

    @Test
    void weightsSumToOneAndAreOneAtTheirHandle() {
        HandleWeights w = weights(Method.QUASI_HARMONIC);
        for (int i = 0; i < SIDE * SIDE; i++) {
            double sum = 0;
            for (int j = 0; j < 3; j++) {
                assertThat(w.get(i, j)).isBetween(0.0, 1.0);
                sum += w.get(i, j);
            }
            assertThat(sum).isCloseTo(1, within(1e-9));
        }
        assertThat(w.get(3 * SIDE + 3, 0)).isEqualTo(1);
        assertThat(w.get(5 * SIDE + 20, 0)).isZero();
        assertThat(LocalMaxima.count(PLANE, w)).isZero();
    }

    @Test
    void areAlmostAsSmoothAsBiharmonicWeights() {
        HandleWeights w = weights(Method.QUASI_HARMONIC);
        MeshLaplacian laplacian = MeshLaplacian.of(PLANE, PLANE.positions());
        double[][] given = new double[3][SIDE * SIDE];
        int[] held = {3 * SIDE + 3, 5 * SIDE + 20, 21 * SIDE + 10};
        for (int j = 0; j < 3; j++) {
            java.util.Arrays.fill(given[j], Double.NaN);
            for (int k = 0; k < 3; k++) {
                given[j][held[k]] = j == k ? 1 : 0;
            }
        }
        Domain domain = new Domain(laplacian.stiffness(), laplacian.mass(), new double[0], laplacian.stiffness());
        QuasiHarmonic.Solved solved = new QuasiHarmonic(domain, given).solve(Progress.SILENT);

        assertThat(solved.energy()).isLessThan(0.3 * solved.harmonic());
        assertThat(energy(w)).isCloseTo(solved.energy(), within(1e-6 * solved.energy()));
        assertThat(energy(w)).isLessThan(2 * energy(weights(Method.BIHARMONIC)));
    }
}
