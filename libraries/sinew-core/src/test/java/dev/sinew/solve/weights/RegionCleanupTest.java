package dev.sinew.solve.weights;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.solve.SkinState;
import java.util.BitSet;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A strip of twelve squares: bone 0 has the left half, bone 1 the right, and a speck of bone 0 is far right. */
class RegionCleanupTest {
    private static final int COLUMNS = 13;
    private static final int SPECK = 2 * 10;

    private final VertexGraph graph = VertexGraph.of(strip());

    private static Mesh strip() {
        float[] xyz = new float[3 * 2 * COLUMNS];
        int[] triangles = new int[6 * (COLUMNS - 1)];
        for (int c = 0; c < COLUMNS; c++) {
            xyz[6 * c] = c;
            xyz[6 * c + 3] = c;
            xyz[6 * c + 4] = 1;
        }
        for (int c = 0; c < COLUMNS - 1; c++) {
            int[] corners = {2 * c, 2 * c + 2, 2 * c + 1, 2 * c + 1, 2 * c + 2, 2 * c + 3};
            System.arraycopy(corners, 0, triangles, 6 * c, 6);
        }
        return Mesh.ofTriangles(xyz, triangles);
    }

    private static SkinWeights weights() {
        int[] bones = new int[2 * 2 * COLUMNS];
        double[] weights = new double[bones.length];
        for (int i = 0; i < 2 * COLUMNS; i++) {
            bones[2 * i] = i / 2 < 6 ? 0 : 1;
            weights[2 * i] = 1;
        }
        weights[2 * SPECK] = 0.7;
        weights[2 * SPECK + 1] = 0.3;
        return SkinWeights.of(2, bones, weights);
    }

    private static SkinState state() {
        return SkinState.of(weights(), new double[3 * 2 * COLUMNS]);
    }

    private static double weight(SkinState state, int i, int bone) {
        double sum = 0;
        for (int k = 2 * i; k < 2 * i + 2; k++) {
            sum += state.bones()[k] == bone ? state.weights()[k] : 0;
        }
        return sum;
    }

    @Test
    void removesADistantSpeck() {
        SkinState state = state();
        RegionCleanup.clean(graph, state, 2);
        assertThat(weight(state, SPECK, 0)).isZero();
        assertThat(weight(state, SPECK, 1)).isEqualTo(1);
        assertThat(weight(state, 0, 0)).isEqualTo(1);
    }

    @Test
    void aFixedVertexKeepsItsSpeck() {
        SkinState state = state();
        double[] locks = new double[2 * COLUMNS];
        locks[SPECK] = 1;
        RegionCleanup.clean(graph, state, 2, Optional.of(new WeightPrior(weights(), locks, 1)), new BitSet());
        assertThat(weight(state, SPECK, 0)).isEqualTo(0.3);
    }

    /** Without a bone to take over, the vertex stays unchanged. */
    @Test
    void closedBonesTakeNothingOver() {
        SkinState state = state();
        state.attach(SPECK, 0);
        BitSet shut = new BitSet();
        shut.set(1);
        RegionCleanup.clean(graph, state, 2, Optional.empty(), shut);
        assertThat(weight(state, SPECK, 0)).isEqualTo(1);
        assertThat(weight(state, SPECK, 1)).isZero();
    }
}
