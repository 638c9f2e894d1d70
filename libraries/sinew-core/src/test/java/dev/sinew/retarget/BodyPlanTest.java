package dev.sinew.retarget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The names of many programs: every part that VRM requires is found. */
class BodyPlanTest {
    /** Hips, two bones of the trunk, neck, head; then leg of three bones and arm of four of each side. */
    private static final int[] PARENTS = {-1, 0, 1, 2, 3, 0, 5, 6, 2, 8, 9, 10, 0, 12, 13, 2, 15, 16, 17};

    static Stream<Arguments> names() {
        return Stream.of(
                both(
                        "mixamo",
                        "mixamorig:Hips",
                        "mixamorig:Spine",
                        "mixamorig:Spine1",
                        "mixamorig:Neck",
                        "mixamorig:Head",
                        "mixamorig:%sUpLeg",
                        "mixamorig:%sLeg",
                        "mixamorig:%sFoot",
                        "mixamorig:%sShoulder",
                        "mixamorig:%sArm",
                        "mixamorig:%sForeArm",
                        "mixamorig:%sHand",
                        "Left",
                        "Right"),
                both(
                        "unreal",
                        "pelvis",
                        "spine_01",
                        "spine_02",
                        "neck_01",
                        "head",
                        "thigh_%s",
                        "calf_%s",
                        "foot_%s",
                        "clavicle_%s",
                        "upperarm_%s",
                        "lowerarm_%s",
                        "hand_%s",
                        "l",
                        "r"),
                both(
                        "vrm",
                        "J_Bip_C_Hips",
                        "J_Bip_C_Spine",
                        "J_Bip_C_Chest",
                        "J_Bip_C_Neck",
                        "J_Bip_C_Head",
                        "J_Bip_%s_UpperLeg",
                        "J_Bip_%s_LowerLeg",
                        "J_Bip_%s_Foot",
                        "J_Bip_%s_Shoulder",
                        "J_Bip_%s_UpperArm",
                        "J_Bip_%s_LowerArm",
                        "J_Bip_%s_Hand",
                        "L",
                        "R"),
                both(
                        "biped",
                        "Bip01 Pelvis",
                        "Bip01 Spine",
                        "Bip01 Spine1",
                        "Bip01 Neck",
                        "Bip01 Head",
                        "Bip01 %s Thigh",
                        "Bip01 %s Calf",
                        "Bip01 %s Foot",
                        "Bip01 %s Clavicle",
                        "Bip01 %s UpperArm",
                        "Bip01 %s Forearm",
                        "Bip01 %s Hand",
                        "L",
                        "R"),
                both(
                        "daz",
                        "hip",
                        "abdomenLower",
                        "chestUpper",
                        "neckLower",
                        "head",
                        "%sThighBend",
                        "%sShin",
                        "%sFoot",
                        "%sCollar",
                        "%sShldrBend",
                        "%sForearmBend",
                        "%sHand",
                        "l",
                        "r"),
                both(
                        "rigify",
                        "DEF-spine",
                        "DEF-spine.001",
                        "DEF-spine.002",
                        "DEF-neck",
                        "DEF-head",
                        "DEF-thigh.%s",
                        "DEF-shin.%s",
                        "DEF-foot.%s",
                        "DEF-shoulder.%s",
                        "DEF-upper_arm.%s",
                        "DEF-forearm.%s",
                        "DEF-hand.%s",
                        "L",
                        "R"),
                both(
                        "auto-rig pro",
                        "root.x",
                        "spine_01.x",
                        "spine_02.x",
                        "neck.x",
                        "head.x",
                        "thigh_stretch.%s",
                        "leg_stretch.%s",
                        "foot.%s",
                        "shoulder.%s",
                        "arm_stretch.%s",
                        "forearm_stretch.%s",
                        "hand.%s",
                        "l",
                        "r"),
                both(
                        "character creator",
                        "CC_Base_Hip",
                        "CC_Base_Waist",
                        "CC_Base_Spine01",
                        "CC_Base_NeckTwist01",
                        "CC_Base_Head",
                        "CC_Base_%s_Thigh",
                        "CC_Base_%s_Calf",
                        "CC_Base_%s_Foot",
                        "CC_Base_%s_Clavicle",
                        "CC_Base_%s_Upperarm",
                        "CC_Base_%s_Forearm",
                        "CC_Base_%s_Hand",
                        "L",
                        "R"),
                both(
                        "asf",
                        "root",
                        "lowerback",
                        "thorax",
                        "lowerneck",
                        "head",
                        "%sfemur",
                        "%stibia",
                        "%sfoot",
                        "%sclavicle",
                        "%shumerus",
                        "%sradius",
                        "%shand",
                        "l",
                        "r"),
                both(
                        "old bvh",
                        "Hips",
                        "Chest",
                        "Chest2",
                        "Neck",
                        "Head",
                        "%sHip",
                        "%sKnee",
                        "%sAnkle",
                        "%sCollar",
                        "%sShoulder",
                        "%sElbow",
                        "%sWrist",
                        "Left",
                        "Right"),
                both(
                        "ours",
                        "hips",
                        "spine_1",
                        "spine_2",
                        "neck_1",
                        "head",
                        "leg_%s_1",
                        "leg_%s_2",
                        "leg_%s_3",
                        "arm_%s_1",
                        "arm_%s_2",
                        "arm_%s_3",
                        "arm_%s_4",
                        "left",
                        "right"));
    }

    private static Arguments both(String program, String... words) {
        String left = words[words.length - 2];
        String right = words[words.length - 1];
        List<String> middle = List.of(words).subList(0, 5);
        List<String> side = List.of(words).subList(5, words.length - 2);
        List<String> all = Stream.of(
                        middle.stream(),
                        side.stream().map(word -> word.formatted(left)),
                        side.stream().map(word -> word.formatted(right)))
                .flatMap(each -> each)
                .toList();
        return Arguments.of(program, all);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("names")
    void findsEveryRequiredPartByName(String program, List<String> names) {
        Skeleton skeleton = new Skeleton(names, PARENTS, new double[3 * names.size()]);
        BodyPlan plan = BodyPlan.byNames(skeleton, PARENTS).orElseThrow();
        assertThat(plan.roles().keySet()).containsAll(BodyPlan.REQUIRED);
        assertThat(List.of(
                        plan.roles().get("hips"),
                        plan.roles().get("head"),
                        plan.roles().get("leftUpperLeg"),
                        plan.roles().get("leftFoot"),
                        plan.roles().get("leftUpperArm"),
                        plan.roles().get("leftHand"),
                        plan.roles().get("rightUpperLeg"),
                        plan.roles().get("rightLowerArm")))
                .containsExactly(0, 4, 5, 7, 9, 11, 12, 17);
    }
}
