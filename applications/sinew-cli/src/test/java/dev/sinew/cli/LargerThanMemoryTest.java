package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Sequences that Java's memory does not hold, as a user meets them: same files, not rejected. */
class LargerThanMemoryTest {
    /** The frames take 14.4 MB, so they stay in their file. */
    private static final List<String> LITTLE = List.of("-Xmx48m", "-XX:TieredStopAtLevel=1");

    private static final List<String> ENOUGH = List.of("-Xmx600m", "-XX:TieredStopAtLevel=1");

    @TempDir
    Path folder;

    @BeforeEach
    void sample() throws Exception {
        run(LITTLE, "sample", "tentacle", "--vertices", 6000, "--frames", 200, "-o", folder.resolve("flag.pc2"));
    }

    private void run(List<String> jvm, Object... arguments) throws Exception {
        SinewRun run = SinewProcess.start(folder, jvm, arguments).await();
        assertThat(run.code()).as(run.err()).isZero();
    }

    @Test
    void theSameModelReportAndConvertedFile() throws Exception {
        Path input = folder.resolve("flag.obj");
        for (String size : List.of("little", "enough")) {
            List<String> jvm = size.equals("little") ? LITTLE : ENOUGH;
            Path model = folder.resolve(size + ".glb");
            run(jvm, "fit", input, "--bones", 4, "--iterations", 6, "-o", model);
            run(jvm, "evaluate", model, "--against", input, "--up", "z", "--json", folder.resolve(size + ".json"));
            run(jvm, "convert", input, "--range", "10:", "-o", folder.resolve(size + ".mdd"));
        }
        assertSame("glb");
        assertSame("mdd");
        assertThat(errors("little")).isEqualTo(errors("enough"));
    }

    private void assertSame(String ending) throws Exception {
        assertThat(Files.mismatch(folder.resolve("little." + ending), folder.resolve("enough." + ending)))
                .isEqualTo(-1);
    }

    private String errors(String size) throws Exception {
        String json = Files.readString(folder.resolve(size + ".json"));
        return json.substring(json.indexOf("\"error\""), json.indexOf("\"seconds\""));
    }

    /** What must hold its frames says what would do, before it begins. */
    @Test
    void whatCannotWorkFromTheFileSaysWhatWouldDo() throws Exception {
        Path input = folder.resolve("long.obj");
        run(ENOUGH, "sample", "tentacle", "--vertices", 6000, "--frames", 500, "-o", folder.resolve("long.pc2"));
        List<String> jvm = List.of("-Xmx110m", "-XX:TieredStopAtLevel=1");
        SinewRun rig = SinewProcess.start(folder, jvm, "rig", input, "--quiet", "-o", folder.resolve("rig.glb"))
                .await();
        assertThat(rig.code()).as(rig.said()).isEqualTo(3);
        assertThat(rig.err().strip().lines()).hasSize(1);
        assertThat(rig.err())
                .contains(
                        "long.obj: 500 frames of",
                        "--range ::3",
                        "SINEW_OPTS=-Xmx1g",
                        "only a fit without an existing rig streams");
        assertThat(folder.resolve("rig.glb")).doesNotExist();
    }
}
