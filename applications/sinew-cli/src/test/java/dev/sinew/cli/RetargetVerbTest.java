package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Files;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sinew retarget} from files to files. */
class RetargetVerbTest {
    @TempDir
    private static Path shared;

    @TempDir
    private Path folder;

    private static Path biped;
    private static Path walk;

    @BeforeAll
    static void makeWalkingFigure() {
        biped = shared.resolve("biped.glb");
        walk = shared.resolve("walk.bvh");
        SinewRun.done("sample", "biped", "--vertices", 400, "-o", biped);
        SinewRun.done("convert", biped, "--clip", "walk", "-o", walk);
    }

    private SkinnedModel retargeted(Object... options) {
        Path output = folder.resolve("out.glb");
        Object[] all = new Object[options.length + 6];
        System.arraycopy(new Object[] {"retarget", biped, "--motion", walk, "-o", output}, 0, all, 0, 6);
        System.arraycopy(options, 0, all, 6, options.length);
        SinewRun.done(all);
        return Models.read(output);
    }

    /** The farthest that a vertex is from where another clip has it. */
    private static double farthest(SkinnedModel model, Clip one, Clip other) {
        double farthest = 0;
        for (int f = 0; f < one.motion().frameCount(); f++) {
            float[] a = ClipFrames.sequence(model, one).frame(f);
            float[] b = ClipFrames.sequence(model, other).frame(f);
            for (int k = 0; k < a.length; k++) {
                farthest = Math.max(farthest, Math.abs(a[k] - b[k]));
            }
        }
        return farthest;
    }

    private static Clip last(SkinnedModel model) {
        return model.clips().get(model.clips().size() - 1);
    }

    @Test
    void addsItsOwnMotionUnchangedAndKeepsTheOtherClips() {
        SkinnedModel model = retargeted("--clip-name", "again");
        assertThat(model.clips().stream().map(Clip::name)).containsExactly("walk", "wave", "idle", "again");
        assertThat(farthest(model, model.clips().get(0), last(model))).isLessThan(1e-4);
    }

    @Test
    void givesClipsNamesThatAreFree() {
        assertThat(last(retargeted()).name()).isEqualTo("walk 2");
    }

    @Test
    void theReportShowsTheMotionBesideTheModelAndTheMatches() throws Exception {
        Path page = folder.resolve("page.html");
        retargeted("--report", page);
        assertThat(Files.readString(page)).contains("motion: hips", "Matched bones", "Standing feet");
    }

    @Test
    void readsVrma() throws Exception {
        Path motion = Files.copy(biped, folder.resolve("walk.vrma"));
        Path output = folder.resolve("from-vrma.glb");
        SinewRun.done("retarget", biped, "--motion", motion, "--clip", "walk", "-o", output);
        assertThat(last(Models.read(output)).name()).isEqualTo("walk 2");
    }

    @Test
    void readsItsOwnMap() {
        Path map = folder.resolve("map.json");
        SkinnedModel found = retargeted("--match", "names", "--save-map", map);
        SkinnedModel read = retargeted("--match", "names", "--map", map);
        assertThat(farthest(read, last(found), last(read))).isLessThan(1e-5);
    }

    @Test
    void resamples() {
        SkinnedModel model = retargeted("--fps", 15);
        assertThat(last(model).framesPerSecond()).isEqualTo(15);
        assertThat(last(model).motion().frameCount()).isEqualTo(17);
    }

    @Test
    void usesTheFramesOfARange() {
        SkinnedModel model = retargeted("--range", "4:20:2");
        Clip some = last(model);
        Clip whole = model.clips().get(0);
        assertThat(some.motion().frameCount()).isEqualTo(9);
        assertThat(some.framesPerSecond()).isCloseTo(whole.framesPerSecond() / 2, Offset.offset(1e-4));
        float[] expected = ClipFrames.sequence(model, whole).frame(20);
        float[] actual = ClipFrames.sequence(model, some).frame(8);
        for (int k = 0; k < expected.length; k++) {
            assertThat(actual[k]).isCloseTo(expected[k], Offset.offset(1e-4f));
        }
    }

    @Test
    void rejectsRangesAfterTheEnd() {
        SinewRun run =
                SinewRun.of("retarget", biped, "--motion", walk, "--range", "500:", "-o", folder.resolve("out.glb"));
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.err()).contains("walk.bvh", "500", "frames 0 to");
        assertThat(folder.resolve("out.glb")).doesNotExist();
    }

    @Test
    void staysInPlace() {
        SkinnedModel still = retargeted("--match", "names", "--root-motion", "in-place");
        double[] m = last(still).motion().matrices();
        int stride = still.boneCount() * 12;
        double first = 0;
        double end = 0;
        for (int x = 0; x < 3; x++) {
            first += m[8 + x] * still.skeleton().pivots()[x];
            end += m[m.length - stride + 8 + x] * still.skeleton().pivots()[x];
        }
        assertThat(end + m[m.length - stride + 11]).isCloseTo(first + m[11], Offset.offset(0.05));
    }

    @Test
    void rejectsMapsOfBonesThatAreNotThere() throws Exception {
        Path map = folder.resolve("map.json");
        Files.writeString(map, "{\"map\": [{\"bone\": \"nobody\", \"source\": \"hips\"}]}");
        SinewRun run = SinewRun.of("retarget", biped, "--motion", walk, "--map", map, "-o", folder.resolve("out.glb"));
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.err()).contains("nobody");
        assertThat(folder.resolve("out.glb")).doesNotExist();
    }

    @Test
    void rejectsMotionWithoutASkeleton() throws Exception {
        Path broken = folder.resolve("broken.bvh");
        Files.writeString(broken, "HIERARCHY\nROOT hips\n{\n");
        SinewRun run = SinewRun.of("retarget", biped, "--motion", broken, "-o", folder.resolve("out.glb"));
        assertThat(run.code()).as(run.said()).isEqualTo(3);
        assertThat(run.err()).contains("broken.bvh").contains("line");
    }
}
