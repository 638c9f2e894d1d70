package dev.sinew.cli;

import static dev.sinew.cli.SinewRun.done;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code --error} is in percent of the size in every command; the papers' metrics have separate options. */
class ErrorUnitsTest {
    private static final double PERCENT = 1;

    @TempDir
    Path folder;

    private Path out(String name) {
        return folder.resolve(name);
    }

    private static double ermsPerPercent(JsonNode json) {
        return json.at("/error/erms").asDouble() / json.at("/error/rmsePercent").asDouble();
    }

    @Test
    void fitReachesThePercentage() throws Exception {
        Path cape = Fixtures.sequence(folder, "cape", 8);
        SinewRun run = done("fit", cape, "--error", PERCENT, "-o", out("a.glb"), "--json", "-");
        assertThat(run.json().at("/error/rmsePercent").asDouble()).isLessThanOrEqualTo(PERCENT * 1.0001);
        assertThat(run.json().at("/options/error").asDouble()).isEqualTo(PERCENT);
        assertThat(run.err()).contains("--error is now in percent of the size; --max-erms bounds E_RMS");
        double erms = PERCENT * ermsPerPercent(run.json());
        done("fit", cape, "--max-erms", erms, "-o", out("b.glb"));
        assertThat(Files.mismatch(out("a.glb"), out("b.glb")))
                .as("the same bound in other units")
                .isEqualTo(-1);
    }

    @Test
    void compressReachesThePercentage() throws Exception {
        Path cape = Fixtures.sequence(folder, "cape", 8);
        done("fit", cape, "--bones", 8, "--influences", "dense", "-o", out("dense.glb"));
        SinewRun run = done(
                "compress",
                out("dense.glb"),
                "--examples",
                cape,
                "--error",
                PERCENT,
                "-o",
                out("a.glb"),
                "--json",
                "-");
        assertThat(run.json().at("/error/rmsePercent").asDouble()).isLessThanOrEqualTo(PERCENT * 1.01);
    }

    @Test
    void withoutExamplesCompressStillBoundsTheWeights() throws Exception {
        Path cape = Fixtures.sequence(folder, "cape", 8);
        done("fit", cape, "--bones", 8, "--influences", "dense", "-o", out("dense.glb"));
        SinewRun old = done("compress", out("dense.glb"), "--error", 20, "-o", out("a.glb"));
        assertThat(old.out()).contains("which is now called --max-weight-rms");
        done("compress", out("dense.glb"), "--max-weight-rms", 20, "-o", out("b.glb"));
        assertThat(Files.mismatch(out("a.glb"), out("b.glb"))).isEqualTo(-1);
    }

    @Test
    void compressHasADefaultCost() throws Exception {
        Path cape = Fixtures.sequence(folder, "cape", 8);
        done("fit", cape, "--bones", 8, "--influences", "dense", "-o", out("dense.glb"));
        done("compress", out("dense.glb"), "-o", out("a.glb"));
        done("compress", out("dense.glb"), "--bones-per-vertex", 4, "-o", out("b.glb"));
        assertThat(Files.mismatch(out("a.glb"), out("b.glb"))).isEqualTo(-1);
    }

    @Test
    void linearizeReachesThePercentage() {
        done("sample", "biped", "--vertices", 300, "-o", out("biped.glb"));
        SinewRun all = done(
                "linearize",
                out("biped.glb"),
                "--error",
                0.05,
                "--train-clip",
                "wave",
                "-o",
                out("a.glb"),
                "--json",
                "-");
        JsonNode poses = all.json().at("/result/poses/0");
        assertThat(all.json().at("/outcome").asString()).isEqualTo("CONVERGED");
        SinewRun same = done(
                "linearize",
                out("biped.glb"),
                "--blend-bones",
                all.json().at("/result/blendBones").asInt(),
                "--train-clip",
                "wave",
                "-o",
                out("b.glb"),
                "--json",
                "-");
        assertThat(same.json().at("/result/poses/0/linearized").asDouble())
                .isCloseTo(poses.get("linearized").asDouble(), within(1e-9));
        assertThat(all.json().at("/result/blendBones").asInt()).isPositive();
    }
}
