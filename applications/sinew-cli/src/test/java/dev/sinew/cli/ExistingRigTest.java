package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Drivers;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.biped.Biped;
import dev.sinew.skin.ClipFrames;
import dev.sinew.skin.DriverRuntime;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;

/** {@code fit --from} and {@code --add-clip}, from files to files. */
class ExistingRigTest {
    @TempDir
    static Path shared;

    private static SkinnedModel biped;

    @TempDir
    Path folder;

    /** The figure, its clips as caches, and its rig with stiff weights. */
    @BeforeAll
    static void write() {
        biped = new Biped().make(300);
        Models.write(biped, shared.resolve("biped.glb"));
        for (Clip clip : biped.clips().subList(0, 2)) {
            MeshSequences.write(ClipFrames.sequence(biped, clip), shared.resolve(clip.name() + ".pc2"));
        }
        SkinWeights w = biped.weights();
        int[] bones = new int[w.vertexCount()];
        double[] ones = new double[bones.length];
        Arrays.fill(ones, 1);
        Arrays.setAll(bones, i -> w.bones()[i * w.influences()]);
        Models.write(
                new SkinnedModel(
                        biped.rest(),
                        SkinWeights.of(1, bones, ones),
                        biped.skeleton(),
                        biped.boneType(),
                        biped.clips()),
                shared.resolve("stiff.glb"));
    }

    private static Path in(String name) {
        return shared.resolve(name);
    }

    private Path at(String name) {
        return folder.resolve(name);
    }

