package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.RigResult.Joint;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Which notes a rig gets. */
class RigNotesTest {
    private static final int LENGTH = 24;

    /**
     * A strip of quads, two triangles each.
     *
     * @param owner which bone has the two vertices at a place along it
     * @param gap quads that are left out, so that shells come apart
     */
    private static SkinnedModel strip(int[] owner, List<Integer> gap) {
        float[] positions = new float[6 * LENGTH];
        int[] bones = new int[2 * LENGTH];
        double[] weights = new double[2 * LENGTH];
        int[] corners = new int[6 * (LENGTH - 1 - gap.size())];
        int at = 0;
        for (int k = 0; k < LENGTH; k++) {
            for (int side = 0; side < 2; side++) {
                positions[6 * k + 3 * side] = k;
                positions[6 * k + 3 * side + 1] = side;
                bones[2 * k + side] = owner[k];
                weights[2 * k + side] = 1;
            }
            if (k + 1 < LENGTH && !gap.contains(k)) {
                for (int corner : new int[] {2 * k, 2 * k + 2, 2 * k + 1, 2 * k + 1, 2 * k + 2, 2 * k + 3}) {
                    corners[at++] = corner;
                }
            }
        }
        List<String> names = List.of("hips", "arm", "hand", "thumb", "finger", "tip", "leg", "foot");
        Skeleton skeleton = new Skeleton(names, new int[] {-1, 0, 1, 2, 3, 4, 0, 6}, new double[3 * names.size()]);
        return new SkinnedModel(
                Mesh.ofTriangles(positions, corners),
                SkinWeights.of(1, bones, weights),
                skeleton,
                BoneType.RIGID,
                List.of());
    }

    /** Eight bones of three places each; the places of some given to another one. */
    private static int[] owners(int bone, int... places) {
        int[] owner = new int[LENGTH];
        for (int k = 0; k < LENGTH; k++) {
            owner[k] = k / 3;
        }
        for (int place : places) {
            owner[place] = bone;
        }
        return owner;
    }

    @Test
    void aBoneInThreePatchesIsNamedThoughTheMeanIsLow() {
        assertThat(RigNotes.patches(strip(owners(1, 11, 23), List.of())))
                .hasValueSatisfying(note -> assertThat(note).startsWith("arm (3) holds patches of the surface"));
        assertThat(RigNotes.patches(strip(owners(1, 23), List.of()))).isEmpty();
    }

    @Test
    void shellsThatABoneHoldsAreNoPatchesOfItsOwn() {
        assertThat(RigNotes.patches(strip(owners(1, 11, 12, 22, 23), List.of(10, 12, 21))))
                .isEmpty();
        assertThat(RigNotes.patches(strip(owners(1, 11, 23), List.of(10, 11, 22))))
                .as("vertices without faces")
                .isEmpty();
    }

    @Test
    void namesThatNobodyAskedForAreDoubtedToo() {
        BoneNames doubtful = new BoneNames(List.of("hips"), Optional.of("quadruped"), 0.66, Map.of());
        assertThat(RigNotes.naming(BoneNames.Style.AUTO, doubtful))
                .contains("Names are doubtful: 66 % of the body has a place in a quadruped.");
        BoneNames fair = new BoneNames(List.of("hips"), Optional.of("quadruped"), 0.75, Map.of());
        assertThat(RigNotes.naming(BoneNames.Style.AUTO, fair)).isEmpty();
        assertThat(RigNotes.naming(BoneNames.Style.QUADRUPED, fair)).isPresent();
        assertThat(RigNotes.naming(BoneNames.Style.AUTO, BoneNames.given(List.of("a"))))
                .isEmpty();
    }

    @Test
    void jointsThatTheShapeSaysMoreOfThanTheMotionAreNamed() {
        List<Joint> joints = List.of(joint("elbow_left", 0.45), joint("elbow_right", 0.55));
        assertThat(RigNotes.guessed(joints))
                .hasValueSatisfying(note -> assertThat(note).startsWith("elbow_left hardly bends in these poses, so"));
        assertThat(RigNotes.ofGiven(strip(owners(0), List.of()), joints))
                .containsExactly("elbow_left hardly bends in these poses, which say little of where the joint is:"
                        + " poses that bend it would help.");
    }

    private static Joint joint(String name, double certainty) {
        return new Joint(name, certainty, 2, true, 0);
    }
}
