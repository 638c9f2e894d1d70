package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.handles.HandleWeights;
import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code sinew weights} and {@code sinew pose} as a person calls them. */
class HandlesTest {
    private static final int N = 12;
    private static final String OCTAHEDRON = """
            v 1 0 0
            v -1 0 0
            v 0 1 0
            v 0 -1 0
            v 0 0 1
            v 0 0 -1
            f 1 3 5
            f 3 2 5
            f 2 4 5
            f 4 1 5
            f 3 1 6
            f 2 3 6
            f 4 2 6
            f 1 4 6
            """;

    @TempDir
    Path folder;

    private Path mesh;
    private Path handles;

    @BeforeEach
    void aCardWithTwoHandles() throws IOException {
        mesh = folder.resolve("card.obj");
        Mesh card = card(0);
        MeshSequences.writeMesh(card, mesh);
        handles = Files.writeString(folder.resolve("handles.json"), """
                {"handles": [{"name": "left", "type": "point", "vertex": 72},
                             {"name": "right", "type": "point", "vertex": 83}]}
                """);
    }

    /** A sheet from x = 0 to 1, its right half turned up. */
    private static Mesh card(double angle) {
        float[] p = new float[3 * N * N];
        int[] t = new int[6 * (N - 1) * (N - 1)];
        int at = 0;
        for (int y = 0; y < N; y++) {
            for (int x = 0; x < N; x++) {
                int i = y * N + x;
                double u = x / (N - 1.0) - 0.5;
                p[3 * i] = (float) (u > 0 ? u * Math.cos(angle) : u);
                p[3 * i + 2] = (float) (u > 0 ? u * Math.sin(angle) : 0);
                p[3 * i + 1] = y / (N - 1f);
                if (x + 1 < N && y + 1 < N) {
                    for (int k : new int[] {i, i + 1, i + N + 1, i, i + N + 1, i + N}) {
                        t[at++] = k;
                    }
                }
            }
        }
        return Mesh.ofTriangles(p, t);
    }