    private static SinewRun done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
        return run;
    }

    private JsonNode fit(Object... arguments) {
        List<Object> all = new ArrayList<>(List.of("fit"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("-o", at("out.glb"), "--json", "-", "--quiet"));
        return done(all.toArray()).json();
    }

    @Test
    void weightsForMotionThatStays() {
        JsonNode json = fit(in("walk.obj"), "--from", in("stiff.glb"), "--solve", "weights", "--clip-name", "walk");
        assertThat(json.at("/error/erms").asDouble()).isLessThan(0.3);
        assertThat(json.at("/options/solve").asString()).isEqualTo("weights");
        assertThat(json.at("/result/clips/0/name").asString()).isEqualTo("walk");
        SkinnedModel model = Models.read(at("out.glb"));
        assertThat(model.skeleton().names()).isEqualTo(biped.skeleton().names());
        assertThat(model.skeleton().parents()).isEqualTo(biped.skeleton().parents());
        assertThat(model.clips()).extracting(Clip::name).containsExactly("walk", "wave", "idle");
        double evaluated = done(
                        "evaluate",
                        at("out.glb"),
                        "--against",
                        in("walk.obj"),
                        "--clip",
                        "walk",
                        "--json",
                        "-",
                        "--quiet")
                .json()
                .at("/error/erms")
                .asDouble();
        assertThat(evaluated).isEqualTo(json.at("/error/erms").asDouble());
        assertThat(done("info", at("out.glb")).out()).contains("21", "walk", "shin_left");
    }

    @Test
    void helperBonesLeaveTheOthersAlone() {
        JsonNode before = fit(in("wave.obj"), "--from", in("stiff.glb"), "--solve", "weights", "--influences", 1);
        JsonNode json = fit(in("wave.obj"), "--from", in("stiff.glb"), "--add-bones", 5, "--influences", 1);
        assertThat(json.at("/error/erms").asDouble())
                .isLessThan(0.9 * before.at("/error/erms").asDouble());
        assertThat(json.at("/result/bones").asInt()).isEqualTo(26);
        SkinnedModel model = Models.read(at("out.glb"));
        assertThat(model.skeleton().names()).contains("helper_1", "helper_5");
        BoneMotion was = biped.clips().get(1).motion();
        BoneMotion is = model.clips().get(0).motion();
        for (int f = 0; f < was.frameCount(); f++) {
            for (int k = 0; k < 21 * BoneMotion.STRIDE; k++) {
                assertThat(Math.abs(is.matrices()[is.offset(f, 0) + k] - was.matrices()[was.offset(f, 0) + k]))
                        .isLessThan(1e-4);
            }
        }
    }

    /** The clip without a sequence has keys of the drivers, and the file has the drivers themselves. */
    @Test
    void drivenHelperBonesMoveInOtherClips() {
        JsonNode json = fit(
                in("walk.obj"),
                "--from",
                in("stiff.glb"),
                "--clip-name",
                "walk",
                "--add-clip",
                "wave=" + in("wave.obj"),
                "--influences",
                1,
                "--add-bones",
                3,
                "--drive",
                "--drive-inputs",
                "pose");
        JsonNode learnt = json.at("/result/drivers");
        assertThat(learnt.at("/leftOut")).hasSize(2);
        assertThat(learnt.at("/unseen/withoutHelpers").asDouble()).isPositive();
        ModelFile file = ModelFile.read(at("out.glb"));
        assertThat(learnt.at("/helpers").asInt())
                .isEqualTo(file.drivers().map(Drivers::count).orElse(0));
        assertThat(file.model().clips()).extracting(Clip::name).containsExactly("walk", "wave", "idle");
        file.drivers().ifPresent(drivers -> {
            Clip idle = file.model().clips().get(2);
            double[] baked =
                    DriverRuntime.drive(file.model(), drivers, idle).motion().matrices();
            double[] played = idle.motion().matrices();
            for (int k = 0; k < baked.length; k++) {
                assertThat(played[k]).isCloseTo(baked[k], within(1e-3));
            }
        });
    }

    @Test
    void motionOfTwoClipsFromWeights() {
        JsonNode json = fit(
                in("walk.obj"),
                "--from",
                in("biped.glb"),
                "--solve",
                "motion",
                "--lock",
                "head",
                "--clip-name",
                "walk",
                "--add-clip",
                "wave=" + in("wave.obj"));
        assertThat(json.at("/error/erms").asDouble()).isLessThan(0.1);
        assertThat(json.at("/input/frames").asInt()).isEqualTo(33 + 75);
        assertThat(json.at("/result/clips/1/name").asString()).isEqualTo("wave");
        assertThat(json.at("/result/clips/1/frames").asInt()).isEqualTo(75);
        assertThat(json.at("/result/clips/1/erms").asDouble()).isLessThan(0.1);
    }

    @Test
    void twoClipsFromNothing() {
        JsonNode json =
                fit(in("walk.obj"), "--add-clip", "wave=" + in("wave.obj"), "--bones", 12, "--bone-type", "rigid");
        assertThat(json.at("/result/clips").size()).isEqualTo(2);
        assertThat(json.at("/error/erms").asDouble()).isLessThan(5);
        for (String clip : List.of("walk", "wave")) {
            done("evaluate", at("out.glb"), "--clip", clip, "--against", in(clip + ".obj"));
        }
        done(
                "fit",
                in("walk.obj"),
                "--add-clip",
                "wave=" + in("wave.obj"),
                "--bones",
                3,
                "-o",
                at("page.glb"),
                "--report",
                at("page.html"));
        assertThat(at("page.html")).isNotEmptyFile();
    }

    @Test
    void weightsStayWhereTheyArePainted() throws IOException {
        int n = biped.vertexCount();
        StringBuilder text = new StringBuilder("# all fixed but one\n0");
        text.append(", 1".repeat(n - 1));
        Files.writeString(at("locks.csv"), text);
        fit(in("wave.obj"), "--from", in("stiff.glb"), "--solve", "weights", "--lock-weights", at("locks.csv"));
        assertThat(Models.read(at("out.glb")).weights().meanInfluences()).isBetween(1.0, 1 + 8.0 / n);

        float[] white = new float[3 * n];
        Arrays.fill(white, 1);
        SkinnedModel stiff = Models.read(in("stiff.glb"));
        Mesh.Surface s = stiff.rest().surface();
        Mesh painted = stiff.rest()
                .withSurface(new Mesh.Surface(
                        s.uvs(),
                        s.normals(),
                        Optional.of(white),
                        s.materials(),
                        s.faceMaterials(),
                        s.groups(),
                        s.faceGroups()));
        Models.write(
                new SkinnedModel(painted, stiff.weights(), stiff.skeleton(), stiff.boneType(), stiff.clips()),
                at("white.glb"));
        fit(in("wave.obj"), "--from", at("white.glb"), "--solve", "both", "--lock-weights", "colours");
        assertThat(Models.read(at("out.glb")).weights().maxInfluences()).isEqualTo(1);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--lock tail                      | --lock tail: BIPED has no such bone, it has: hips",
                "--solve weights --clip-name run       | has no clip named 'run'; it has: walk, wave, idle",
                "--solve weights --clip-name wave      | clip 'wave' of BIPED has 75 frames and its sequence has 33",
                "--clip-name walk --add-clip bend=SHEET | clip 'bend' has 144 vertices and clip 'walk' has",
                "--lock-weights SHORT             | short.txt has 3 numbers for the",
                "--lock-weights WRONG             | wrong.txt, line 2: 1.5 is out of range; values must be from 0.0 to 1.0",
                "--lock-weights WORDS             | words.txt, line 1: 'white' is not a number",
                "--lock-weights nowhere.txt       | nowhere.txt does not exist",
            })
    void badInputIsRejectedWithAMessage(String arguments, String sentence) throws IOException {
        Files.writeString(at("short.txt"), "0 1 0");
        Files.writeString(at("wrong.txt"), "0\n1.5\n");
        Files.writeString(at("words.txt"), "white black");
        Fixtures.sequence(folder, "sheet", 3);
        List<Object> all = new ArrayList<>(List.of("fit", in("walk.obj"), "--from", in("biped.glb")));
        for (String word : arguments.strip().split(" +")) {
            all.add(word.replace("SHEET", at("sheet.obj").toString())
                    .replace("SHORT", at("short.txt").toString())
                    .replace("WRONG", at("wrong.txt").toString())
                    .replace("WORDS", at("words.txt").toString()));
        }
        all.addAll(List.of("-o", at("out.glb"), "--quiet"));
        SinewRun run = SinewRun.of(all.toArray());
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.err().lines()).hasSize(1);
        assertThat(run.err()).contains(sentence.replace("BIPED", in("biped.glb").toString()));
        assertThat(at("out.glb")).doesNotExist();
    }

    @Test
    void clipsThatCouldBeMeantAreNamed() {
        MeshSequences.write(ClipFrames.sequence(biped, biped.clips().get(0)), at("moves.pc2"));
        SinewRun run = SinewRun.of(
                "fit",
                at("moves.obj"),
                "--from",
                in("biped.glb"),
                "--solve",
                "weights",
                "-o",
                at("out.glb"),
                "--quiet");
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.err()).contains("has 3 clips; select one with --clip: walk, wave, idle");
    }

    @Test
    void otherMeshesAndModelsAreRejectedByTheProcess() throws Exception {
        Path sheet = Fixtures.sequence(folder, "sheet", 3);
        Path logs = Files.createDirectory(at("logs"));
        SinewRun other =
                SinewProcess.run(logs, "fit", sheet, "--from", in("biped.glb"), "-o", at("out.glb"), "--quiet");
        assertThat(other.code()).as(other.said()).isEqualTo(3);
        assertThat(other.err()).contains("is not the mesh of", "vertex", "away from every vertex");
        assertThat(other.err().lines()).hasSize(1);
        Files.writeString(at("bare.gltf"), "{\"asset\":{\"version\":\"2.0\"},\"scene\":0,\"scenes\":[{\"nodes\":[]}]}");
        SinewRun bare = SinewProcess.run(logs, "fit", sheet, "--from", at("bare.gltf"), "-o", at("out.glb"), "--quiet");
        assertThat(bare.code()).as(bare.said()).isEqualTo(3);
        assertThat(bare.err()).contains("bare.gltf").contains("skin");
        assertThat(at("out.glb")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "--from x.glb --bones 3           | --bones cannot be used with --from",
                "--from x.glb --error 3           | --error cannot be used with --from",
                "--from x.glb --rest first        | --rest cannot be used with --from",
                "--from x.obj                     | --from x.obj must be a skinned model",
                "--from x.glb --solve all         | --solve all must be weights, motion or both",
                "--from x.glb --add-bones 0       | --add-bones 0 must be from 1 to 1024",
                "--from x.glb --add-bones 2 --solve motion   | it needs --solve weights",
                "--from x.glb --add-bones 2 --solve both     | it needs --solve weights",
                "--from x.glb --solve weights --lock head    | has no effect with --solve weights, which keeps the motion of all bones",
                "--from x.glb --solve motion --lock-weights y | has no effect with --solve motion, which keeps all weights",
                "--from x.glb --solve motion --influences 4  | --influences has no effect with --solve motion",
                "--from x.glb --solve motion --smooth 1      | --smooth has no effect with --solve motion",
                "--bones 3 --solve weights        | --solve needs --from MODEL",
                "--bones 3 --lock head            | --lock needs --from MODEL",
                "--bones 3 --lock-weights colours | --lock-weights needs --from MODEL",
                "--bones 3 --add-bones 2          | --add-bones needs --from MODEL",
                "--bones 3 --drive                | --drive needs --from MODEL",
                "--from x.glb --drive             | --drive needs --add-bones N",
                "--from x.glb --add-bones 2 --drive-inputs pose | --drive-inputs needs --drive",
                "--bones 3 --add-clip walk        | --add-clip walk must look like NAME=SEQ",
                "--bones 3 --add-clip a=x --add-clip a=y | two clips have the name a",
            })
    void rejectsContradictions(String arguments, String sentence) {
        List<Object> all = new ArrayList<>(List.of("fit", "seq.obj", "-o", at("out.glb")));
        all.addAll(List.of(arguments.strip().split(" +")));
        SinewRun run = SinewRun.of(all.toArray());
        assertThat(run.code()).as(run.said()).isEqualTo(2);
        assertThat(run.err()).contains(sentence);
    }

    @Test
    void rejectsNarrowerBoneTypes() {
        JsonNode json = fit(
                in("walk.obj"),
                "--from",
                in("biped.glb"),
                "--solve",
                "motion",
                "--clip-name",
                "walk",
                "--bone-type",
                "affine");
        assertThat(json.at("/result/boneType").asString()).isEqualTo("affine");
        SinewRun narrower = SinewRun.of(
                "fit",
                in("walk.obj"),
                "--from",
                at("out.glb"),
                "--bone-type",
                "rigid",
                "-o",
                at("narrow.glb"),
                "--quiet");
        assertThat(narrower.code()).isEqualTo(3);
        assertThat(narrower.err()).contains("has affine bones; only a more general type is possible");
    }
}
