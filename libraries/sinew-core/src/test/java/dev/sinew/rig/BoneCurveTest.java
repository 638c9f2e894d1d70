package dev.sinew.rig;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.rig.FreeBones.Stage;
import java.util.List;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Curves whose bend is known. */
class BoneCurveTest {
    private static final double VISIBLE = 0.3;

    private static List<Stage> stages(IntToDoubleFunction error) {
        return IntStream.rangeClosed(3, 64)
                .map(k -> 67 - k)
                .mapToObj(b -> new Stage(new double[0], b, error.applyAsDouble(b)))
                .toList();
    }

    private static BoneCurve curve(List<Stage> stages, double noise) {
        return new BoneCurve(stages, noise, VISIBLE, 1);
    }

    private static int bones(List<Stage> stages, BoneCurve curve) {
        return stages.get(curve.bend()).bones();
    }

    /** A rig that was played: every bone counts down to the last, and behind it nothing is left. */
    @ParameterizedTest
    @ValueSource(ints = {5, 12, 18, 26, 31})
    void aShapeWithSoManyBonesHasThem(int known) {
        List<Stage> stages = stages(b -> b >= known ? 0.02 : 0.05 + 0.06 * (known - b));
        BoneCurve curve = curve(stages, 0.01);
        assertThat(bones(stages, curve)).isEqualTo(known);
        assertThat(curve.isFlatBehind(curve.bend())).isTrue();
    }

    /** A captured shape: a power of the number of bones, whose worth of 1.2/B is λ at 30. */
    @Test
    void aShapeWithoutEndHasNoFlatPart() {
        List<Stage> stages = stages(b -> 10 * Math.pow(b, -1.2));
        BoneCurve curve = curve(stages, 0.01);
        assertThat(bones(stages, curve)).isBetween(29, 31);
        assertThat(curve.isFlatBehind(curve.bend())).isFalse();
    }

    /** Noise that can be seen, of which every bone takes a little away: what bones really do is found below it. */
    @Test
    void whatBonesFitOfNoiseIsNoBone() {
        double noise = 0.92;
        List<Stage> stages = stages(b -> {
            double real = b >= 20 ? 0 : 0.1 + 0.05 * (20 - b);
            return Math.sqrt(noise * noise + 0.0018 * (64 - b) + real * real);
        });
        BoneCurve curve = curve(stages, noise);
        assertThat(bones(stages, curve)).isEqualTo(20);
        assertThat(curve.isFlatBehind(curve.bend())).isTrue();
    }

    /** Four bones leave a thirtieth of what can be seen; that ten more halve it is worth none of them. */
    @Test
    void whatNobodySeesNeedsNoBones() {
        List<Stage> stages = stages(b -> b < 4 ? 0.4 : b < 14 ? 0.009 : 0.004);
        assertThat(bones(stages, curve(stages, 0.01))).isEqualTo(4);
    }

    /** Played by a smooth blend: more bones always reduce the error, but the remainder is far from visible. */
    @Test
    void whatIsExplainedWasPlayedByBones() {
        List<Stage> played = stages(b -> b >= 24 ? 0.05 * Math.pow(24.0 / b, 1.4) : 0.05 * Math.pow(24.0 / b, 3));
        BoneCurve curve = curve(played, 0.01);
        assertThat(curve.isFlatBehind(curve.bend())).isFalse();
        assertThat(curve.isExplainedAt(curve.bend())).isTrue();
        List<Stage> captured = stages(b -> 10 * Math.pow(b, -1.2));
        BoneCurve other = curve(captured, 0.01);
        assertThat(other.isExplainedAt(other.bend())).isFalse();
    }
}
