package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.VertexGraph;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.Outcome;
import dev.sinew.solve.SkinState;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A strip of triangles whose vertices are mostly one bone's each: which bones touch, and which are empty. */
class BoneContactTest {
    private static final int LENGTH = 12;

    private static Mesh strip() {
        float[] p = new float[3 * LENGTH];
        int[] t = new int[3 * (LENGTH - 2)];
        for (int i = 0; i < LENGTH; i++) {
            p[3 * i] = i;
            p[3 * i + 1] = i % 2;
        }
        for (int k = 0; k < LENGTH - 2; k++) {
            t[3 * k] = k;
            t[3 * k + 1] = k + 1;
            t[3 * k + 2] = k + 2;
        }
        return Mesh.ofTriangles(p, t);
    }

    /** Bones 0, 1 and 2 have four vertices each; bone 3 has a quarter of all those of bone 1 and is nowhere the strongest. */
    private static SkinState state() {
        return state(new double[3 * LENGTH]);
    }

    private static SkinState state(double[] rest) {
        int[] bones = new int[2 * LENGTH];
        double[] weights = new double[2 * LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            bones[2 * i] = i / 4;
            bones[2 * i + 1] = 3;
            weights[2 * i] = i / 4 == 1 ? 0.75 : 1;
            weights[2 * i + 1] = 1 - weights[2 * i];
        }
        SkinState state = new SkinState(2, rest);
        state.assign(SkinWeights.of(2, bones, weights));
        return state;
    }

    private static double[] area() {
        double[] area = new double[LENGTH];
        Arrays.fill(area, 1);
        return area;
    }

    @Test
    void whatTwoBonesShareIsInTheMiddleOfTheSurface() {
        double[] rest = new double[3 * LENGTH];
        for (int i = 0; i < LENGTH; i++) {
            rest[3 * i] = i;
        }
        double[] area = area();
        area[7] = 5;
        BoneContact contact = BoneContact.of(VertexGraph.of(strip()), state(rest), area, 4);
        assertThat(contact.middles()[3 * (4 + 3)])
                .as("bones 1 and 3, vertices 4 to 7")
                .isCloseTo((4 + 5 + 6 + 5 * 7) / 8.0, within(1e-12));
    }

    @Test
    void measuresTheSharedBorderAgainstTheShorterOne() {
        BoneContact contact = BoneContact.of(VertexGraph.of(strip()), state(), area(), 4);
        // Three edges of the strip lead from one group of four vertices to the next.
        assertThat(contact.borders()[1]).isEqualTo(3);
        assertThat(contact.share(0, 1)).as("all the border of bone 0").isEqualTo(1);
        assertThat(contact.share(1, 2)).as("all the border of bone 2").isEqualTo(1);
        assertThat(contact.share(0, 2)).as("they do not touch").isZero();
    }

    @Test
    void aBoneThatIsNowhereTheStrongestIsEmptyAndHasNoBorder() {
        BoneContact contact = BoneContact.of(VertexGraph.of(strip()), state(), area(), 4);
        assertThat(BoneContact.empty(state(), 4)).containsExactly(false, false, false, true);
        assertThat(contact.share(1, 3)).isZero();
        assertThat(contact.touch(1, 3)).as("it would be left for last").isTrue();
        assertThat(contact.touch(0, 2)).isFalse();
    }

    @Test
    void aBoneWithTwoVerticesIsEmpty() {
        SkinState state = state();
        for (int i = 0; i < LENGTH; i++) {
            state.attach(i, i < 2 ? 0 : 1);
        }
        assertThat(BoneContact.empty(state, 2)).containsExactly(true, false);
        state.attach(2, 0);
        assertThat(BoneContact.empty(state, 2)).containsExactly(false, false);
    }

    /** At the end of the tree it is a helper; between two others it holds them together. */
    @Test
    void anEndThatOwnsNothingIsAHelper() {
        assertThat(helpers(new int[] {-1, 0, 1, 1})).containsExactly(false, false, false, true);
        assertThat(helpers(new int[] {-1, 0, 3, 1})).isEmpty();
    }

    /** Bones 0 and 2 are ends with four vertices each; as counterparts of bones without vertices they would not be parts. */
    @Test
    void aPairIsLookedAtTogether() {
        int[] chain = {-1, 0, 1, 1};
        assertThat(helpers(chain, new int[] {0, 1, 2, 3})).containsExactly(false, false, false, true);
        assertThat(helpers(chain, new int[] {0, 1, 3, 2})).isEmpty();
    }

    private static boolean[] helpers(int[] parents) {
        return helpers(parents, new int[0]);
    }

    private static boolean[] helpers(int[] parents, int[] images) {
        BoneTree tree = new BoneTree(parents, new double[12], images);
        Articulation rig = new Articulation(state(), tree, new double[0], new double[] {1}, Outcome.CONVERGED);
        return HelperBones.of(rig).map(found -> Arrays.copyOf(found, 4)).orElse(new boolean[0]);
    }
}
