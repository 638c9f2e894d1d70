package dev.sinew.symmetry;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BoneNameWordsTest {
    @ParameterizedTest
    @CsvSource({
        "arm_left_1, arm_right_1",
        "LeftArm, RightArm",
        "leftArm, rightArm",
        "mixamorig:LeftHand, mixamorig:RightHand",
        "ARM_LEFT, ARM_RIGHT",
        "arm.L, arm.R",
        "l_arm, r_arm",
        "Bip01 L Arm, Bip01 R Arm",
        "left, right"
    })
    void replacesASideByTheOther(String left, String right) {
        assertThat(BoneNameWords.otherSide(left)).hasValue(right);
        assertThat(BoneNameWords.otherSide(right)).hasValue(left);
    }

    @ParameterizedTest
    @ValueSource(strings = {"spine", "collar", "upright", "aright_b", "cleft", "tail1", "Ball", ""})
    void otherNamesContainNoSide(String name) {
        assertThat(BoneNameWords.otherSide(name)).isEmpty();
    }

    @Test
    void recognisesEndsByTheirSuffix() {
        assertThat(BoneNameWords.end("head")).isEqualTo("head_end");
        assertThat(BoneNameWords.isEndJointName("head_end")).isTrue();
        assertThat(BoneNameWords.isEndJointName("HEAD_END")).isTrue();
        assertThat(BoneNameWords.isEndJointName("end_of_head")).isFalse();
    }

    @Test
    void pairsByNamesAlone() {
        assertThat(BoneSymmetry.byNames(List.of("hip", "arm.L", "leg.L", "arm.R", "foot.L")))
                .containsExactly(-1, 3, -1, 1, -1);
    }
}
