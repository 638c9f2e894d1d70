package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.math.Affine3;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sinew pose} with a skeleton. */
class SkeletonPoseTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    private static Path biped;

    @BeforeAll
    static void makeFigure() {
        biped = shared.resolve("biped.glb");
        SinewRun.done("sample", "biped", "--vertices", 400, "-o", biped);
    }

    private Path targets(String text) throws IOException {
        return Files.writeString(folder.resolve("targets.json"), text);
    }

    private static double[] joint(SkinnedModel model, Clip clip, int f, String bone) {
        int j = model.skeleton().names().indexOf(bone);
        double[] c = model.skeleton().pivot(j);
        double[] at = new double[3];
        for (int r = 0; r < 3; r++) {
            at[r] = Affine3.row(clip.motion().matrices(), clip.motion().offset(f, j) + 4 * r, c[0], c[1], c[2]);
        }
        return at;
    }

    @Test
    void keyframesBecomeAnotherClip() throws IOException {
        SkinnedModel before = Models.read(biped);
        double[] hand = before.skeleton().pivot(before.skeleton().names().indexOf("hand_left"));
        Path targets = targets("""
                {"fps": 10, "keyframes": [
                  {"time": 0, "targets": [{"joint": "hand_left", "position": [%s, %s, %s]}]},
                  {"time": 0.5, "targets": [{"joint": "hand_left", "position": [0.3, 1.2, 0.3]},
                                            {"joint": "head", "rotation": [0, 0.3826834, 0, 0.9238795]}]}
                ]}""".formatted(hand[0], hand[1], hand[2]));
        Path out = folder.resolve("out.glb");
        SinewRun run =
                SinewRun.done("pose", biped, "--targets", targets, "--clip-name", "reach", "-o", out, "--json", "-");
        SkinnedModel after = Models.read(out);
        assertThat(after.clips()).hasSize(before.clips().size() + 1);
        Clip clip = after.clips().get(after.clips().size() - 1);
        assertThat(clip.name()).isEqualTo("reach");
        assertThat(clip.motion().frameCount()).isEqualTo(6);
        assertThat(joint(after, clip, 5, "hand_left"))
                .containsExactly(new double[] {0.3, 1.2, 0.3}, Offset.offset(2e-3));
        assertThat(run.json().get("result").get("missedPercent").asDouble()).isLessThan(0.1);
        int head = after.skeleton().names().indexOf("head");
        assertThat(clip.motion().matrices()[clip.motion().offset(5, head)])
                .isCloseTo(Math.cos(Math.PI / 4), Offset.offset(1e-2));
    }

    @Test
    void aPoseIsWrittenAsMesh() throws IOException {
        Path out = folder.resolve("posed.obj");
        Path targets = targets("{\"targets\": [{\"vertex\": 0, \"position\": [0, 1.5, 0.4]}]}");
        SinewRun.done("pose", biped, "--targets", targets, "-o", out, "--report", folder.resolve("page.html"));
        String first = Files.readAllLines(out).stream()
                .filter(line -> line.startsWith("v "))
                .findFirst()
                .orElseThrow();
        String[] xyz = first.split(" ");
        assertThat(Double.parseDouble(xyz[2])).isCloseTo(1.5, Offset.offset(3e-3));
        assertThat(Double.parseDouble(xyz[3])).isCloseTo(0.4, Offset.offset(3e-3));
        assertThat(folder.resolve("page.html")).exists();
    }

    @Test
    void targetsOutOfReachAreReported() throws IOException {
        Path targets = targets("""
                {"targets": [{"joint": "hips", "position": [0, 1, 0]}, {"joint": "hand_left", "position": [3, 1, 0]}]}""");
        SinewRun run = SinewRun.done("pose", biped, "--targets", targets, "-o", folder.resolve("out.glb"));
        assertThat(run.said()).contains("is missed by").contains("out of reach");
    }

    @Test
    void rejectsTargetsThatTheModelDoesNotHave() throws IOException {
        assertThat(failing("{\"targets\": [{\"joint\": \"hand_lef\", \"position\": [0, 1, 0]}]}"))
                .contains("targets.json")
                .contains("'hand_lef' is not a bone")
                .contains("hand_left");
        assertThat(failing("{\"targets\": [{\"handle\": \"hand_left\", \"position\": [0, 1, 0]}]}"))
                .contains("name a joint or a vertex");
        assertThat(failing("{\"targets\": [{\"joint\": \"head\", \"rotation\": [0, 0, 0, 2]}]}"))
                .contains("has the length 2.0; it must be a unit quaternion");
        assertThat(failing("{\"targets\": [{\"vertex\": 1.5, \"position\": [0, 0, 0]}]}"))
                .contains("must be a vertex number");
        assertThat(failing("{\"targets\": [{\"joint\": \"head\", \"tip\": [0, 0, 0]}]}"))
                .contains("has a tip, which a target of a joint cannot have");
    }

    private String failing(String text) throws IOException {
        SinewRun run = SinewRun.of("pose", biped, "--targets", targets(text), "-o", folder.resolve("out.glb"));
        assertThat(run.code()).isNotZero();
        return run.err();
    }
}
