package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** What a rig is good for besides: further clips, fewer bones, vertices that count more. */
class RigExtrasTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    @BeforeAll
    static void write() {
        MeshSequences.write(new Mannequin().make(400, 8), shared.resolve("poses.pc2"));
        MeshSequences.write(new Mannequin().make(400, 13), shared.resolve("other.pc2"));
    }

    private SinewRun rig(Object... more) {
        return SinewRun.fromTo("rig", shared.resolve("poses.obj"), folder.resolve("out.glb"), more);
    }

    @Test
    void furtherClipsAndFewerBones() {
        SinewRun run = rig(
                "--bones",
                12,
                "--add-clip",
                "other=" + shared.resolve("other.obj"),
                "--lods",
                "8,5",
                "--json",
                "-",
                "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode result = run.json().get("result");
        assertThat(result.at("/clips/1/name").asString()).isEqualTo("other");
        assertThat(result.at("/clips/1/rmsePercent").asDouble())
                .isLessThan(2 * result.at("/clips/0/rmsePercent").asDouble() + 0.1);
        SkinnedModel all = Models.read(folder.resolve("out.glb"));
        SkinnedModel eight = Models.read(folder.resolve("out-8.glb"));
        SkinnedModel five = Models.read(folder.resolve("out-5.glb"));
        assertThat(all.clips()).extracting(Clip::name).containsExactly("poses", "other");
        assertThat(five.clips()).extracting(clip -> clip.motion().frameCount()).containsExactly(8, 13);
        assertThat(all.skeleton().names()).containsAll(eight.skeleton().names());
        assertThat(eight.skeleton().names()).containsAll(five.skeleton().names());
        assertThat(result.at("/lods/0/bones").asInt()).isEqualTo(8);
        assertThat(result.at("/lods/1/rmsePercent").asDouble())
                .isGreaterThan(result.at("/lods/0/rmsePercent").asDouble());
    }

    /** More bones than there are, and a root by its name: the notes mention the first, the tree shows the second. */
    @Test
    void aRootByItsNameAndTooManyBones() {
        SinewRun run = rig("--bones", 10, "--root", "head", "--lods", "12", "--json", "-", "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode result = run.json().get("result");
        assertThat(result.at("/skeleton/0/name").asString()).isEqualTo("head");
        assertThat(result.at("/skeleton/0/parent").isNull()).isTrue();
        assertThat(result.get("notes").toString())
                .contains("out-12.glb has all 10 bones of the rig, which are fewer than 12");
        assertThat(result.at("/joints/each").propertyNames())
                .doesNotContain("head")
                .contains("hips");
        assertThat(Models.read(folder.resolve("out.glb")).skeleton().names().get(0))
                .isEqualTo("head");
    }

    /** Joints that only end limbs are no bones, also where the skeleton was given. */
    @Test
    void bonesOfAGivenSkeletonAreThoseThatMoveSomething() throws Exception {
        assertThat(rig("--bones", 10).code()).isZero();
        Path given = Files.move(folder.resolve("out.glb"), folder.resolve("given.glb"));
        assertThat(Models.read(given).boneCount()).isGreaterThan(10);
        JsonNode result = rig("--from", given, "--lods", "12", "--json", "-", "--quiet")
                .json()
                .get("result");
        assertThat(result.get("bones").asInt()).isEqualTo(10);
        assertThat(result.at("/lods/0/bones").asInt()).isEqualTo(10);
        assertThat(result.get("notes").toString())
                .contains("out-12.glb has all 10 bones of the rig, which are fewer than 12");
    }

    /** Vertices above the hips count a hundredfold. */
    @Test
    void whatCountsMoreIsFollowedMoreClosely() throws Exception {
        MeshSequence poses = new Mannequin().make(400, 8);
        float[] u = poses.rest().positions();
        Path file = folder.resolve("importance.txt");
        Files.writeString(
                file,
                IntStream.range(0, u.length / 3)
                        .mapToObj(i -> u[3 * i + 1] > 1.2 ? "100" : "1")
                        .collect(Collectors.joining("\n")));
        assertThat(rig("--bones", 6).code()).isZero();
        double alike = squared(poses, u);
        SinewRun run = rig("--bones", 6, "--importance", file);
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(squared(poses, u)).isLessThan(alike);
    }

    private double squared(MeshSequence poses, float[] u) {
        SkinnedModel model = Models.read(folder.resolve("out.glb"));
        double[] x = new double[u.length];
        double sum = 0;
        for (int f = 0; f < poses.frameCount(); f++) {
            new LinearSkinning(model).positions(model.clips().get(0).motion(), f, x);
            for (int k = 0; k < x.length; k++) {
                double d = x[k] - poses.frame(f)[k];
                sum += u[3 * (k / 3) + 1] > 1.2 ? d * d : 0;
            }
        }
        return sum;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2 | --lods 8,x | --lods 8,x must be numbers of bones such as 30,20,12",
                "2 | --add-clip other | --add-clip other must look like NAME=SEQ",
                "3 | --importance none.txt | none.txt does not exist"
            })
    void whatMakesNoSenseIsRejected(int code, String arguments, String sentence) {
        SinewRun run = rig((Object[]) arguments.split(" "));
        assertThat(run.code()).as(run.said()).isEqualTo(code);
        assertThat(run.err()).contains(sentence);
    }
}
