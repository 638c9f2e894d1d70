package dev.sinew.edit;

import static dev.sinew.edit.Figure.edited;
import static dev.sinew.edit.Figure.height;
import static dev.sinew.edit.Figure.joint;
import static dev.sinew.edit.Figure.moved;
import static dev.sinew.edit.Figure.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.model.SkinnedModel;
import dev.sinew.symmetry.BoneNameWords;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Symmetry when names, trees and positions disagree. */
class SymmetryEditTest {
    private static final double EXACT = 1e-6;

    /** As in CesiumMan: the left arm is numbered from the hand, the right one from the shoulder. */
    private static final SkinnedModel NUMBERED_BOTH_WAYS = new Figure()
            .bone("torso", null, 0, 1)
            .bone("head", "torso", 0, 1.3)
            .bone("arm_L_3", "torso", 0.2, 1)
            .bone("arm_R_1", "torso", -0.2, 1)
            .bone("arm_L_2", "arm_L_3", 0.5, 1)
            .bone("arm_R_2", "arm_R_1", -0.5, 1)
            .bone("arm_L_1", "arm_L_2", 0.8, 1)
            .bone("arm_R_3", "arm_R_2", -0.8, 1)
            .model();

    @ParameterizedTest
    @EnumSource(Edit.Side.class)
    void clearPositionsWinOverNames(Edit.Side side) {
        SkinnedModel after = edited(NUMBERED_BOTH_WAYS, new Edit.Symmetrize(side));
        assertThat(moved(NUMBERED_BOTH_WAYS, after)).isLessThan(EXACT);
        assertThat(after.skeleton().names())
                .isEqualTo(NUMBERED_BOTH_WAYS.skeleton().names());
        assertThat(parent(after, "arm_R_3")).isEqualTo("arm_R_2");
        assertThat(parent(after, "arm_R_2")).isEqualTo("arm_R_1");
        assertThat(joint(after, "arm_R_3")[0]).isCloseTo(-0.8, within(EXACT));
    }

    @Test
    void namesFollowThePosition() {
        SkinnedModel after = edited(NUMBERED_BOTH_WAYS, new Edit.MirrorNames());
        assertThat(after.skeleton().names())
                .containsExactly("torso", "head", "arm_L_3", "arm_R_3", "arm_L_2", "arm_R_2", "arm_L_1", "arm_R_1");
    }

    /** A moved joint does not change the counterpart, because the bone's vertices stay. */
    @Test
    void aMovedJointKeepsItsCounterpart() {
        SkinnedModel named = edited(NUMBERED_BOTH_WAYS, new Edit.MirrorNames());
        SkinnedModel after = edited(
                named, new Edit.MoveJoint("arm_R_2", new Edit.Point(-0.8, 1, 0)), new Edit.Symmetrize(Edit.Side.LEFT));
        assertThat(after.skeleton())
                .usingRecursiveComparison()
                .isEqualTo(edited(named, new Edit.Symmetrize(Edit.Side.LEFT)).skeleton());
    }

    /** The left arm has an additional bone. */
    private static SkinnedModel longerArm() {
        return new Figure()
                .bone("torso", null, 0, 1)
                .bone("head", "torso", 0, 1.3)
                .bone("upper", "torso", 0.2, 1)
                .bone("other", "torso", -0.2, 1)
                .cube(-0.4, 1)
                .bone("twist", "upper", 0.35, 1)
                .bone("fore", "twist", 0.5, 1)
                .bone("farther", "other", -0.5, 1)
                .bone("hand", "fore", 0.8, 1)
                .bone("last", "farther", -0.8, 1)
                .model();
    }

    @Test
    void bonesAtTheSamePositionKeepTheirMotionIfTreesDiffer() {
        SkinnedModel before = longerArm();
        SkinnedModel after = edited(before, new Edit.Symmetrize(Edit.Side.LEFT));
        assertThat(after.skeleton().names())
                .contains("other", "farther", "last", "twist_right")
                .hasSize(before.boneCount() + 1);
        assertThat(parent(after, "farther")).isEqualTo("twist_right");
        assertThat(parent(after, "twist_right")).isEqualTo("other");
        assertThat(height(after, "farther")).isEqualTo(height(before, "farther"));
        assertThat(height(after, "twist_right")).isEqualTo(height(before, "other"));
        assertThat(moved(before, after)).isLessThan(EXACT);
    }

    @Test
    void removesBonesWithoutACounterpart() {
        SkinnedModel after = edited(longerArm(), new Edit.Symmetrize(Edit.Side.RIGHT));
        assertThat(after.skeleton().names())
                .containsExactlyInAnyOrder("torso", "head", "upper", "other", "fore", "farther", "hand", "last");
        assertThat(parent(after, "fore")).isEqualTo("upper");
        assertThat(height(after, "fore")).isEqualTo(height(longerArm(), "fore"));
    }

