package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.job.Requests;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.text.Json;
import dev.sinew.model.SkinnedModel;
import dev.sinew.rig.EndJoints;
import dev.sinew.sample.mannequin.Mannequin;
import dev.sinew.skin.ClipFrames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
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
import tools.jackson.databind.json.JsonMapper;

/** {@code sinew edit}, from files to files. */
class EditVerbTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    @BeforeAll
    static void write() {
        SkinnedModel figure = new Mannequin().rigged(900, 10);
        Models.write(figure, shared.resolve("figure.glb"));
        MeshSequences.write(ClipFrames.sequence(figure, figure.clips().get(0)), shared.resolve("poses.pc2"));
    }

    private SinewRun edit(Object... more) {
        return SinewRun.fromTo("edit", shared.resolve("figure.glb"), folder.resolve("out.glb"), more);
    }

    @Test
    void editsAreDoneInTheOrderOfTheCommandLine() throws Exception {
        Path list = folder.resolve("more.json");
        Files.writeString(list, """
                [{"edit": "rename", "bone": "shank_left", "name": "calf_left"},
                 {"edit": "moveJoint", "bone": "calf_left", "to": [0.1, 0.5, 0]}]
                """);
        SinewRun run = edit(
                "--rename=shin_left=shank_left",
                "--edits",
                list,
                "--mirror-names",
                "--rename",
                "calf_right=other",
                "--json",
                "-",
                "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode edits = run.json().at("/result/edits");
        assertThat(edits).hasSize(5);
        assertThat(edits.at("/1/edit/name").asString()).isEqualTo("calf_left");
        assertThat(edits.at("/3/edit/edit").asString()).isEqualTo("mirrorNames");
        assertThat(edits.at("/4/error/rmsePercent").asDouble()).isLessThan(1e-4);
        SkinnedModel model = Models.read(folder.resolve("out.glb"));
        assertThat(model.skeleton().names()).contains("calf_left", "other").doesNotContain("shin_left", "shin_right");
        int calf = model.skeleton().names().indexOf("calf_left");
        assertThat(model.skeleton().pivots()[3 * calf + 1]).isEqualTo(0.5f);
    }

    /** The options of a JSON report can be used as a request again, and give the same bytes. */
    @Test
    void theReportsOptionsAreARequest() throws Exception {
        SinewRun run = edit(
                "--remove", "toes_left", "--merge", "chest,belly", "--symmetrize", "left", "--json", "-", "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        String request = "{\"command\": \"edit\", \"input\": "
                + Json.text(shared.resolve("figure.glb").toString())
                + ", \"output\": " + Json.text(folder.resolve("again.glb").toString()) + ", \"options\": "
                + run.json().get("options") + "}";
        Requests.read(request).run(JobContext.quiet());
        assertThat(folder.resolve("again.glb")).hasSameBinaryContentAs(folder.resolve("out.glb"));
    }

    @Test
    void summaryHasTheErrorOfEachEdit() {
        SinewRun run = edit("--remove", "toes_left", "--split", "head", "--report", folder.resolve("page.html"));
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.out()).containsPattern("edit +remove toes_left: \\d+ bones, RMSE [0-9.]+ %");
        assertThat(run.out()).contains("split head");
        assertThat(folder.resolve("page.html")).exists();
    }

    /** Translation keys under the root alone: the joints hold. */
    private static long moving(Path file) throws Exception {
        byte[] bytes = Files.readAllBytes(file);
        int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(12);
        JsonNode gltf = JsonMapper.shared().readTree(Arrays.copyOfRange(bytes, 20, 20 + length));
        return gltf.at("/animations/0/channels")
                .valueStream()
                .filter(channel -> channel.at("/target/path").asString().equals("translation"))
                .count();
    }

    @Test
    void solvesAgainWithFixedJointsAndReportsTheErrorOfEachEdit() throws Exception {
        Path poses = shared.resolve("poses.obj");
        SinewRun plain =
                edit("--merge", "chest,belly", "--move-joint", "shin_left=0.1,0.5,0.02", "--json", "-", "--quiet");
        assertThat(moving(folder.resolve("out.glb"))).isGreaterThan(1);
        SinewRun run = edit(
                "--merge",
                "chest,belly",
                "--move-joint",
                "shin_left=0.1,0.5,0.02",
                "--lock",
                "head",
                "--against",
                poses,
                "--json",
                "-",
                "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode json = run.json();
        assertThat(json.at("/result/edits")).hasSize(3);
        assertThat(json.at("/result/edits/0/error/rmsePercent").asDouble())
                .isLessThan(plain.json().at("/result/edits/0/error/rmsePercent").asDouble());
        assertThat(json.at("/error/rmsePercent").asDouble())
                .isCloseTo(json.at("/result/edits/2/error/rmsePercent").asDouble(), within(1e-3));
        assertThat(json.at("/options/against").asString()).isEqualTo(poses.toString());
        assertThat(moving(folder.resolve("out.glb"))).isOne();
    }

    /** What was changed is still so after the skeleton was given to rig again. */
    @Test
    void anEditedSkeletonIsKeptByRig() throws Exception {
        Path edited = folder.resolve("out.glb");
        assertThat(edit("--remove", "toes_left", "--root", "belly", "--rename", "head=skull")
                        .code())
                .isZero();
        Path again = folder.resolve("again.glb");
        SinewRun run = SinewRun.of(
                "rig", shared.resolve("poses.obj"), "--from", edited, "-o", again, "--json", "-", "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        SkinnedModel model = Models.read(again);
        SkinnedModel before = Models.read(edited);
        assertThat(model.skeleton().names()).isEqualTo(before.skeleton().names());
        assertThat(model.skeleton().parents()).isEqualTo(before.skeleton().parents());
        // A hundredth of the size: given joints are corrected a little.
        assertThat(model.skeleton().pivots()).containsExactly(before.skeleton().pivots(), within(0.02));
        assertThat(moving(again)).isOne();
        assertThat(run.json().at("/error/rmsePercent").asDouble()).isLessThan(0.3);
    }

    @Test
    void rejectsOptionsThatFindASkeletonWithFrom() {
        Path figure = shared.resolve("figure.glb");
        Path out = folder.resolve("out.glb");
        SinewRun both = SinewRun.of("rig", shared.resolve("poses.obj"), "--from", figure, "--bones", 9, "-o", out);
        assertThat(both.code()).isEqualTo(2);
        assertThat(both.err()).contains("--bones cannot be used with --from, which keeps the skeleton");
    }

    /** Of a file with few bits a number, which the edits before the last would have, too. */
    @Test
    void theErrorsEditByEditAreThoseOfFiles() {
        SinewRun plain = edit("--rename", "head=skull", "--rename", "skull=top", "--json", "-", "--quiet");
        SinewRun run = edit("--rename", "head=skull", "--rename", "skull=top", "--quantize", "--json", "-", "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        double file = run.json().at("/error/rmsePercent").asDouble();
        assertThat(file)
                .isGreaterThan(10 * plain.json().at("/error/rmsePercent").asDouble());
        for (JsonNode step : run.json().at("/result/edits")) {
            assertThat(step.at("/error/rmsePercent").asDouble()).isEqualTo(file);
        }
        assertThat(folder.toFile().list()).containsExactly("out.glb");
    }

    @Test
    void aJointOutsideTheBodyIsNoted() {
        SinewRun run = edit("--move-joint", "head=0,2.5,0", "--move-joint", "chest=0,1.2,0", "--json", "-", "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.json().at("/result/notes")).hasSize(1);
        assertThat(run.json().at("/result/notes/0").asString())
                .matches("move-joint head=0.0,2.5,0.0: the joint lies outside the body by \\d\\d\\.\\d % of the size");
    }

    /** As rig counts: what holds vertices is a bone, where it ends is not. */
    @Test
    void jointsWithoutWeightsAreCountedApart() {
        SkinnedModel figure = new Mannequin().rigged(900, 2);
        Path ended = folder.resolve("ended.glb");
        Models.write(EndJoints.added(figure), ended);
        int ends = EndJoints.added(figure).boneCount() - figure.boneCount();
        Path out = folder.resolve("out.glb");
        SinewRun run = SinewRun.fromTo("edit", ended, out, "--split", "chest", "--json", "-", "--quiet");
        assertThat(run.code()).as(run.said()).isZero();
        JsonNode result = run.json().get("result");
        assertThat(result.at("/bones").asInt()).isEqualTo(figure.boneCount() + 1);
        assertThat(result.at("/weightlessJoints").asInt()).isEqualTo(ends).isGreaterThan(1);
        assertThat(result.at("/inputBones").asInt()).isEqualTo(figure.boneCount());
        assertThat(result.at("/edits/0/bones").asInt()).isEqualTo(figure.boneCount() + 1);
        SinewRun told = SinewRun.fromTo("edit", ended, out, "--split", "chest");
        assertThat(told.out())
                .contains(" vertices, " + figure.boneCount() + " bones and " + ends + " joints without weights");
    }

    @Test
    void oneBoneIsNotSeveral() {
        Object[] merged = new Mannequin()
                .rigged(900, 2).skeleton().names().stream()
                        .filter(name -> !name.equals("pelvis"))
                        .flatMap(name -> Stream.of("--merge", "pelvis," + name))
                        .toArray();
        SinewRun run = edit(merged);
        assertThat(run.code()).as(run.said()).isZero();
        assertThat(run.out()).contains(": 1 bone, RMSE");
    }

    @Test
    void rejectsAMeshWithoutSkin() {
        SinewRun run =
                SinewRun.fromTo("edit", shared.resolve("poses.obj"), folder.resolve("out.glb"), "--remove", "head");
        assertThat(run.code()).isEqualTo(3);
        assertThat(run.err()).contains("poses.obj is not a skinned model").doesNotContain("--weights");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | --remove nobody | remove nobody: no bone 'nobody'; bones: pelvis",
                "3 | --parent pelvis=head | pelvis cannot be a child of head: that is its descendant",
                "3 | --rename head=chest | head cannot be renamed to chest: that name is taken",
                "3 | --merge head,head | a bone cannot be merged with itself",
                "3 | --edits none.json | none.json does not exist",
                "3 | --move-joint head=5,0,0 | the joint of head at 5.0,0.0,0.0 would be 4.",
                "3 | --move-joint head=1e10,0,0 | 1.000e+10 outside the body; the limit is the body's size,",
                "3 | --move-joint head=1e300,2,3 | 1.000e+300 outside the body; the limit is the body's size,",
                "2 | --move-joint head=1,2 | --move-joint: 1,2 must be three numbers x,y,z",
                "2 | --move-joint head=1,NaN,2 | --move-joint: 1,NaN,2 must be three finite numbers",
                "2 | --merge head | --merge head must look like A,B",
                "2 | --symmetrize up | --symmetrize up must be left or right",
                "2 | --lock head | --lock needs --examples SEQ",
                "2 | --quiet | edit needs at least one edit, such as --remove BONE or --edits"
            })
    void rejectsInvalidEdits(int code, String arguments, String sentence) {
        SinewRun run = edit((Object[]) arguments.split(" "));
        assertThat(run.code()).as(run.said()).isEqualTo(code);
        assertThat(run.err()).contains(sentence);
        assertThat(folder.resolve("out.glb")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ | is no JSON",
                "{} | must hold a list of edits",
                "[3] | edit 1: an edit must be an object",
                "[{\"edit\": \"juggle\"}] | edit 1: unknown edit 'juggle'; edits are: remove, merge",
                "[{\"edit\": \"mirrorNames\"}, {\"edit\": \"remove\"}] | edit 2: the edit remove needs bone",
                "[{\"edit\": \"moveJoint\", \"bone\": \"head\", \"to\": [1, 2]}] | must be three numbers",
                "[{\"edit\": \"moveJoint\", \"bone\": \"head\", \"to\": null}] | must be three numbers",
                "[{\"edit\": \"remove\", \"bone\": null}] | edit 1: the edit remove needs a text as bone, not null",
                "[{\"edit\": \"rename\", \"bone\": \"head\", \"name\": [1]}] | needs a text as name, not [1]",
                "[{\"edit\": null}] | edit 1: an edit needs a name"
            })
    void rejectsInvalidLists(String json, String sentence) throws Exception {
        Path list = Files.writeString(folder.resolve("list.json"), json);
        SinewRun run = edit("--edits", list);
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.err()).contains("list.json").contains(sentence);
    }
}
