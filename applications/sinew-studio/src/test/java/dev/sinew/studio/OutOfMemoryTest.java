package dev.sinew.studio;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that exceeds the memory of a small process fails with a message, and the studio continues. */
class OutOfMemoryTest {
    @TempDir
    Path folder;

    @Test
    void outOfMemoryFailsOneRunOnly() throws Exception {
        Visit.putFlag(folder);
        Files.writeString(folder.resolve("cube.obj"), cube());
        Files.writeString(
                folder.resolve("handles.json"),
                "{\"handles\": [{\"name\": \"a\", \"type\": \"point\", \"vertex\": 0},"
                        + " {\"name\": \"b\", \"type\": \"point\", \"vertex\": 6}]}");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx72m",
                        "-cp",
                        System.getProperty("java.class.path"),
                        StudioChild.class.getName(),
                        folder.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader said = child.inputReader(StandardCharsets.UTF_8);
                Visit visit = new Visit(said.readLine())) {
            // A grid of 120³ cells, which no estimate covers.
            String large = visit.start(
                    "weights", "cube.obj", Map.of("handles", "handles.json", "domain", "volume", "resolution", 120));
            Map<String, Object> run = visit.wait(large);
            assertThat(run.get("state")).as(run.toString()).isEqualTo("failed");
            assertThat(String.valueOf(run.get("sentence"))).contains("memory").doesNotContain("Error");
            run = visit.wait(visit.startFit(2));
            assertThat(run.get("state")).as(run.toString()).isEqualTo("done");
        } finally {
            child.destroy();
            child.waitFor();
        }
    }

    private static String cube() {
        StringBuilder text = new StringBuilder();
        for (int k = 0; k < 8; k++) {
            text.append("v ")
                    .append(k & 1)
                    .append(' ')
                    .append(k >> 1 & 1)
                    .append(' ')
                    .append(k >> 2 & 1)
                    .append('\n');
        }
        return text + "f 1 3 4 2\nf 5 6 8 7\nf 1 2 6 5\nf 3 7 8 4\nf 1 5 7 3\nf 2 4 8 6\n";
    }
}