    /** The same cubes under other bones: new bones move as the previous ones there did. */
    @Test
    void newBonesMoveLikeThePreviousOnes() {
        SkinnedModel before = new Figure()
                .bone("torso", null, 0, 1)
                .bone("fin", "torso", 0.3, 1)
                .bone("flap", "torso", -0.9, 1.4)
                .cube(-0.35, 1)
                .cube(-0.95, 1.4)
                .bone("tip", "torso", 0.9, 1.4)
                .model();
        SkinnedModel after = edited(before, new Edit.Symmetrize(Edit.Side.LEFT));
        assertThat(after.skeleton().names()).containsExactlyInAnyOrder("torso", "fin", "tip", "flap", "fin_right");
        assertThat(height(after, "fin_right")).isEqualTo(height(before, "flap"));
        assertThat(moved(before, after)).isLessThan(EXACT);
    }

    private static SkinnedModel walker() {
        return new Figure()
                .bone("hips", null, 0, 1)
                .bone("spine", "hips", 0, 1.3)
                .bone("head", "spine", 0, 1.6)
                .bone("leg_left", "hips", 0.15, 0.8)
                .bone("leg_right", "hips", -0.15, 0.8)
                .bone("foot_left", "leg_left", 0.15, 0.4)
                .bone("foot_right", "leg_right", -0.15, 0.4)
                .model();
    }

    /** Bones on the plane are their own counterparts whatever the root is, and the root is not changed. */
    @ParameterizedTest
    @EnumSource(Edit.Side.class)
    void acceptsARootOnOneSide(Edit.Side side) {
        SkinnedModel before = walker();
        SkinnedModel rooted = edited(before, new Edit.Root("foot_left"));
        SkinnedModel after = edited(rooted, new Edit.Symmetrize(side));
        assertThat(after.skeleton().names()).isEqualTo(rooted.skeleton().names());
        assertThat(after.skeleton().parents()).isEqualTo(rooted.skeleton().parents());
        assertThat(after.skeleton().pivots()).containsExactly(rooted.skeleton().pivots(), within(EXACT));
        assertThat(moved(before, after)).isLessThan(EXACT);
        SkinnedModel named = edited(
                rooted, new Edit.Rename("leg_left", "thigh_left"), new Edit.MirrorNames(), new Edit.Root("hips"));
        assertThat(parent(named, "foot_right")).isEqualTo("thigh_right");
        assertThat(parent(named, "thigh_right")).isEqualTo("hips");
    }

    /** Weights that a removed limb left to its parent go back to the new bones. */
    @Test
    void restoresARemovedLimb() {
        SkinnedModel before = NUMBERED_BOTH_WAYS;
        SkinnedModel after = edited(
                before,
                new Edit.Remove("arm_L_1"),
                new Edit.Remove("arm_L_2"),
                new Edit.Remove("arm_L_3"),
                new Edit.Symmetrize(Edit.Side.RIGHT));
        assertThat(after.skeleton().names())
                .containsExactlyInAnyOrderElementsOf(before.skeleton().names());
        assertThat(parent(after, "arm_L_1")).isEqualTo("torso");
        assertThat(parent(after, "head")).isEqualTo("torso");
        assertThat(parent(after, "torso")).isNull();
        SkinnedModel below = new Figure()
                .bone("hips", null, 0, 0.7)
                .bone("torso", "hips", 0, 1)
                .bone("arm_L", "torso", 0.2, 1)
                .bone("arm_R", "torso", -0.2, 1)
                .bone("hand_L", "arm_L", 0.5, 1)
                .bone("hand_R", "arm_R", -0.5, 1)
                .model();
        SkinnedModel again = edited(
                below, new Edit.Remove("hand_L"), new Edit.Remove("arm_L"), new Edit.Symmetrize(Edit.Side.RIGHT));
        assertThat(again.skeleton().names())
                .containsExactlyInAnyOrderElementsOf(below.skeleton().names());
        assertThat(parent(again, "arm_L")).isEqualTo("torso");
        assertThat(joint(again, "hand_L")[0]).isCloseTo(0.5, within(EXACT));
    }

    @Test
    void recognisesSidesInNames() {
        assertThat(BoneNameWords.otherSide("limb1_left_2")).contains("limb1_right_2");
        assertThat(BoneNameWords.otherSide("mixamorig:LeftUpLeg")).contains("mixamorig:RightUpLeg");
        assertThat(BoneNameWords.otherSide("hand.R")).contains("hand.L");
        assertThat(BoneNameWords.otherSide("Bip01 L Foot")).contains("Bip01 R Foot");
        assertThat(BoneNameWords.otherSide("rightEye")).contains("leftEye");
        assertThat(BoneNameWords.otherSide("spine")).isEmpty();
        assertThat(BoneNameWords.otherSide("cleft")).isEmpty();
        assertThat(BoneNameWords.otherSide("bright")).isEmpty();
        assertThat(BoneNameWords.otherSide("tail_3")).isEmpty();
    }
}
