package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.catalogue.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code sinew linearize} as a user calls it. */
class LinearizeTest {
    @TempDir
    Path folder;

    private Path sample(String name, int vertices) {
        Path file = folder.resolve(name + ".glb");
        Models.write(Samples.modelNamed(name).orElseThrow().make(vertices), file);
        return file;
    }

    @Test
    void theTwistedBoxInNumbers() {
        Path box = sample("twisted-box", 1000);
        Path out = folder.resolve("out.glb");
        SinewRun run = SinewRun.of(
                "linearize", box, "--blend-bones", 4, "--train", "clips", "-o", out, "--json", "-", "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode json = run.json();
        assertThat(json.get("command").asString()).isEqualTo("linearize");
        assertThat(json.get("error").get("envelopingError").asDouble()).isBetween(3.4, 3.7);
        assertThat(json.get("result").get("blendBones").asInt()).isEqualTo(4);
        assertThat(json.get("result").get("bones").asInt()).isEqualTo(6);
        assertThat(json.get("result").get("curve").size()).isEqualTo(5);
        JsonNode clip = json.get("result").get("poses").get(1);
        assertThat(clip.get("name").asString()).isEqualTo("clip 'twist'");
        assertThat(clip.get("seen").asBoolean()).isTrue();
        assertThat(clip.get("linear").asDouble()).isCloseTo(74.5, within(1.0));
        assertThat(clip.get("linearized").asDouble()).isBetween(3.4, 3.7);
        assertThat(ModelFile.read(out).linearized()).isPresent();
    }

    @Test
    void sameBytesWhateverTheThreads() throws Exception {
        Path model = sample("biped", 300);
        Path one = folder.resolve("one.glb");
        Path two = folder.resolve("two.glb");
        assertThat(SinewRun.of("linearize", model, "--blend-bones", 3, "--threads", 1, "-o", one, "--quiet")
                        .code())
                .isZero();
        assertThat(SinewRun.of("linearize", model, "--blend-bones", 3, "--threads", 3, "-o", two, "--quiet")
                        .code())
                .isZero();
        assertThat(Files.mismatch(one, two)).isEqualTo(-1);
    }

    @Test
    void unseenClipsAndThePage() {
        Path model = sample("biped", 300);
        Path page = folder.resolve("page.html");
        SinewRun run = SinewRun.of(
                "linearize",
                model,
                "--max-enveloping-error",
                15,
                "--train-clip",
                "wave",
                "--operator",
                "sdqs",
                "-o",
                folder.resolve("out.gltf"),
                "--report",
                page,
                "--json",
                "-");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.err()).contains("clip 'walk', 33 frames, unseen").contains("more than 4 influences");
        assertThat(run.json().get("error").get("envelopingError").asDouble()).isLessThan(15);
        assertThat(page).isNotEmptyFile();
    }

    @Test
    void centresOfRotationStandInTheFile() {
        Path out = folder.resolve("cor.glb");
        SinewRun run = SinewRun.of(
                "linearize", sample("biped", 300), "--blend-bones", 8, "--operator", "cor", "-o", out, "--json", "-");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode seen = run.json().get("result").get("poses").get(0);
        // Of the written file, whose blend bones are driven by what it says of them.
        assertThat(seen.get("linearized").asDouble())
                .isLessThan(0.7 * seen.get("linear").asDouble());
        assertThat(ModelFile.read(out).linearized().orElseThrow().blendBones().centres())
                .hasSize(24);
    }

    @Test
    void aFileWithoutAnimationGetsGeneratedPoses() {
        SkinnedModel biped = Samples.modelNamed("biped").orElseThrow().make(300);
        Path file = folder.resolve("still.glb");
        Models.write(
                new SkinnedModel(biped.rest(), biped.weights(), biped.skeleton(), biped.boneType(), List.of()), file);
        SinewRun run =
                SinewRun.of("linearize", file, "--blend-bones", 4, "-o", folder.resolve("out.glb"), "--json", "-");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode poses = run.json().get("result").get("poses");
        assertThat(poses.size()).isEqualTo(2);
        assertThat(poses.get(1).get("seen").asBoolean()).isFalse();
        assertThat(poses.get(0).get("frames").asInt()).isEqualTo(12);
        assertThat(SinewRun.of(
                        "linearize", file, "--blend-bones", 4, "--train", "clips", "-o", folder.resolve("x.glb")))
                .satisfies(rejected -> {
                    assertThat(rejected.code()).isEqualTo(3);
                    assertThat(rejected.err()).contains("has no animation to learn from; use --train generated");
                });
    }

    @Test
    void stretchedBonesAreSentToSdqs() {
        SkinnedModel box = Samples.modelNamed("twisted-box").orElseThrow().make(200);
        double[] matrices = box.clips().get(0).motion().matrices().clone();
        for (int k = 12; k < 20; k++) {
            matrices[k] *= 1.5;
        }
        Path file = folder.resolve("stretched.glb");
        Clip clip = new Clip("twist", 1, new BoneMotion(2, 4, matrices));
        Models.write(new SkinnedModel(box.rest(), box.weights(), box.skeleton(), BoneType.AFFINE, List.of(clip)), file);
        Path out = folder.resolve("out.glb");
        SinewRun run = SinewRun.of("linearize", file, "--blend-bones", 2, "-o", out);
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("bone 'upper' scales by").contains("use --operator sdqs");
        assertThat(out).doesNotExist();
        assertThat(SinewRun.of("linearize", file, "--blend-bones", 2, "--operator", "sdqs", "-o", out, "--quiet")
                        .code())
                .isZero();
        SinewRun again = SinewRun.of("linearize", out, "--blend-bones", 2, "--operator", "sdqs", "-o", file);
        assertThat(again.code()).isEqualTo(3);
        assertThat(again.err()).contains("has blend bones already");
    }

    @Test
    void wrongUsage() {
        Path out = folder.resolve("out.glb");
        Path box = sample("twisted-box", 100);
        checkUsage("exactly one of --blend-bones N, --error PERCENT", "linearize", box, "-o", out);
        checkUsage("from 0 to 256", "linearize", box, "-o", out, "--blend-bones", 300);
        checkUsage(
                "must be dqs, sdqs, dib or cor", "linearize", box, "-o", out, "--blend-bones", 3, "--operator", "lbs");
        checkUsage("clips or generated", "linearize", box, "-o", out, "--blend-bones", 3, "--train", "dance");
        checkUsage("must be from 0 to 180", "linearize", box, "-o", out, "--blend-bones", 3, "--twist", 200);
        checkUsage(
                "exclude each other",
                "linearize",
                box,
                "-o",
                out,
                "--blend-bones",
                3,
                "--train",
                "generated",
                "--train-clip",
                "twist");
        SinewRun overwritten = SinewRun.of("linearize", box, "-o", box, "--blend-bones", 3);
        assertThat(overwritten.code()).isEqualTo(3);
        SinewRun lost = SinewRun.of("linearize", box, "-o", out, "--blend-bones", 3, "--train-clip", "waltz");
        assertThat(lost.code()).isEqualTo(3);
        assertThat(lost.err()).contains("no clip named 'waltz'");
    }

    private static void checkUsage(String sentence, Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
    }
}
