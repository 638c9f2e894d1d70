package dev.sinew.edit;

import static dev.sinew.edit.Figure.edited;
import static dev.sinew.edit.Figure.height;
import static dev.sinew.edit.Figure.joint;
import static dev.sinew.edit.Figure.parent;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import org.junit.jupiter.api.Test;

/** End joints are created, removed and renamed with their bone. */
class EndJointEditTest {
    private static final SkinnedModel FIGURE = new Figure()
            .bone("hips", null, 0, 1)
            .bone("head", "hips", 0, 1.3)
            .bone("leg_left", "hips", 0.2, 0.8)
            .bone("leg_right", "hips", -0.2, 0.8)
            .bone("foot_left", "leg_left", 0.3, 0.4)
            .bone("foot_right", "leg_right", -0.3, 0.4)
            .joint("head_end", "head", 0, 1.4)
            .joint("foot_left_end", "foot_left", 0.4, 0.3)
            .joint("foot_right_end", "foot_right", -0.4, 0.3)
            .joint("hat", "head", 0, 1.4)
            .model();

    /** The limb ends at its last bone again, and the end moves with it. */
    private static void endsAt(SkinnedModel model, String bone, double... place) {
        String end = bone + "_end";
        assertThat(model.skeleton().names()).contains(end);
        assertThat(parent(model, end)).isEqualTo(bone);
        assertThat(joint(model, end)).containsExactly(place);
        assertThat(height(model, end)).isEqualTo(height(model, bone));
    }

    @Test
    void theEndOfARemovedBoneGoesToItsParent() {
        SkinnedModel after = edited(FIGURE, new Edit.Remove("foot_left"));
        assertThat(after.skeleton().names())
                .containsExactly(
                        "hips",
                        "head",
                        "leg_left",
                        "leg_right",
                        "foot_right",
                        "head_end",
                        "leg_left_end",
                        "foot_right_end",
                        "hat");
        endsAt(after, "leg_left", 0.4, 0.3, 0);
    }

    /** A bone that has other children has no end; joints with other names may carry something. */
    @Test
    void removesTheEndIfTheParentHasOtherChildren() {
        SkinnedModel after = edited(FIGURE, new Edit.Remove("head"));
        assertThat(after.skeleton().names()).doesNotContain("head", "head_end", "hips_end");
        assertThat(parent(after, "hat")).isEqualTo("hips");
    }

    @Test
    void theEndOfAMergedBoneFollows() {
        endsAt(edited(FIGURE, new Edit.Merge("leg_left", "foot_left")), "leg_left", 0.4, 0.3, 0);
        endsAt(edited(FIGURE, new Edit.Merge("foot_left", "leg_left")), "foot_left", 0.4, 0.3, 0);
        SkinnedModel feet = edited(FIGURE, new Edit.Merge("foot_left", "foot_right"));
        endsAt(feet, "foot_left", 0.4, 0.3, 0);
        // The right leg ends where its foot began.
        endsAt(feet, "leg_right", -0.3, 0.4, 0);
        assertThat(feet.skeleton().names()).doesNotContain("foot_right_end");
    }

    @Test
    void anEndIsRenamedWithItsBone() {
        SkinnedModel after = edited(FIGURE, new Edit.Rename("head", "skull"), new Edit.Rename("hat", "skull_hat"));
        assertThat(after.skeleton().names())
                .contains("skull", "skull_end", "skull_hat")
                .doesNotContain("head_end");
        SkinnedModel own = edited(FIGURE, new Edit.Rename("head_end", "top_end"), new Edit.Rename("head", "skull"));
        assertThat(own.skeleton().names()).contains("skull", "top_end");
        SkinnedModel mirrored = edited(FIGURE, new Edit.Rename("foot_left", "paw.L"), new Edit.MirrorNames());
        assertThat(mirrored.skeleton().names()).contains("paw.L_end", "paw.R", "paw.R_end");
    }

    @Test
    void theSecondHalfOfASplitBoneHasTheEnd() {
        SkinnedModel after = edited(FIGURE, new Edit.Split("foot_left"));
        assertThat(parent(after, "foot_left_tip_end")).isEqualTo("foot_left_tip");
        assertThat(after.skeleton().names()).doesNotContain("foot_left_end");
    }

    @Test
    void endsAreMirroredWithTheirBones() {
        SkinnedModel after = edited(
                FIGURE,
                new Edit.Remove("foot_right"),
                new Edit.Rename("foot_left", "paw"),
                new Edit.Symmetrize(Edit.Side.LEFT));
        assertThat(after.skeleton().names())
                .containsExactlyInAnyOrder(
                        "hips",
                        "head",
                        "leg_left",
                        "leg_right",
                        "paw",
                        "paw_right",
                        "head_end",
                        "paw_end",
                        "paw_right_end",
                        "hat");
        assertThat(parent(after, "paw_right_end")).isEqualTo("paw_right");
        assertThat(parent(after, "paw_right")).isEqualTo("leg_right");
    }

    /** The right foot was merged into the left one, so the right leg ends: that end is not the counterpart of a foot on the plane. */
    @Test
    void endsAreNotCounterpartsOfBones() {
        SkinnedModel after =
                edited(FIGURE, new Edit.Merge("foot_left", "foot_right"), new Edit.Symmetrize(Edit.Side.LEFT));
        assertThat(after.skeleton().names())
                .containsExactlyInAnyOrder(
                        "hips", "head", "leg_left", "leg_right", "foot_left", "head_end", "foot_left_end", "hat");
    }

    @Test
    void acceptsAnEndAsRoot() {
        SkinnedModel rooted = edited(FIGURE, new Edit.Root("foot_right_end"));
        SkinnedModel after = edited(rooted, new Edit.Symmetrize(Edit.Side.LEFT));
        assertThat(after.skeleton().names())
                .containsExactlyInAnyOrderElementsOf(FIGURE.skeleton().names());
        assertThat(parent(after, "foot_right_end")).isNull();
        assertThat(parent(after, "foot_right")).isEqualTo("foot_right_end");
        assertThat(parent(after, "foot_left")).isEqualTo("leg_left");
    }

    @Test
    void doesNotCountEndsAsRemainingBones() {
        SkinnedModel one = new Figure()
                .bone("all", null, 0, 1)
                .joint("all_end", "all", 0, 1.1)
                .model();
        assertThatThrownBy(() -> edited(one, new Edit.Remove("all")))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("all is the last bone; a model needs at least one");
        assertThat(edited(one, new Edit.Remove("all_end")).skeleton().names()).containsExactly("all");
    }
}
