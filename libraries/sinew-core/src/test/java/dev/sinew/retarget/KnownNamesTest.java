package dev.sinew.retarget;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Skeletons as programs export them, with twist bones, fingers, faces and controls, in the programs' own hierarchy. */
class KnownNamesTest {
    private static final Map<String, String> TREES = Map.of(
            "unreal",
            "root(pelvis(spine_01(spine_02(spine_03(spine_04(spine_05("
                    + "clavicle_@(upperarm_@(upperarm_twist_01_@ upperarm_twist_02_@ lowerarm_@(lowerarm_twist_01_@"
                    + " hand_@(index_metacarpal_@(index_01_@(index_02_@(index_03_@))) thumb_01_@(thumb_02_@)))))"
                    + " neck_01(neck_02(head))))))) thigh_@(thigh_twist_01_@ calf_@(calf_twist_01_@ foot_@(ball_@))))"
                    + " ik_foot_root(ik_foot_l ik_foot_r) ik_hand_root(ik_hand_gun(ik_hand_l ik_hand_r)))",
            "rigify",
            "root(DEF-spine(DEF-spine.001(DEF-spine.002(DEF-spine.003(DEF-spine.004(DEF-spine.005(DEF-spine.006("
                    + "DEF-ear.@ DEF-jaw)))"
                    + " DEF-shoulder.@(DEF-upper_arm.@(DEF-upper_arm.@.001(DEF-forearm.@(DEF-forearm.@.001(DEF-hand.@("
                    + "DEF-palm.01.@(DEF-f_index.01.@(DEF-f_index.02.@)) DEF-thumb.01.@))))))"
                    + " DEF-breast.@))) DEF-pelvis.@ DEF-thigh.@(DEF-thigh.@.001(DEF-shin.@(DEF-shin.@.001(DEF-foot.@(DEF-toe.@)))))))",
            "auto-rig pro",
            "root.x(spine_01.x(spine_02.x(spine_03.x(neck.x(head.x(jawbone.x c_eye.@))"
                    + " shoulder.@(arm_stretch.@(arm_twist.@ forearm_stretch.@(forearm_twist.@ hand.@(c_index1_base.@(index1.@)"
                    + " thumb1.@))))))) thigh_stretch.@(thigh_twist.@ leg_stretch.@(leg_twist.@ foot.@(toes_01.@))))",
            "humanik",
            "Character1_Reference(Character1_Hips(Character1_Spine(Character1_Spine1(Character1_Spine2("
                    + "Character1_Neck(Character1_Head) Character1_#Shoulder(Character1_#Arm(Character1_#ForeArm("
                    + "Character1_#ForeArmRoll Character1_#Hand(Character1_#HandIndex1 Character1_#HandThumb1)))))))"
                    + " Character1_#UpLeg(Character1_#UpLegRoll Character1_#Leg(Character1_#Foot(Character1_#ToeBase)))))",
            "vrm",
            "Root(J_Bip_C_Hips(J_Bip_C_Spine(J_Bip_C_Chest(J_Bip_C_UpperChest(J_Sec_@_Bust1 J_Bip_C_Neck("
                    + "J_Bip_C_Head(J_Adj_@_FaceEye J_Sec_Hair1_01))"
                    + " J_Bip_@_Shoulder(J_Bip_@_UpperArm(J_Bip_@_LowerArm(J_Bip_@_Hand(J_Bip_@_Index1 J_Bip_@_Thumb1)))))))"
                    + " J_Bip_@_UpperLeg(J_Sec_@_SkirtSide J_Bip_@_LowerLeg(J_Bip_@_Foot(J_Bip_@_ToeBase)))))",
            "biped",
            "Bip001(Bip001 Footsteps;Bip001 Pelvis(Bip001 Spine(Bip001 Spine1(Bip001 Spine2(Bip001 Neck("
                    + "Bip001 Head(Bip001 HeadNub);Bip001 @ Clavicle(Bip001 @ UpperArm(Bip001 @ Forearm(Bip001 @ ForeTwist;"
                    + "Bip001 @ Hand(Bip001 @ Finger0(Bip001 @ Finger0Nub);Bip001 @ Finger1))))))));"
                    + "Bip001 @ Thigh(Bip001 @ Calf(Bip001 @ Foot(Bip001 @ Toe0(Bip001 @ Toe0Nub))))))",
            "daz",
            "Genesis8Female(hip(pelvis(@ThighBend(@ThighTwist(@Shin(@Foot(@Metatarsals(@Toe(@BigToe)))))))"
                    + " abdomenLower(abdomenUpper(chestLower(chestUpper("
                    + "@Collar(@ShldrBend(@ShldrTwist(@ForearmBend(@ForearmTwist(@Hand(@Thumb1 @Carpal1(@Index1)))))))"
                    + " neckLower(neckUpper(head(@Eye @Ear))))  @Pectoral)))))",
            "character creator",
            "RL_BoneRoot(CC_Base_Hip(CC_Base_Pelvis(CC_Base_@_Thigh(CC_Base_@_ThighTwist01(CC_Base_@_ThighTwist02)"
                    + " CC_Base_@_Calf(CC_Base_@_CalfTwist01 CC_Base_@_KneeShareBone"
                    + " CC_Base_@_Foot(CC_Base_@_ToeBaseShareBone CC_Base_@_ToeBase(CC_Base_@_BigToe1)))))"
                    + " CC_Base_Waist(CC_Base_Spine01(CC_Base_Spine02(CC_Base_@_RibsTwist CC_Base_NeckTwist01("
                    + "CC_Base_NeckTwist02(CC_Base_Head(CC_Base_FacialBone(CC_Base_JawRoot))))"
                    + " CC_Base_@_Clavicle(CC_Base_@_Upperarm(CC_Base_@_UpperarmTwist01 CC_Base_@_Forearm("
                    + "CC_Base_@_ForearmTwist01 CC_Base_@_ElbowShareBone CC_Base_@_Hand(CC_Base_@_Index1 CC_Base_@_Thumb1)))))))))");

