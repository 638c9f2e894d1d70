package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Errors on poses that a model was not made from. */
class UnseenTest {
    @TempDir
    Path folder;

    @Test
    void rigMeasuresPosesThatWereLeftOut() {
        Path poses = folder.resolve("poses/pose.obj");
        SinewRun.done("sample", "mannequin", "--vertices", "900", "--frames", "12", "-o", poses);
        Path model = folder.resolve("model.glb");
        SinewRun held =
                SinewRun.of("rig", poses.getParent(), "--bones", "12", "--hold-out", "9:", "-o", model, "--json", "-");
        assertThat(held.code()).as(held.said()).isZero();
        var unseen = held.json().get("result").get("unseen");
        assertThat(unseen.get("frames").asInt()).isEqualTo(3);
        assertThat(unseen.get("poses").asString()).isEqualTo("frames 9:");
        assertThat(unseen.get("rmsePercent").asDouble()).isPositive().isLessThan(5);
        assertThat(held.json().get("input").get("frames").asInt()).isEqualTo(9);

        // The file is measured from outside in the same way.
        SinewRun outside = SinewRun.of(
                "evaluate", model, "--against", poses.getParent(), "--range", "9:", "--solve", "motion", "--json", "-");
        assertThat(outside.code()).as(outside.said()).isZero();
        double again =
                outside.json().get("result").get("unseen").get("rmsePercent").asDouble();
        assertThat(again)
                .isCloseTo(unseen.get("rmsePercent").asDouble(), org.assertj.core.data.Percentage.withPercentage(1));
        assertThat(again)
                .isEqualTo(outside.json().get("error").get("rmsePercent").asDouble());

        SinewRun usual = SinewRun.of("rig", poses.getParent(), "--bones", "12", "-o", model, "--json", "-");
        assertThat(usual.json().get("result").get("unseen").get("frames").asInt())
                .isEqualTo(2);
        assertThat(usual.json().get("input").get("frames").asInt()).isEqualTo(12);
        SinewRun none = SinewRun.of(
                "rig", poses.getParent(), "--bones", "12", "--hold-out", "none", "-o", model, "--json", "-");
        assertThat(none.json().get("result").get("unseen").isNull()).isTrue();
    }

    @Test
    void rejectsWhatLeavesNothing() {
        Path poses = folder.resolve("poses/pose.obj");
        SinewRun.done("sample", "mannequin", "--vertices", "900", "--frames", "4", "-o", poses);
        Path model = folder.resolve("model.glb");
        SinewRun all = SinewRun.of("rig", poses.getParent(), "--hold-out", "0:", "-o", model);
        assertThat(all.code()).isEqualTo(2);
        assertThat(all.err()).contains("--hold-out leaves out 4 of 4 frames");
        SinewRun unknown = SinewRun.of("rig", poses.getParent(), "--hold-out", "run", "-o", model);
        assertThat(unknown.err()).contains("--hold-out run must be a clip");
    }
}
