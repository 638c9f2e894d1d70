package dev.sinew.job;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The research data beside the project; tests that need it are skipped without. */
final class SharedData {
    private SharedData() {}

    static Path folder(String name) {
        Path at = Path.of("").toAbsolutePath();
        while (at != null && !Files.isDirectory(at.resolve("shared/data").resolve(name))) {
            at = at.getParent();
        }
        Assumptions.assumeTrue(at != null, "skipped: ../shared/data/" + name + " is not there");
        return at.resolve("shared/data").resolve(name);
    }

    static Path sequence(String name) {
        return folder("sequences").resolve(name + ".obj");
    }
}
