package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.BenchJob;
import dev.sinew.io.file.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import tools.jackson.databind.JsonNode;

/** The dense model that LD13's tables start from: solved once for all ways and runs. */
final class DenseModel {
    private DenseModel() {}

    static String of(Bench bench, Subject subject, int bones) {
        Path file = bench.folder()
                .resolve("dense-" + subject.name().replace(' ', '-') + "-" + bones + "-" + subject.fingerprint() + "-"
                        + Version.current() + ".glb");
        if (!Files.exists(file)) {
            fit(subject, bones, file.toString());
        }
        return file.toString();
    }

    /** Of a fit of its own, which is not kept. */
    static Map<String, double[]> numbers(Subject subject, int bones, String out) {
        return Sinew.numbers(fit(subject, bones, out));
    }

    private static JsonNode fit(Subject subject, int bones, String out) {
        return BenchJob.run(
                "fit", "input", subject.file().toString(), "bones", bones, "influences", "dense", "output", out);
    }
}
