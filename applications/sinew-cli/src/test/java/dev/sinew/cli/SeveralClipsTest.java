package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.model.Clip;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Files with several clips as input of {@code fit} and {@code rig}. */
class SeveralClipsTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    @BeforeAll
    static void write() {
        SinewRun.done("sample", "biped", "--vertices", 300, "-o", shared.resolve("biped.glb"), "--quiet");
        for (String ending : List.of("gltf", "usda")) {
            SinewRun.done("convert", shared.resolve("biped.glb"), "-o", shared.resolve("biped." + ending), "--quiet");
        }
    }

    private SinewRun fit(String file, Object... more) {
        return SinewRun.fromTo("fit", shared.resolve(file), folder.resolve("out.glb"), with(more, "--bones", 6));
    }

    private static Object[] with(Object[] options, Object... more) {
        Object[] all = Arrays.copyOf(options, options.length + more.length);
        System.arraycopy(more, 0, all, options.length, more.length);
        return all;
    }

    private List<String> clips() {
        return Models.read(folder.resolve("out.glb")).clips().stream()
                .map(Clip::name)
                .toList();
    }

    @ParameterizedTest
    @ValueSource(strings = {"biped.glb", "biped.gltf", "biped.usda"})
    void allClipsAreUsedUnlessSomeAreSelected(String file) {
        SinewRun run = fit(file);
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.out()).contains("used all 3 clips of").contains("--clip NAME,NAME selects some");
        assertThat(clips()).containsExactly("walk", "wave", "idle");
        assertThat(Models.read(folder.resolve("out.glb")).clips())
                .extracting(clip -> clip.motion().frameCount())
                .containsExactly(33, 75, 121);
    }

    @ParameterizedTest
    @CsvSource({"'wave,walk', 'wave,walk'", "all, 'walk,wave,idle'", "WALK, walk"})
    void clipsBySelection(String selection, String expected) {
        SinewRun run = fit("biped.glb", "--clip", selection);
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.out()).doesNotContain("used all");
        assertThat(String.join(",", clips())).isEqualTo(expected);
    }

    @Test
    void aClipOfAnotherFileIsAdded() {
        SinewRun run =
                fit("biped.glb", "--clip", "walk", "--add-clip", "hello=" + shared.resolve("biped.glb") + "#wave");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(clips()).containsExactly("walk", "hello");
    }

    @Test
    void anAddedFileWithSeveralClipsNeedsAChoice() {
        SinewRun run = fit("biped.glb", "--clip", "walk", "--add-clip", "hello=" + shared.resolve("biped.glb"));
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("this file has 3 clips; add # and the name of one, such as hello=");
    }

    @Test
    void oneNameDoesNotFitSeveralClips() {
        SinewRun run = fit("biped.glb", "--clip-name", "mine");
        assertThat(run.code()).isNotZero();
        assertThat(run.err()).contains("--clip-name names one clip, but 3 clips of");
    }

    @Test
    void anUnknownClipIsRefusedWithTheNamesThatExist() {
        SinewRun run = fit("biped.glb", "--clip", "walk,wawe");
        assertThat(run.code()).isNotZero();
        assertThat(run.err())
                .contains("has no clip named 'wawe'; it has: walk, wave, idle")
                .contains("wave?");
    }

    /** The skeleton is found in all clips, and each is written with its own name and length. */
    @Test
    void aRigHasEveryClip() {
        SinewRun run = SinewRun.fromTo(
                "rig",
                shared.resolve("biped.glb"),
                folder.resolve("out.glb"),
                "--bones",
                8,
                "--lods",
                5,
                "--bvh",
                folder.resolve("out.bvh"));
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(clips()).containsExactly("walk", "wave", "idle");
        assertThat(run.out()).contains("out.bvh contains the first clip, walk");
        assertThat(Models.read(folder.resolve("out-5.glb")).clips())
                .extracting(clip -> clip.motion().frameCount())
                .containsExactly(33, 75, 121);
    }

    /** With an existing rig, each clip replaces that with its name. */
    @Test
    void anExistingRigIsFittedToEveryClip() {
        SinewRun fit = SinewRun.fromTo(
                "fit",
                shared.resolve("biped.glb"),
                folder.resolve("out.glb"),
                "--from",
                shared.resolve("biped.glb"),
                "--solve",
                "weights");
        assertThat(fit.code()).as(fit.said()).isZero();
        assertThat(clips()).containsExactly("walk", "wave", "idle");
        SinewRun rig = SinewRun.fromTo(
                "rig", shared.resolve("biped.glb"), folder.resolve("out.glb"), "--from", shared.resolve("biped.glb"));
        assertThat(rig.code()).as(rig.said()).isZero();
        assertThat(clips()).containsExactly("walk", "wave", "idle");
    }
}
