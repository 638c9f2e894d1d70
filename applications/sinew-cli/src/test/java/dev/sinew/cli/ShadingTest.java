package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** Normals take part in every command that has poses to follow, and it reports the shading error. */
class ShadingTest {
    @TempDir
    Path folder;

    private Path sheet;

    @BeforeEach
    void bend() throws IOException {
        sheet = Fixtures.sequence(folder, "sheet", 9);
    }

    private JsonNode error(Object... arguments) {
        Object[] all = new Object[arguments.length + 5];
        System.arraycopy(arguments, 0, all, 0, arguments.length);
        System.arraycopy(
                new Object[] {"-o", folder.resolve("out.glb"), "--json", "-", "--quiet"}, 0, all, arguments.length, 5);
        SinewRun run = SinewRun.of(all);
        assertThat(run.code()).as(run.said()).isZero();
        return run.json().get("error");
    }

    /** Better shaded than with positions alone, for at most 5 % of the error, or of what nobody sees. */
    private static void assertShaded(JsonNode shaded, JsonNode plain) {
        assertThat(degrees(shaded)).isLessThan(degrees(plain));
        assertThat(shaded.get("erms").asDouble())
                .isLessThan(1.05 * Math.max(0.05, plain.get("erms").asDouble()));
        assertThat(shaded.at("/rest/flipped").asDouble()).isZero();
        assertThat(shaded.at("/weightIslands/mean").asDouble()).isPositive();
    }

    private static double degrees(JsonNode error) {
        return error.at("/normals/matrix/mean").asDouble();
    }

    @Test
    void compress() {
        Path dense = folder.resolve("dense.glb");
        SinewRun fit = SinewRun.of(
                "fit", sheet, "--bones", 5, "--influences", "dense", "--shading", 0, "-o", dense, "--quiet");
        assertThat(fit.code()).as(fit.said()).isZero();
        Object[] asked = {"compress", dense, "--bones-per-vertex", 3, "--examples", sheet, "--shading", 1};
        JsonNode shaded = error(asked);
        asked[7] = 0;
        assertShaded(shaded, error(asked));
    }

    @Test
    void weights() throws IOException {
        Path handles = Files.writeString(folder.resolve("handles.json"), """
                {"handles": [{"name": "left", "type": "point", "vertex": 72},
                             {"name": "right", "type": "point", "vertex": 83}]}
                """);
        Object[] asked = {"weights", sheet, "--handles", handles, "--examples", sheet, "--shading", 1};
        JsonNode shaded = error(asked);
        asked[7] = 0;
        assertShaded(shaded, error(asked));
    }

    @Test
    void rigTellsToo() {
        assertThat(degrees(error("rig", sheet, "--bones", 3))).isBetween(0.0, 30.0);
    }
}
