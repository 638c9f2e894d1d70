package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.sample.twist.Muscles;
import dev.sinew.skin.ClipFrames;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code sinew drive} as a process. */
class DriveTest {
    private static final int VERTICES = 400;
    private static final int UNSEEN = 3;

    @TempDir
    Path folder;

    private final SkinnedModel truth = new Muscles().make(VERTICES);
    private final SkinnedModel still = new Muscles().still(VERTICES);

    private Path model() {
        Path file = folder.resolve("arm.glb");
        Models.write(still, file);
        return file;
    }

    private String example(int clip) {
        MeshSequence sequence = ClipFrames.sequence(truth, truth.clips().get(clip));
        Path file = folder.resolve(sequence.name() + ".obj");
        MeshSequences.write(sequence, folder.resolve(sequence.name() + ".pc2"));
        return sequence.name() + "=" + file;
    }

    /** Muscles whose drivers are known follow in a clip that no example shows, to 1 % of how far they move. */
    @Test
    void recoversMuscles() {
        Path out = folder.resolve("driven.glb");
        SinewRun run = SinewRun.of(
                "drive",
                model().toString(),
                "--examples",
                example(0),
                "--examples",
                example(1),
                "--examples",
                example(2),
                "-o",
                out.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("unseen");
        ModelFile made = ModelFile.read(out);
        assertThat(made.drivers().orElseThrow().count()).isEqualTo(2);
        Clip played = made.model().clips().stream()
                .filter(clip -> clip.name().equals(truth.clips().get(UNSEEN).name()))
                .findFirst()
                .orElseThrow();
        double moved = difference(
                truth, truth.clips().get(UNSEEN), still, still.clips().get(UNSEEN));
        double off = difference(truth, truth.clips().get(UNSEEN), made.model(), played);
        assertThat(moved).isGreaterThan(0.05);
        assertThat(off / moved).isLessThan(0.01);
    }

    private static double difference(SkinnedModel a, Clip clipOfA, SkinnedModel b, Clip clipOfB) {
        ClipFrames one = new ClipFrames(a, clipOfA);
        ClipFrames two = new ClipFrames(b, clipOfB);
        double sum = 0;
        for (int f = 0; f < one.frameCount(); f++) {
            float[] p = one.frame(f);
            float[] q = two.frame(f);
            for (int k = 0; k < p.length; k++) {
                sum += (p[k] - q[k]) * (p[k] - q[k]);
            }
        }
        return Math.sqrt(sum / one.frameCount());
    }

    @Test
    void saysWhatIsMissing() {
        Path model = model();
        String out = folder.resolve("driven.glb").toString();
        SinewRun unnamed = SinewRun.of(
                "drive", model.toString(), "--examples", "curly=" + example(0).split("=")[1], "-o", out);
        assertThat(unnamed.code()).isNotZero();
        assertThat(unnamed.err()).contains("curly").contains("curl");
        SinewRun unknown =
                SinewRun.of("drive", model.toString(), "--helper", "bicep", "--examples", example(0), "-o", out);
        assertThat(unknown.code()).isNotZero();
        assertThat(unknown.err()).contains("bicep").contains("helper_biceps");
    }
}