    private SinewRun done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
        return run;
    }

    @Test
    void weightsThenPose() throws IOException {
        Path model = folder.resolve("card.glb");
        JsonNode json = done("weights", mesh, "--handles", handles, "-o", model, "--json", "-", "--quiet")
                .json();
        assertThat(json.at("/result/domain").stringValue()).isEqualTo("surface");
        assertThat(json.at("/result/bones").intValue()).isEqualTo(2);
        assertThat(json.at("/result/exact").booleanValue()).isTrue();
        Path targets = Files.writeString(folder.resolve("t.json"), """
                {"targets": [{"handle": "left", "position": [-0.5, 0.5454545, 0]},
                             {"handle": "right", "position": [0.5, 0.5454545, 0.4]}]}
                """);
        Path posed = folder.resolve("posed.obj");
        JsonNode pose = done("pose", model, "--targets", targets, "-o", posed, "--json", "-", "--quiet")
                .json();
        assertThat(pose.at("/outcome").stringValue()).isEqualTo("CONVERGED");
        assertThat(pose.at("/iterations").intValue()).isPositive();
        float[] p = MeshSequences.readMesh(posed).positions();
        assertThat(p[3 * 83 + 2]).isCloseTo(0.4f, within(1e-3f));
        assertThat(p[3 * 72 + 2]).isCloseTo(0f, within(1e-3f));
        Path moving = Files.writeString(folder.resolve("k.json"), """
                {"fps": 10, "keyframes": [
                  {"time": 0, "targets": [{"handle": "right", "position": [0.5, 0.5454545, 0]}]},
                  {"time": 0.4, "targets": [{"handle": "right", "position": [0.5, 0.5454545, 0.4]}]}]}
                """);
        Path animated = folder.resolve("animated.glb");
        done("pose", model, "--targets", moving, "-o", animated);
        assertThat(Models.read(animated).clips().get(0).motion().frameCount()).isEqualTo(5);
    }

    @Test
    void examplesAreLearntAndTheirErrorIsThatOfTheFile() {
        Path cache = folder.resolve("poses.pc2");
        float[][] frames = {card(0.5).positions(), card(1).positions()};
        MeshSequences.write(new MeshSequence("poses", card(0), FrameSource.of(frames), 30), cache);
        Path model = folder.resolve("learnt.glb");
        JsonNode json = done(
                        "weights",
                        mesh,
                        "--handles",
                        handles,
                        "--examples",
                        folder.resolve("poses.obj"),
                        "-o",
                        model,
                        "--iterations",
                        8,
                        "--json",
                        "-",
                        "--quiet")
                .json();
        double before = json.at("/result/errorBeforePercent").doubleValue();
        double after = json.at("/result/errorAfterPercent").doubleValue();
        assertThat(after).isLessThan(0.3 * before);
        assertThat(json.at("/error/rmsePercent").doubleValue()).isCloseTo(after, within(0.02));
        assertThat(json.at("/result/energy").size()).isBetween(1, 8);
    }

    /** Dragging on the page is tested in a browser, see proof/sinew-interop/browser. */
    @Test
    void handlesAreOnThePageOfWeightsAndOfPose() throws IOException {
        Path model = folder.resolve("card.glb");
        Path page = folder.resolve("card.html");
        done("weights", mesh, "--handles", handles, "-o", model, "--report", page);
        assertThat(Files.readString(page)).contains("\"handles\":{\"list\":[{\"name\":\"left\"", "\"targets\":[]");
        Path targets = Files.writeString(
                folder.resolve("t.json"), "{\"targets\": [{\"handle\": \"left\", \"position\": [-0.5, 0.5, 0.25]}]}");
        Path posed = folder.resolve("posed.html");
        done("pose", model, "--targets", targets, "-o", folder.resolve("p.obj"), "--report", posed);
        assertThat(Files.readString(posed))
                .contains("\"targets\":[{\"handle\":\"left\",\"position\":[-0.5,0.5,0.25]}]");
        Path picture = folder.resolve("card.png");
        rejected(2, "--picture", "weights", mesh, "--handles", handles, "-o", model, "--picture", picture);
    }

    @Test
    void cornersOfACageMoveWithoutTurning() throws IOException {
        Path box = folder.resolve("box.obj");
        Files.writeString(box, OCTAHEDRON);
        Files.writeString(handles, """
                {"cage": {"name": "cage", "positions": [[-2, -2, -2], [6, -2, -2], [-2, 6, -2], [-2, -2, 6]],
                          "triangles": [[0, 2, 1], [0, 1, 3], [1, 2, 3], [2, 0, 3]]}}
                """);
        Path model = folder.resolve("cage.glb");
        done("weights", box, "--handles", handles, "--domain", "volume", "--resolution", 8, "-o", model);
        Path targets = Files.writeString(folder.resolve("t.json"), """
                {"targets": [{"handle": "cage_0", "position": [-2, -2, -2]}, {"handle": "cage_1", "position": [8, -2, -2]},
                             {"handle": "cage_2", "position": [-2, 6, -2]}, {"handle": "cage_3", "position": [-2, -2, 6]}]}
                """);
        Path posed = folder.resolve("posed.obj");
        done("pose", model, "--targets", targets, "-o", posed);
        float[] before = MeshSequences.readMesh(box).positions();
        float[] after = MeshSequences.readMesh(posed).positions();
        double[] w = HandleWeights.of(Models.read(model).weights(), 4).ofHandle(1);
        for (int i = 0; i < w.length; i++) {
            assertThat(after[3 * i] - before[3 * i]).isCloseTo((float) (2 * w[i]), within(1e-4f));
            assertThat(after[3 * i + 1]).isCloseTo(before[3 * i + 1], within(1e-4f));
        }
    }

    @Test
    void influencesAreLimited() throws IOException {
        Files.writeString(handles, """
                {"handles": [{"name": "a", "type": "point", "vertex": 0}, {"name": "b", "type": "point", "vertex": 11},
                             {"name": "c", "type": "point", "vertex": 143}]}
                """);
        Path model = folder.resolve("two.glb");
        done("weights", mesh, "--handles", handles, "--influences", 2, "-o", model);
        assertThat(Models.read(model).weights().maxInfluences()).isEqualTo(2);
    }

    @Test
    void whatCannotBeIsRejectedWithAMessage() throws IOException {
        Path model = folder.resolve("m.glb");
        rejected(3, "nowhere.json does not exist", "weights", mesh, "--handles", "nowhere.json", "-o", model);
        rejected(2, "--domain middle", "weights", mesh, "--handles", handles, "--domain", "middle", "-o", model);
        rejected(2, "--examples", "weights", mesh, "--handles", handles, "--sparsity", 1, "-o", model);
        Path other = folder.resolve("other.pc2");
        Mesh triangle = Mesh.ofTriangles(new float[9], new int[] {0, 1, 2});
        MeshSequences.write(new MeshSequence("o", triangle, FrameSource.of(new float[][] {new float[9]}), 30), other);
        rejected(
                3,
                "3 vertices, the mesh has 144",
                "weights",
                mesh,
                "--handles",
                handles,
                "--examples",
                folder.resolve("other.obj"),
                "-o",
                model);
        done("weights", mesh, "--handles", handles, "-o", model);
        Path targets = Files.writeString(
                folder.resolve("t.json"), "{\"targets\": [{\"handle\": \"tail\", \"position\": [0, 0, 0]}]}");
        rejected(3, "no handle 'tail'", "pose", model, "--targets", targets, "-o", folder.resolve("p.obj"));
    }

    /** Mistakes in a targets file: an error message, exit code 3, nothing written. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"handle": "left", "transform": [1,0,0,0, 0,1,0,0, 0,0,0,0]}            | would flatten the mesh
            {"handle": "spine", "position": [0, 0, 0], "tip": [0, 0, 0]}            | both ends of bone 'spine'
            {"handle": "left", "position": [0, 0, 0], "tip": [1, 0, 0]}             | 'left' is not a bone
            {"handle": "left", "position": [0, 0]}                                  | has 2 numbers; it must have 3
            {"handle": "left", "position": [1e300, 0, 0]}                           | times the mesh's size away
            {"handle": "left", "position": [1e999, 0, 0]}                           | must be a finite number
            {"handle": "left"}                                                      | has no 'position'
            {"handle": "tail", "position": [0, 0, 0]}                               | no handle 'tail'; handles: left
            {"handle": "left", "position": [0, 0, 0], "transform": [1,0,0,0, 0,1,0,0, 0,0,1,0]} | exactly one of them
            {"handle": "left", "position": [0, 0, 0]}, {"handle": "left", "position": [0, 1, 0]} | a second target for 'left'
            """)
    void badTargets(String targets, String sentence) throws IOException {
        rejectsPose("{\"targets\": [" + targets + "]}", sentence);
    }

    @Test
    void badKeyframes() throws IOException {
        String place = "\"targets\": [{\"handle\": \"left\", \"position\": [0, 0, 0]}]";
        String matrix = "\"targets\": [{\"handle\": \"left\", \"transform\": [1,0,0,0, 0,1,0,0, 0,0,1,0]}]";
        rejectsPose("{\"keyframes\": [{\"time\": 1, " + place + "}, {\"time\": 1, " + place + "}]}", "ascending order");
        rejectsPose("{\"keyframes\": [{\"time\": 0, " + place + "}, {\"time\": 1, " + matrix + "}]}", "the same kind");
        rejectsPose(
                "{\"keyframes\": [{\"time\": 0, " + place + "}, {\"time\": 1e9, " + place + "}]}", "at most 100000");
        rejectsPose("{\"targets\": [", "is not valid JSON");
        rejectsPose("{\"targets\": []}", "has no targets");
        rejectsPose("{}", "has no 'targets'");
    }

    private void rejectsPose(String text, String sentence) throws IOException {
        Files.writeString(handles, """
                {"handles": [{"name": "left", "type": "point", "vertex": 72},
                             {"name": "spine", "type": "bone", "from": [0.3, 0.5, 0], "to": [0.5, 0.5, 0]}]}
                """);
        Path model = folder.resolve("spine.glb");
        done("weights", mesh, "--handles", handles, "-o", model, "--quiet");
        Path targets = Files.writeString(folder.resolve("bad.json"), text);
        Path output = folder.resolve("bad.obj");
        SinewRun run = SinewRun.of("pose", model, "--targets", targets, "-o", output, "--quiet");
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.err()).contains(sentence);
        assertThat(run.err().strip().lines()).hasSize(1);
        assertThat(output).doesNotExist();
    }

    @Test
    void keyframesBecomeAnyKindOfSequence() throws IOException {
        Path model = folder.resolve("card.glb");
        done("weights", mesh, "--handles", handles, "-o", model, "--quiet");
        Path keys = Files.writeString(folder.resolve("k.json"), """
                {"fps": 10, "keyframes": [
                  {"time": 0, "targets": [{"handle": "left", "position": [-0.5, 0.5454545, 0]}, {"handle": "right", "position": [0.5, 0.5454545, 0]}]},
                  {"time": 0.4, "targets": [{"handle": "right", "position": [0.5, 0.5454545, 0.4]}]}]}
                """);
        for (String name : List.of("p.pc2", "m.mdd", "a.abc", "g.glb")) {
            Path output = folder.resolve(name);
            done("pose", model, "--targets", keys, "-o", output, "--quiet");
            Path besideCache = folder.resolve(name.charAt(0) + ".obj");
            Path input = Files.exists(besideCache) ? besideCache : output;
            JsonNode json = done("info", input, "--json", "-", "--quiet").json();
            assertThat(json.toString()).as(name).contains("\"frames\":5");
        }
        done("pose", model, "--targets", keys, "-o", folder.resolve("frame.ply"), "--quiet");
        float[] last = MeshSequences.readMesh(folder.resolve("frame_0004.ply")).positions();
        assertThat(last[3 * 83 + 2]).isCloseTo(0.4f, within(1e-3f));
    }

    @Test
    void aRiggedFileGivesItsBonesAsHandles() {
        Path rig = folder.resolve("biped.glb");
        done("sample", "biped", "-o", rig, "--vertices", 600, "--quiet");
        Path rest = folder.resolve("rest.obj");
        MeshSequences.writeMesh(Models.read(rig).rest(), rest);
        Path model = folder.resolve("bones.glb");
        JsonNode json = done(
                        "weights", rest, "--handles", rig, "--domain", "surface", "-o", model, "--json", "-", "--quiet")
                .json();
        assertThat(json.at("/result/bones").intValue())
                .isBetween(5, Models.read(rig).boneCount());
        assertThat(ModelFile.read(model).handles()).isPresent();
    }

    @Test
    void rejectsOptionsWithoutEffect() {
        Path model = folder.resolve("m.glb");
        for (String option : List.of("--range", "--fps", "--frames", "--clip", "--object")) {
            rejected(2, option + " applies to", "weights", mesh, "--handles", handles, "-o", model, option, "1");
        }
        SinewRun run = done("weights", mesh, "--handles", handles, "-o", model, "--resolution", 20);
        assertThat(run.said()).contains("--resolution 20 had no effect");
    }

    @Test
    void errorsNameTheFileAndTheTime() throws IOException {
        rejectsPose("{\"targets\": [{\"handle\": \"tail\", \"position\": [0, 0, 0]}]}", "bad.json: no handle");
        String left = "\"targets\": [{\"handle\": \"left\", \"position\": [0, 0, 0]}]";
        String tail = left.replace("left", "tail");
        rejectsPose(
                "{\"keyframes\": [{\"time\": 0, " + left + "}, {\"time\": 1.5, " + tail + "}]}",
                "bad.json, key at 1.5 s: no handle");
        String ends = "\"targets\": [{\"handle\": \"spine\", \"position\": [0, 0, 0], \"tip\": [X, 0, 0]}]";
        rejectsPose(
                "{\"fps\": 2, \"keyframes\": [{\"time\": 0, " + ends.replace("X", "1") + "}, {\"time\": 1, "
                        + ends.replace("X", "-1") + "}]}",
                "bad.json, frame 1 at 0.500 s: both ends");
        Files.writeString(handles, "{\"handles\": [{\"name\": \"a\", \"type\": \"point\", \"position\": [9, 9, 9]}]}");
        rejected(3, "handles.json: handle 'a'", "weights", mesh, "--handles", handles, "-o", folder.resolve("m.glb"));
    }

    @Test
    void oneMeshIsOneExample() {
        Path pose = folder.resolve("pose.obj");
        MeshSequences.writeMesh(card(0.7), pose);
        Path model = folder.resolve("m.glb");
        Object[] call = {"weights", mesh, "--handles", handles, "-o", model, "--iterations", 3, "--json", "-", "--quiet"
        };
        JsonNode json = done(Stream.concat(Stream.of(call), Stream.of("--examples", pose))
                        .toArray())
                .json();
        assertThat(json.at("/options/iterations").intValue()).isEqualTo(3);
        assertThat(json.at("/result/errorAfterPercent").doubleValue())
                .isLessThan(json.at("/result/errorBeforePercent").doubleValue());
        SinewRun itself = SinewRun.of(
                Stream.concat(Stream.of(call), Stream.of("--examples", mesh)).toArray());
        assertThat(itself.code()).isEqualTo(3);
    }

    /** Whatever is read stays as it is, and no output takes the place of another. */
    @Test
    void inputsAreNeverWrittenOver() throws IOException {
        Path model = folder.resolve("m.glb");
        done("weights", mesh, "--handles", handles, "-o", model, "--quiet");
        String before = Files.readString(handles);
        rejected(3, "it is the input", "weights", mesh, "--handles", handles, "-o", model, "--report", handles);
        rejected(3, "it is the input", "weights", mesh, "--handles", handles, "-o", model, "--json", mesh);
        rejected(3, "it is the input", "weights", mesh, "--handles", model, "-o", model);
        assertThat(handles).hasContent(before);
        Path targets = Files.writeString(
                folder.resolve("t.json"), "{\"targets\": [{\"handle\": \"left\", \"position\": [0, 0, 0]}]}");
        Path posed = folder.resolve("p.obj");
        rejected(3, "it is the input", "pose", model, "--targets", targets, "-o", posed, "--report", targets);
        rejected(3, "it is the input", "pose", model, "--targets", targets, "-o", model);
        Path twice = folder.resolve("twice.glb");
        for (String other : List.of("--report", "--json")) {
            rejected(2, "two different files", "weights", mesh, "--handles", handles, "-o", twice, other, twice);
            rejected(
                    2,
                    "two different files",
                    "pose",
                    model,
                    "--targets",
                    targets,
                    "-o",
                    twice,
                    other,
                    folder + "/./twice.glb");
        }
        assertThat(twice).doesNotExist();
    }

    private static void rejected(int code, String sentence, Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isEqualTo(code);
        assertThat(run.err()).contains(sentence);
    }
}
