package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.Synthetic;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.rig.BoneCount.SplitRegions;
import dev.sinew.solve.SkinState;
import java.util.function.DoubleToIntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** A tube from −2 to 2 whose bones lie one after the other along it. */
class SplitRegionsTest {
    private static final Mesh TUBE = Synthetic.tube(80, 8);

    private static SkinState state(DoubleToIntFunction boneAt) {
        SkinState state = new SkinState(2, new double[3 * TUBE.vertexCount()]);
        for (int i = 0; i < TUBE.vertexCount(); i++) {
            state.attach(i, boneAt.applyAsInt(TUBE.positions()[3 * i]));
        }
        return state;
    }

    private static int[] boneOf(SkinState state) {
        return IntStream.range(0, TUBE.vertexCount())
                .map(i -> state.bones()[2 * i])
                .toArray();
    }

    /** Bone 0 has both ends, bone 1 what is between. */
    @Test
    void twoEndsOfOneBoneAreTwoBones() {
        SkinState state = state(x -> Math.abs(x) > 1 ? 0 : 1);
        assertThat(SplitRegions.separate(VertexGraph.of(TUBE), state, 2)).isEqualTo(3);
        int[] bones = boneOf(state);
        for (int i = 0; i < bones.length; i++) {
            float x = TUBE.positions()[3 * i];
            assertThat(bones[i]).as("at %s", x).isIn(Math.abs(x) <= 1 ? new Object[] {1} : new Object[] {0, 2});
            assertThat(bones[i] == bones[0])
                    .as("at %s", x)
                    .isEqualTo(Math.abs(x) > 1 && x < 0 == TUBE.positions()[0] < 0);
        }
    }

    @Test
    void connectedBonesAndSmallPatchesStay() {
        SkinState connected = state(x -> x > 0 ? 0 : 1);
        SkinState speck = state(x -> x > 0 || x < -1.99 ? 0 : 1);
        for (SkinState state : new SkinState[] {connected, speck}) {
            int[] before = boneOf(state);
            assertThat(SplitRegions.separate(VertexGraph.of(TUBE), state, 2)).isEqualTo(2);
            assertThat(boneOf(state)).isEqualTo(before);
        }
    }
}
