package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.edit.Edit;
import dev.sinew.edit.EditState;
import dev.sinew.measure.BoneRegions;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import dev.sinew.sample.catalogue.Samples;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.skin.LinearSkinning;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EditTest {
    private static final SkinnedModel BIPED =
            Samples.modelNamed("biped").orElseThrow().make(600);

    private static SkinnedModel edited(Edit... edits) {
        return EditState.of(BIPED).with(List.of(edits)).model();
    }

    /** The largest displacement of any vertex in any clip, as a fraction of the size. */
    private static double moved(SkinnedModel before, SkinnedModel after) {
        double most = 0;
        for (int c = 0; c < before.clips().size(); c++) {
            Clip a = before.clips().get(c);
            Clip b = after.clips().get(c);
            for (int f = 0; f < a.motion().frameCount(); f++) {
                most = Math.max(most, moved(before, a, after, b, f));
            }
        }
        return most / Box.around(before.rest().positions()).diagonal();
    }

    private static double moved(SkinnedModel before, Clip a, SkinnedModel after, Clip b, int f) {
        double[] p = new double[3 * before.vertexCount()];
        double[] q = new double[p.length];
        new LinearSkinning(before).positions(a.motion(), f, p);
        new LinearSkinning(after).positions(b.motion(), f, q);
        double most = 0;
        for (int k = 0; k < p.length; k++) {
            most = Math.max(most, Math.abs(p[k] - q[k]));
        }
        return most;
    }

    private static int bone(SkinnedModel model, String name) {
        return model.skeleton().names().indexOf(name);
    }

    private static String parent(SkinnedModel model, String name) {
        int p = model.skeleton().parents()[bone(model, name)];
        return p == Skeleton.NONE ? null : model.skeleton().names().get(p);
    }

    private static double[] joint(SkinnedModel model, String name) {
        return model.skeleton().pivot(bone(model, name));
    }

    private static double total(SkinnedModel model, String name) {
        return model.weights().totals(model.boneCount())[bone(model, name)];
    }

    @Test
    void namesParentsAndRootsMoveNoVertex() {
        SkinnedModel after = edited(
                new Edit.Rename("head", "skull"),
                new Edit.Parent("hand_left", "arm_left"),
                new Edit.Root("shin_right"),
                new Edit.MirrorNames(),
                new Edit.MoveJoint("foot_left", new Edit.Point(0.2, 0.1, 0)),
                new Edit.Split("chest"),
                new Edit.Root("skull"));
        assertThat(moved(BIPED, after)).isLessThan(1e-6);
        assertThat(after.boneCount()).isEqualTo(BIPED.boneCount() + 1);
        assertThat(parent(after, "skull")).isNull();
        assertThat(parent(after, "hand_left")).isEqualTo("arm_left");
        assertThat(joint(after, "foot_left")).containsExactly(0.2, 0.1, 0);
    }

    /** The joint between two bones does not depend on the root. */
    @Test
    void changingTheRootKeepsJoints() {
        SkinnedModel after = edited(new Edit.Root("chest"));
        assertThat(parent(after, "spine")).isEqualTo("chest");
        assertThat(parent(after, "hips")).isEqualTo("spine");
        assertThat(joint(after, "spine")).isEqualTo(joint(BIPED, "chest"));
        assertThat(joint(after, "hips")).isEqualTo(joint(BIPED, "spine"));
        assertThat(joint(after, "thigh_left")).isEqualTo(joint(BIPED, "thigh_left"));
        assertThat(after.skeleton().parents()[0]).isEqualTo(Skeleton.NONE);
    }

    /** Sinew's rigs have a root that only has translation and no vertices. */
    @Test
    void helperRootStaysRoot() {
        SkinnedModel rig = carried(BIPED);
        SkinnedModel after =
                EditState.of(rig).with(List.of(new Edit.Root("spine"))).model();
        assertThat(moved(rig, after)).isLessThan(1e-6);
        assertThat(after.skeleton().names().get(0)).isEqualTo("carrier");
        assertThat(parent(after, "spine")).isEqualTo("carrier");
        assertThat(parent(after, "hips")).isEqualTo("spine");
        assertThat(joint(after, "carrier")).isEqualTo(joint(BIPED, "spine"));
        Clip clip = after.clips().get(0);
        double[] m = clip.motion().matrices();
        int carrier = clip.motion().offset(5, 0);
        int spine = clip.motion().offset(5, bone(after, "spine"));
        double[] c = joint(after, "spine");
        for (int r = 0; r < 3; r++) {
            double there = m[spine + 4 * r + 3];
            for (int x = 0; x < 3; x++) {
                there += m[spine + 4 * r + x] * c[x];
            }
            assertThat(c[r] + m[carrier + 4 * r + 3]).isCloseTo(there, within(1e-9));
            assertThat(m[carrier + 5 * r]).isEqualTo(1);
        }
    }

    /** The same model with an additional static root. */
    private static SkinnedModel carried(SkinnedModel model) {
        Skeleton s = model.skeleton();
        List<String> names = new ArrayList<>(s.names());
        names.add(0, "carrier");
        int[] parents = new int[names.size()];
        parents[0] = Skeleton.NONE;
        for (int j = 1; j < parents.length; j++) {
            parents[j] = s.parents()[j - 1] + 1;
        }
        double[] pivots = new double[3 * parents.length];
        System.arraycopy(s.pivots(), 0, pivots, 3, s.pivots().length);
        System.arraycopy(s.pivots(), 0, pivots, 0, 3);
        int[] bones = Arrays.stream(model.weights().bones()).map(j -> j + 1).toArray();
        List<Clip> clips = model.clips().stream().map(EditTest::carried).toList();
        return new SkinnedModel(
                model.rest(),
                SkinWeights.of(
                        model.weights().influences(), bones, model.weights().weights()),
                new Skeleton(names, parents, pivots),
                BoneType.RIGID,
                clips);
    }

    private static Clip carried(Clip clip) {
        BoneMotion motion = clip.motion();
        int bones = motion.boneCount() + 1;
        double[] matrices = new double[motion.frameCount() * bones * 12];
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int r = 0; r < 3; r++) {
                matrices[f * bones * 12 + 5 * r] = 1;
            }
            System.arraycopy(motion.matrices(), motion.offset(f, 0), matrices, (f * bones + 1) * 12, (bones - 1) * 12);
        }
        return new Clip(clip.name(), clip.framesPerSecond(), new BoneMotion(bones, motion.frameCount(), matrices));
    }

    @Test
    void removedBoneGivesWeightsAndChildrenToItsParent() {
        SkinnedModel after = edited(new Edit.Remove("shin_left"));
        assertThat(after.skeleton().names()).doesNotContain("shin_left").hasSize(BIPED.boneCount() - 1);
        assertThat(parent(after, "foot_left")).isEqualTo("thigh_left");
        assertThat(total(after, "thigh_left"))
                .isCloseTo(total(BIPED, "thigh_left") + total(BIPED, "shin_left"), within(1e-6));
    }

    @Test
    void nearestChildReplacesRemovedRoot() {
        SkinnedModel after = edited(new Edit.Remove("hips"));
        long roots = Arrays.stream(after.skeleton().parents())
                .filter(p -> p == Skeleton.NONE)
                .count();
        assertThat(roots).isOne();
        String top = after.skeleton().names().get(0);
        assertThat(top).isIn("spine", "thigh_left", "thigh_right");
        assertThat(total(after, top)).isCloseTo(total(BIPED, top) + total(BIPED, "hips"), within(1e-6));
    }

    /** A parent without vertices gets no weights: it may be a helper node that never rotates. */
    @Test
    void weightsNeverGoToABoneWithoutVertices() {
        SkinnedModel rig = carried(BIPED);
        SkinnedModel after =
                EditState.of(rig).with(List.of(new Edit.Remove("hips"))).model();
        assertThat(total(after, "carrier")).isZero();
        assertThat(parent(after, "spine")).isEqualTo("carrier");
    }

    @Test
    void mergingTakesOverWeightsChildrenAndPosition() {
        SkinnedModel down = edited(new Edit.Merge("chest", "neck"));
        assertThat(parent(down, "head")).isEqualTo("chest");
        assertThat(total(down, "chest")).isCloseTo(total(BIPED, "chest") + total(BIPED, "neck"), within(1e-6));
        SkinnedModel up = edited(new Edit.Merge("neck", "chest"));
        assertThat(parent(up, "neck")).isEqualTo("spine");
        assertThat(joint(up, "neck")).isEqualTo(joint(BIPED, "chest"));
        assertThat(parent(up, "arm_left")).isEqualTo("shoulder_left");
        assertThat(parent(up, "shoulder_left")).isEqualTo("neck");
        SkinnedModel apart = edited(new Edit.Merge("head", "hips"));
        assertThat(parent(apart, "head")).isNull();
        assertThat(parent(apart, "spine")).isEqualTo("head");
        assertThat(parent(apart, "neck")).isEqualTo("chest");
    }

    @Test
    void splitsBoneHalfwayToItsChild() {
        SkinnedModel after = edited(new Edit.Split("shin_left"));
        assertThat(moved(BIPED, after)).isLessThan(1e-6);
        assertThat(parent(after, "shin_left_tip")).isEqualTo("shin_left");
        assertThat(parent(after, "foot_left")).isEqualTo("shin_left_tip");
        double middle = (joint(BIPED, "shin_left")[1] + joint(BIPED, "foot_left")[1]) / 2;
        assertThat(joint(after, "shin_left_tip")[1]).isCloseTo(middle, within(0.05));
        assertThat(total(after, "shin_left_tip"))
                .isBetween(0.2 * total(BIPED, "shin_left"), 0.8 * total(BIPED, "shin_left"));
        assertThat(after.weights().influences()).isEqualTo(BIPED.weights().influences());
    }

    @Test
    void mirrorsNames() {
        SkinnedModel after = edited(
                new Edit.Rename("arm_left", "upperarm_left"),
                new Edit.Rename("hand_left", "Fist.L"),
                new Edit.Rename("foot_left", "l_foot"),
                new Edit.MirrorNames());
        assertThat(after.skeleton().names())
                .contains("upperarm_right", "Fist.R", "r_foot")
                .doesNotContain("arm_right", "hand_right");
        assertThat(parent(after, "upperarm_right")).isEqualTo("shoulder_right");
    }

    @Test
    void symmetrizesOneSideFromTheOther() {
        SkinnedModel mannequin = new Mannequin().rigged(2500, 1);
        SkinnedModel after = EditState.of(mannequin)
                .with(List.of(
                        new Edit.MoveJoint("shin_right", new Edit.Point(1, 0.2, 0.3)),
                        new Edit.Remove("hand_right"),
                        new Edit.Parent("foot_right", "pelvis"),
                        new Edit.Split("thigh_right"),
                        new Edit.Symmetrize(Edit.Side.LEFT)))
                .model();
        assertThat(after.skeleton().names())
                .containsExactlyInAnyOrderElementsOf(mannequin.skeleton().names());
        for (String name : mannequin.skeleton().names()) {
            if (name.endsWith("_left")) {
                String image = name.replace("_left", "_right");
                double[] l = joint(after, name);
                double[] r = joint(after, image);
                assertThat(Math.abs(l[0] + r[0])).as(image).isLessThan(1e-2);
                assertThat(r[1]).as(image).isCloseTo(l[1], within(1e-2));
                assertThat(parent(after, image)).isEqualTo(parent(after, name).replace("_left", "_right"));
                assertThat(total(after, image))
                        .as(image)
                        .isCloseTo(total(after, name), within(0.02 * after.vertexCount()));
            }
        }
    }

    /** The right arm has a small region on the left of the belly, which neither the left side nor its mirror image may keep. */
    @Test
    void symmetrizingRemovesStrayRegions() {
        SkinnedModel given = BIPED;
        int arm = given.skeleton().names().indexOf("arm_right");
        int k = given.weights().influences();
        int[] bones = given.weights().bones().clone();
        double[] weights = given.weights().weights().clone();
        float[] p = given.rest().positions();
        for (int i = 0; i < given.vertexCount(); i++) {
            if (p[3 * i] > 0.03 && p[3 * i] < 0.09 && Math.abs(p[3 * i + 1] - 1.1) < 0.06) {
                Arrays.fill(weights, i * k, (i + 1) * k, 0);
                weights[i * k] = 0.6;
                weights[i * k + 1] = 0.4;
                bones[i * k + 1] = arm;
            }
        }
        SkinnedModel spotted = given.withWeights(SkinWeights.of(k, bones, weights));
        double before = BoneRegions.of(given).mean();
        assertThat(BoneRegions.of(spotted).mean()).isGreaterThan(before);
        SkinnedModel after = EditState.of(spotted)
                .with(List.of(new Edit.Symmetrize(Edit.Side.LEFT)))
                .model();
        assertThat(BoneRegions.of(after).mean()).isLessThanOrEqualTo(before);
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void randomEditsKeepTheModelValid(long seed) {
        Random random = new Random(seed);
        EditState at = EditState.of(BIPED);
        for (int k = 0; k < 25; k++) {
            List<String> names = at.model().skeleton().names();
            String a = names.get(random.nextInt(names.size()));
            String b = names.get(random.nextInt(names.size()));
            List<Edit> choices = List.of(
                    new Edit.Remove(a),
                    new Edit.Merge(a, b),
                    new Edit.Split(a),
                    new Edit.Parent(a, b),
                    new Edit.Root(a),
                    new Edit.Rename(a, "x" + k),
                    new Edit.MirrorNames(),
                    new Edit.Symmetrize(Edit.Side.RIGHT),
                    new Edit.MoveJoint(a, new Edit.Point(0, k, 0)),
                    new Edit.Lock(a));
            try {
                at = choices.get(random.nextInt(choices.size())).apply(at);
            } catch (InvalidInputException rejected) {
                assertThat(rejected.getMessage()).isNotBlank();
            }
            assertThat(at.model().skeleton().names()).doesNotHaveDuplicates();
            assertThat(at.model().skeleton().names()).containsAll(at.locked());
        }
        // The records check the rest: parents before children, weights with valid bones, clips with all bones.
        assertThat(Arrays.stream(at.model().weights().totals(at.model().boneCount()))
                        .sum())
                .isCloseTo(BIPED.vertexCount(), within(1e-6));
    }

    @Test
    void rejectsInvalidEditsWithAMessage() {
        rejected(new Edit.Remove("nobody"), "no bone 'nobody'; bones: hips, spine");
        rejected(new Edit.Parent("spine", "head"), "spine cannot be a child of head: that is its descendant");
        rejected(new Edit.Parent("head", "head"), "head cannot be a child of head: it is the same bone");
        rejected(new Edit.Merge("head", "head"), "a bone cannot be merged with itself");
        rejected(new Edit.Rename("head", "hips"), "head cannot be renamed to hips: that name is taken");
        rejected(new Edit.Rename("head", " "), "must not be blank");
        assertThatThrownBy(() -> new Edit.Point(0, Double.NaN, 0)).hasMessageContaining("three finite numbers");
        EditState one = EditState.of(BIPED);
        while (one.model().boneCount() > 1) {
            one = new Edit.Remove(one.model().skeleton().names().get(0)).apply(one);
        }
        EditState last = one;
        assertThatThrownBy(() -> last.with(
                        List.of(new Edit.Remove(last.model().skeleton().names().get(0)))))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining("is the last bone");
    }

    private static void rejected(Edit edit, String sentence) {
        assertThatThrownBy(() -> edit.apply(EditState.of(BIPED)))
                .isInstanceOf(InvalidInputException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void locksFollowNames() {
        EditState after = EditState.of(BIPED).with(List.of(new Edit.Lock("head"), new Edit.Rename("head", "skull")));
        assertThat(after.locked()).isEqualTo(Set.of("skull"));
        assertThat(after.with(List.of(new Edit.Remove("skull"))).locked()).isEmpty();
    }
}
