package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Every verb, from files to files. */
class VerbsTest {
    private static final int FRAMES = 9;

    @TempDir
    Path folder;

    private static SinewRun done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
        return run;
    }

    private Path at(String name) {
        return folder.resolve(name);
    }

    @Test
    void fitTellsWhatCameOut() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        SinewRun run = done("fit", mesh, "--bones", 5, "-o", at("sheet.glb"), "--json", at("sheet.json"));

        assertThat(run.out()).contains("144 vertices", "121 faces", "9 frames", "bones", "E_RMS", "worst", "sheet.glb");
        JsonNode json = JsonMapper.shared().readTree(Files.readString(at("sheet.json")));
        assertThat(json.propertyNames())
                .containsExactly(
                        "command",
                        "arguments",
                        "version",
                        "input",
                        "options",
                        "outcome",
                        "iterations",
                        "result",
                        "error",
                        "seconds");
        assertThat(json.at("/command").asString()).isEqualTo("fit");
        assertThat(json.at("/input/vertices").asInt()).isEqualTo(Fixtures.VERTICES);
        assertThat(json.at("/input/faces").asInt()).isEqualTo(Fixtures.FACES);
        assertThat(json.at("/input/frames").asInt()).isEqualTo(FRAMES);
        assertThat(json.at("/input/shells").asInt()).isEqualTo(1);
        assertThat(json.at("/options/bones").asInt()).isEqualTo(5);
        assertThat(json.at("/result/bones").asInt()).isBetween(1, 5);
        assertThat(json.at("/result/influences").asInt()).isBetween(1, 4);
        assertThat(json.at("/result/fileBytes").asLong()).isEqualTo(Files.size(at("sheet.glb")));
        assertThat(json.at("/result/keys").asLong()).isPositive();
        assertThat(json.at("/error/max/vertex").asInt()).isBetween(0, Fixtures.VERTICES - 1);
        assertThat(json.at("/error/envelopingError").isNull()).isTrue();
        assertThat(json.at("/seconds").propertyNames()).containsExactly("read", "solve", "write", "measure");
    }

    @Test
    void theReportedErrorIsThatOfTheFile() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        JsonNode fit = done("fit", mesh, "--bones", 4, "-o", at("sheet.glb"), "--json", "-")
                .json();
        JsonNode evaluated = done("evaluate", at("sheet.glb"), "--against", mesh, "--json", "-")
                .json();
        assertThat(evaluated.at("/error")).isEqualTo(fit.at("/error"));
        assertThat(evaluated.at("/result/bones")).isEqualTo(fit.at("/result/bones"));
        assertThat(fit.at("/error/erms").asDouble()).isPositive();
    }

    @Test
    void sameInputOptionsAndSeedGiveTheSameBytes() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        done("fit", mesh, "--bones", 6, "--threads", 1, "-o", at("one.glb"));
        done("fit", mesh, "--bones", 6, "--threads", 3, "-o", at("three.glb"));
        assertThat(at("three.glb")).hasSameBinaryContentAs(at("one.glb"));
    }

    @Test
    void jsonOnStandardOutSendsTheSummaryToStandardError() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        SinewRun loud = done("fit", mesh, "--bones", 3, "-o", at("a.glb"), "--json", "-");
        assertThat(loud.json().at("/result/bones").isInt()).isTrue();
        assertThat(loud.err()).contains("E_RMS");
        SinewRun quiet = done("fit", mesh, "--bones", 3, "-o", at("a.glb"), "--json", "-", "--quiet");
        assertThat(quiet.json().at("/command").asString()).isEqualTo("fit");
        assertThat(quiet.err()).isEmpty();
        assertThat(done("fit", mesh, "--bones", 3, "-o", at("a.glb"), "--quiet").out())
                .isEmpty();
    }

    @Test
    void theRestPoseIsAsAsked() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        Path other = Fixtures.mesh(at("bent.obj"), 3);
        assertThat(restOf(mesh, "given")).as("flat").isCloseTo(0, within(1e-6));
        assertThat(restOf(mesh, "first")).as("flat").isCloseTo(0, within(1e-6));
        assertThat(restOf(mesh, other.toString())).as("bent").isGreaterThan(0.1);
    }

    /** Frames alone have no rest pose: without one the first file is used, with a note; with one, drift is relative to it. */
    @Test
    void notesTheRestPoseOfFiles() throws IOException {
        Path frames = Fixtures.frames(at("frames"), FRAMES);
        Path bent = Fixtures.mesh(at("bent.obj"), 3);
        String told = done("fit", frames, "--bones", 3, "-o", at("a.glb")).out();
        assertThat(told).contains("frame0.obj, is used; --rest FILE selects another mesh");
        SinewRun chosen = done("fit", frames, "--bones", 3, "--rest", bent, "-o", at("a.glb"), "--json", "-");
        assertThat(chosen.err()).doesNotContain("the first of the files");
        assertThat(chosen.json().at("/error/rest/drift").asDouble()).isZero();
    }

    /** Height of the rest pose of a fitted model. */
    private double restOf(Path mesh, String rest) {
        done("fit", mesh, "--bones", 3, "--rest", rest, "-o", at("rest.glb"), "--quiet");
        JsonNode box =
                done("info", at("rest.glb"), "--json", "-", "--quiet").json().at("/result");
        return box.at("/boxMax/1").asDouble() - box.at("/boxMin/1").asDouble();
    }

    @Test
    void rangeRateAxisAndScaleReachTheModel() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        done(
                "fit",
                mesh,
                "--bones",
                3,
                "--range",
                "1:8:2",
                "--fps",
                24,
                "--up",
                "z",
                "--scale",
                100,
                "--rest",
                "given",
                "-o",
                at("sheet.glb"));
        JsonNode info = done("info", at("sheet.glb"), "--json", "-").json();
        assertThat(info.at("/result/clips/0/frames").asInt()).isEqualTo(4);
        assertThat(info.at("/result/clips/0/fps").asDouble()).isCloseTo(12, within(1e-3));
        assertThat(info.at("/result/boxMax/1").asDouble()).isCloseTo(100, within(1e-3));
        assertThat(info.at("/result/boxMax/0").asDouble()).isCloseTo(100, within(1e-3));
    }

    @Test
    void evaluateTakesFramesInAnyOrderOfArguments() throws IOException {
        Path frames = Fixtures.frames(at("frames"), 5);
        done("fit", frames, "--bones", 3, "-o", at("m.glb"));
        List<Path> files = files(frames);
        JsonNode folderRun = done("evaluate", at("m.glb"), "--against", frames, "--json", "-")
                .json();
        JsonNode expanded = done(
                        "evaluate",
                        "--json",
                        "-",
                        "--against",
                        files.get(0),
                        files.get(1),
                        files.get(2),
                        files.get(3),
                        files.get(4),
                        at("m.glb"))
                .json();
        assertThat(expanded.at("/error")).isEqualTo(folderRun.at("/error"));
        assertThat(done("evaluate", at("m.glb"), "--against", at("frames/frame*.obj"), "--json", "-")
                        .json()
                        .at("/error"))
                .isEqualTo(folderRun.at("/error"));
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @Test
    void evaluateRejectsDifferentMeshes() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        done("fit", mesh, "--bones", 3, "-o", at("sheet.glb"));
        SinewRun frames = SinewRun.of("evaluate", at("sheet.glb"), "--against", mesh, "--range", "0:3");
        assertThat(frames.code()).isEqualTo(3);
        assertThat(frames.err()).contains("has 9 frames", "has 4", "both need the same number");
        Path triangle = Files.writeString(at("triangle.obj"), "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
        Files.write(at("triangle.pc2"), Fixtures.pc2(3, FRAMES, FRAMES));
        SinewRun vertices = SinewRun.of("evaluate", at("sheet.glb"), "--against", triangle);
        assertThat(vertices.code()).isEqualTo(3);
        assertThat(vertices.err()).contains("(144 vertices) is not the mesh of", "(3 vertices)");
        SinewRun clip = SinewRun.of("evaluate", at("sheet.glb"), "--against", mesh, "--clip", "run");
        assertThat(clip.code()).isEqualTo(3);
        assertThat(clip.err()).contains("has no clip named 'run'; it has: sheet");
    }

    @Test
    void infoDescribesMeshesSequencesAndModels() throws IOException {
        Path mesh = Fixtures.mesh(at("alone.obj"), 0);
        Path sequence = Fixtures.sequence(folder, "sheet", FRAMES);
        done("fit", sequence, "--bones", 3, "-o", at("model.glb"));
        SinewRun run = done("info", mesh, sequence, at("model.glb"));
        assertThat(run.out())
                .contains("alone.obj: a mesh\n", "sheet.obj: a mesh sequence\n", "model.glb: a skinned model\n")
                .contains("121 (242 triangles)", "9 frames at ", "'sheet', 9 frames");
        JsonNode list = done("info", mesh, sequence, "--json", "-").json();
        assertThat(list.at("/0/result/kind").asString()).isEqualTo("mesh");
        assertThat(list.at("/1/result/kind").asString()).isEqualTo("sequence");
        assertThat(list.at("/1/input/frames").asInt()).isEqualTo(FRAMES);
    }

    @Test
    void convertGoesAroundWithoutLoss() throws IOException {
        Path frames = Fixtures.frames(at("frames"), 5);
        done("convert", frames, "-o", at("a.pc2"));
        done("convert", at("a.obj"), "-o", at("b.mdd"));
        done("convert", at("b.obj"), "-o", at("plys/c.ply"));
        done("convert", at("plys"), "-o", at("d.pc2"));
        assertThat(at("d.pc2")).hasSameBinaryContentAs(at("a.pc2"));
    }

    @Test
    void modelsBecomeSequencesThatTheyPlayExactly() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        done("fit", mesh, "--bones", 3, "-o", at("m.glb"));
        done("convert", at("m.glb"), "-o", at("played.pc2"));
        JsonNode error = done("evaluate", at("m.glb"), "--against", at("played.obj"), "--json", "-")
                .json()
                .at("/error");
        assertThat(error.at("/erms").asDouble()).isLessThan(1e-3);
        done("convert", at("m.glb"), "-o", at("m.gltf"));
        JsonNode same = done("evaluate", at("m.gltf"), "--against", at("played.obj"), "--json", "-")
                .json()
                .at("/error");
        assertThat(same.at("/erms").asDouble()).isLessThan(1e-3);
    }

    @Test
    void alembicGoesAroundWithoutLoss() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        done("convert", mesh, "--fps", 25, "-o", at("sheet.abc"));
        Files.createDirectory(at("back"));
        done("convert", at("sheet.abc"), "-o", at("back/sheet.pc2"));
        assertThat(at("back/sheet.pc2")).hasSameBinaryContentAs(at("sheet.pc2"));
        assertThat(done("info", at("sheet.abc")).out()).contains("9 frames at 25 fps", "144", "1 group (sheet)");
        done("fit", at("sheet.abc"), "--object", "sheet", "--bones", 3, "-o", at("sheet.glb"));
        done("evaluate", at("sheet.glb"), "--against", at("sheet.abc"));
        SinewRun wrong = SinewRun.of("info", at("sheet.abc"), "--object", "hat");
        assertThat(wrong.code()).isEqualTo(3);
        assertThat(wrong.err()).contains("no object 'hat'; it has: sheet");
    }

    @Test
    void animatedModelsAreSequences() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        done("fit", mesh, "--bones", 3, "-o", at("m.glb"));
        done("fit", at("m.glb"), "--bones", 3, "--clip", "sheet", "-o", at("again.glb"));
        done("evaluate", at("m.glb"), "--against", at("m.glb"), "--clip", "sheet");
        SinewRun wrong = SinewRun.of("fit", at("m.glb"), "--bones", 3, "--clip", "hat", "-o", at("x.glb"));
        assertThat(wrong.code()).isEqualTo(3);
        assertThat(wrong.err()).contains("no clip named 'hat'; it has: sheet");
    }

    @Test
    void convertNeverWritesOverItsInput() throws IOException {
        Path mesh = Fixtures.sequence(folder, "sheet", FRAMES);
        String before = Files.readString(mesh);
        SinewRun beside = SinewRun.of("convert", mesh, "-o", at("sheet.mdd"));
        assertThat(beside.code()).isEqualTo(3);
        assertThat(beside.err()).contains("sheet.obj, which is the input; choose another name");
        assertThat(SinewRun.of("convert", mesh, "-o", mesh).code()).isEqualTo(3);
        assertThat(mesh).hasContent(before);
        assertThat(at("sheet.mdd")).doesNotExist();
    }

    @Test
    void loneMeshesConvert() throws IOException {
        Path mesh = Fixtures.mesh(at("alone.obj"), 2);
        done("convert", mesh, "-o", at("alone2.ply"));
        done("convert", at("alone2.ply"), "-o", at("again.obj"));
        JsonNode list = done("info", mesh, at("again.obj"), "--json", "-").json();
        assertThat(list.at("/1/result/boxMax")).isEqualTo(list.at("/0/result/boxMax"));
        assertThat(list.at("/1/input/faces")).isEqualTo(list.at("/0/input/faces"));
    }

    @Test
    void samplesAreListedAndWritten() {
        SinewRun list = done("sample", "--list");
        assertThat(list.out()).contains("flag", "creature");
        done("sample", "creature", "-o", at("creature.pc2"), "--vertices", 300, "--frames", 4);
        JsonNode info = done("info", at("creature.obj"), "--json", "-").json();
        assertThat(info.at("/input/frames").asInt()).isEqualTo(4);
        assertThat(info.at("/input/vertices").asInt()).isBetween(100, 600);
    }

    @Test
    void theMannequinIsWrittenNoisyAndWithItsTruth() {
        done("sample", "mannequin", "-o", at("clean.pc2"), "--vertices", 400, "--frames", 5);
        done("sample", "mannequin", "-o", at("noisy.pc2"), "--vertices", 400, "--frames", 5, "--noise", 0.5);
        done("sample", "mannequin", "-o", at("truth.glb"), "--vertices", 400, "--frames", 5);
        JsonNode exact = done("evaluate", at("truth.glb"), "--against", at("clean.obj"), "--json", "-")
                .json();
        assertThat(exact.at("/error/rmsePercent").asDouble()).isLessThan(1e-4);
        JsonNode noisy = done("evaluate", at("truth.glb"), "--against", at("noisy.obj"), "--json", "-")
                .json();
        assertThat(noisy.at("/error/rmsePercent").asDouble()).isBetween(0.47, 0.53);
    }

    @Test
    void theMotionOfASkeletonBecomesBvh() {
        done("sample", "biped", "-o", at("biped.glb"), "--vertices", 300);
        done("convert", at("biped.glb"), "--clip", "walk", "-o", at("walk.bvh"));
        assertThat(at("walk.bvh"))
                .content()
                .startsWith("HIERARCHY\nROOT hips\n")
                .contains("Frames: 33\n");
    }

    @Test
    void demoFitsTheSampleThatIsNamed() {
        SinewRun run = done("demo", "creature", "-o", at("demo"), "--vertices", 300, "--frames", 4, "--bones", 4);
        for (String name : List.of("creature.glb", "creature.obj", "creature.pc2", "creature.html", "index.html")) {
            assertThat(at("demo").resolve(name)).isNotEmptyFile();
        }
        assertThat(run.out())
                .contains("4 bones, ")
                .contains("Open " + at("demo").resolve("index.html") + " in a browser");
    }

    @Test
    void demoShowsACapeACreatureAndASkeletonOnOnePage() {
        done("demo", "-o", at("demo"), "--vertices", 620, "--frames", 6);
        assertThat(at("demo").resolve("index.html"))
                .content()
                .contains(
                        "src=\"cape.html\"",
                        "src=\"creature.html\"",
                        "src=\"mannequin.html\"",
                        "sinew rig mannequin.obj");
    }

    @Test
    void demoRejectsBonesWithoutASample() {
        SinewRun run = SinewRun.of("demo", "--bones", 4, "-o", at("demo"));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.said()).contains("--bones needs a NAME");
        assertThat(at("demo")).doesNotExist();
    }
}