    /** Names and parents of a tree as written above; a bone with {@code @} or {@code #} stands for one on either side. */
    private static final class Tree {
        final List<String> names = new ArrayList<>();
        final List<Integer> parents = new ArrayList<>();

        Tree(String text) {
            add(text, Skeleton.NONE, "");
        }

        private void add(String text, int parent, String side) {
            int at = 0;
            while (at < text.length()) {
                int end = at;
                while (end < text.length() && text.charAt(end) != '(' && text.charAt(end) != ';') {
                    end++;
                }
                String name = text.substring(at, end);
                String inside = "";
                if (end < text.length() && text.charAt(end) == '(') {
                    int open = end + 1;
                    for (int depth = 1;
                            depth > 0;
                            depth += text.charAt(end) == '(' ? 1 : text.charAt(end) == ')' ? -1 : 0) {
                        end++;
                    }
                    inside = text.substring(open, end++);
                }
                at = Math.max(end, at + 1);
                boolean sided = name.contains("@") || name.contains("#");
                for (String each : sided && side.isEmpty() ? List.of("L", "R") : List.of(side)) {
                    if (!name.isBlank()) {
                        put(name, inside, parent, each);
                    }
                }
            }
        }

        private void put(String name, String inside, int parent, String side) {
            String letter = name.startsWith("@")
                            || TREES.get("unreal").contains(name)
                            || name.contains(".@") && !name.startsWith("DEF")
                    ? side.toLowerCase(java.util.Locale.ROOT)
                    : side;
            names.add(name.replace("@", letter).replace("#", side.equals("L") ? "Left" : "Right"));
            parents.add(parent);
            add(inside, names.size() - 1, side);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "unreal, pelvis, head, thigh_l, foot_l, upperarm_l, hand_l, lowerarm_r",
        "rigify, DEF-spine, DEF-spine.006, DEF-thigh.L, DEF-foot.L, DEF-upper_arm.L, DEF-hand.L, DEF-forearm.R",
        "auto-rig pro, root.x, head.x, thigh_stretch.l, foot.l, arm_stretch.l, hand.l, forearm_stretch.r",
        "humanik, Character1_Hips, Character1_Head, Character1_LeftUpLeg, Character1_LeftFoot, Character1_LeftArm,"
                + " Character1_LeftHand, Character1_RightForeArm",
        "vrm, J_Bip_C_Hips, J_Bip_C_Head, J_Bip_L_UpperLeg, J_Bip_L_Foot, J_Bip_L_UpperArm, J_Bip_L_Hand, J_Bip_R_LowerArm",
        "biped, Bip001 Pelvis, Bip001 Head, Bip001 L Thigh, Bip001 L Foot, Bip001 L UpperArm, Bip001 L Hand, Bip001 R Forearm",
        "daz, hip, head, lThighBend, lFoot, lShldrBend, lHand, rForearmBend",
        "character creator, CC_Base_Hip, CC_Base_Head, CC_Base_L_Thigh, CC_Base_L_Foot, CC_Base_L_Upperarm, CC_Base_L_Hand,"
                + " CC_Base_R_Forearm"
    })
    void findsEveryRequiredPartAmongAllBones(
            String program,
            String hips,
            String head,
            String leg,
            String foot,
            String arm,
            String hand,
            String forearm) {
        Tree tree = new Tree(
                program.equals("biped")
                        ? TREES.get(program)
                        : TREES.get(program).replace(' ', ';'));
        int[] parents = tree.parents.stream().mapToInt(p -> p).toArray();
        Skeleton skeleton = new Skeleton(tree.names, parents, new double[3 * parents.length]);
        Map<String, Integer> roles =
                BodyPlan.byNames(skeleton, parents).orElseThrow().roles();
        assertThat(roles.keySet()).containsAll(BodyPlan.REQUIRED);
        assertThat(List.of("hips", "head", "leftUpperLeg", "leftFoot", "leftUpperArm", "leftHand", "rightLowerArm"))
                .extracting(role -> tree.names.get(roles.get(role)))
                .containsExactly(hips, head, leg, foot, arm, hand, forearm);
    }
}
