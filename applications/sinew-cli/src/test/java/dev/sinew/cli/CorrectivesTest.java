package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code --correctives}: the error told is that of the file, and every verb that reads models knows what it is. */
class CorrectivesTest {
    @TempDir
    Path folder;

    private Path flag;

    @BeforeEach
    void write() {
        flag = folder.resolve("flag.npz");
        SinewRun.done("sample", "flag", "--vertices", 300, "--frames", 20, "-o", flag);
    }

    @Test
    void shapesLowerTheErrorOfTheFile() {
        Path plain = folder.resolve("plain.glb");
        Path shaped = folder.resolve("shaped.glb");
        double without = SinewRun.done("fit", flag, "--bones", 6, "-o", plain, "--json", "-")
                .erms();
        SinewRun with = SinewRun.done("fit", flag, "--bones", 6, "--correctives", 4, "-o", shaped, "--json", "-");
        assertThat(with.erms()).isLessThan(0.75 * without);
        assertThat(with.json().at("/result/correctives").asInt()).isEqualTo(4);
        assertThat(with.json().at("/result/fileParts/shapes").asLong()).isPositive();
        assertThat(SinewRun.done("evaluate", shaped, "--against", flag, "--json", "-")
                        .erms())
                .isCloseTo(with.erms(), within(1e-9));
        assertThat(SinewRun.done("info", shaped).said()).contains("corrective_1");
        Path small = folder.resolve("small.glb");
        SinewRun.done("convert", shaped, "--quantize", "--compress-file", "-o", small);
        assertThat(SinewRun.done("evaluate", small, "--against", flag, "--json", "-")
                        .erms())
                .isCloseTo(with.erms(), within(0.1 * without));
        Path frames = folder.resolve("frames.npz");
        SinewRun.done("convert", shaped, "-o", frames);
        assertThat(SinewRun.done("evaluate", shaped, "--against", frames, "--json", "-")
                        .erms())
                .isLessThan(1e-3);
    }

    @Test
    void whatDoesNotGoWithThemIsRejected() {
        SinewRun usd = SinewRun.of("fit", flag, "--bones", 6, "--correctives", 2, "-o", folder.resolve("x.usda"));
        assertThat(usd.code()).isEqualTo(2);
        assertThat(usd.said()).contains("--correctives applies to .glb and .gltf only");
        SinewRun lods = SinewRun.of("rig", flag, "--correctives", 2, "--lods", "3", "-o", folder.resolve("x.glb"));
        assertThat(lods.code()).isEqualTo(2);
        assertThat(lods.said()).contains("cannot be used with --lods");
    }
}
