package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.mannequin.Mannequin;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code sinew rig}, from files to files. */
class RigTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    @BeforeAll
    static void write() {
        MeshSequence poses = new Mannequin().make(900, 10);
        MeshSequences.write(poses, shared.resolve("poses.pc2"));
        float[] pose = poses.frame(0);
        MeshSequences.write(poses, shared.resolve("files/pose.obj"));
        MeshSequences.write(still(poses, pose), shared.resolve("one.pc2"));
        MeshSequences.write(still(poses, pose, pose, pose), shared.resolve("still.pc2"));
    }

    private static MeshSequence still(MeshSequence poses, float[]... frames) {
        return new MeshSequence("still", poses.rest(), FrameSource.of(frames), 30);
    }

    @Test
    void aSkeletonItsMotionAndItsPage() throws Exception {
        SinewRun run = SinewRun.of(
                "rig",
                shared.resolve("poses.obj"),
                "--bones",
                "12",
                "--root-motion",
                "--bvh",
                folder.resolve("out.bvh"),
                "--report",
                folder.resolve("out.html"),
                "-o",
                folder.resolve("out.glb"),
                "--json",
                "-",
                "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode json = run.json();
        SkinnedModel model = Models.read(folder.resolve("out.glb"));
        assertThat(json.at("/result/bones").asInt()).isEqualTo(12);
        assertThat(json.at("/result/skeleton").size()).isGreaterThan(13);
        assertThat(json.at("/result/skeleton/0/name").asString()).isEqualTo("motion");
        assertThat(json.at("/error/rmsePercent").asDouble()).isLessThan(1.5);
        assertThat(model.skeleton().names()).startsWith("motion", "hips");
        assertThat(json.at("/result/names/confidence").asDouble()).isBetween(0.7, 1.0);
        assertThat(Files.readString(folder.resolve("out.bvh"))).startsWith("HIERARCHY");
        assertThat(Files.size(folder.resolve("out.html"))).isGreaterThan(100_000);
    }

    /** Poses alone have no rest pose; a note says which one is used. */
    @Test
    void notesThatTheFirstFileIsTheRestPose() {
        SinewRun run = rigged("files", "--bones", 6);
        assertThat(run.err())
                .contains("bind pose    the first file, ")
                .containsPattern("joints +\\d of 5 inside, \\d+ % certain on average")
                .contains("no rest pose was given, so ")
                .doesNotContain("the given mesh");
        assertThat(run.json().at("/result/notes").toString())
                .contains("pose_0000.obj, is used; --rest FILE selects another mesh");
        assertThat(rigged("poses.obj", "--bones", 6).err())
                .contains("bind pose    the given mesh")
                .doesNotContain("No rest pose");
    }

    /** Errors are shares of the rest pose that was chosen, as 'evaluate' has them for a sequence that rests in it. */
    @Test
    void errorsReferToTheRestPoseThatWasChosen() {
        Path rest = shared.resolve("poses.obj");
        SinewRun run = rigged("files", "--bones", 6, "--rest", rest);
        assertThat(run.err()).doesNotContain("No rest pose").contains("bind pose    " + rest);
        JsonNode evaluated = SinewRun.of(
                        "evaluate", folder.resolve("out.glb"), "--against", rest, "--json", "-", "--quiet")
                .json();
        JsonNode error = run.json().get("error");
        assertThat(error.at("/rest/drift").asDouble()).isZero();
        assertThat(error.get("rmsePercent").asDouble())
                .isCloseTo(evaluated.at("/error/rmsePercent").asDouble(), within(1e-6));
    }

    private SinewRun rigged(String input, Object... options) {
        Object[] all =
                Stream.concat(Arrays.stream(options), Stream.of("--json", "-")).toArray();
        SinewRun run = SinewRun.fromTo("rig", shared.resolve(input), folder.resolve("out.glb"), all);
        assertThat(run.code()).as(run.said()).isZero();
        return run;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "one.obj                   | 3 | needs motion",
                "still.obj                 | 3 | does not move",
                "poses.obj --root 1000000  | 3 | is not a vertex of",
                "poses.obj --root 1,2      | 2 | must be a vertex such as 1200, a point x,y,z or the name of a bone",
                "poses.obj --root here     | 3 | --root here: no bone has this name, there are: ",
                "poses.obj --clusters 1    | 2 | --clusters 1 must be from 2 to 256",
                "poses.obj --error -1      | 2 | --error -1.0 must be from 0 to 100",
                "poses.obj --bones 0       | 2 | --bones 0 must be from 1 to 256",
            })
    void rejectsInvalidInput(String arguments, int code, String sentence) {
        String[] parts = arguments.split(" ");
        Object[] options = Arrays.copyOfRange(parts, 1, parts.length);
        SinewRun run = SinewRun.fromTo("rig", shared.resolve(parts[0]), folder.resolve("out.glb"), options);
        assertThat(run.code()).as(run.said()).isEqualTo(code);
        assertThat(run.said()).contains(sentence);
        assertThat(folder.resolve("out.glb")).doesNotExist();
    }
}
