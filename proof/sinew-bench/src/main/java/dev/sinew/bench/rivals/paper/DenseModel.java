package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.BenchJob;
import dev.sinew.io.file.Version;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** The dense model that LD13's tables start from: solved once for all ways and runs. */
final class DenseModel {
    private DenseModel() {}

    static String of(Bench bench, Subject subject, int bones) {
        Path file = bench.folder()
                .resolve("dense-" + subject.name().replace(' ', '-') + "-" + bones + "-" + subject.fingerprint() + "-"
                        + Version.current() + ".glb");
        if (!Files.exists(file)) {
            BenchJob.run(
                    "fit",
                    "input",
                    subject.file().toString(),
                    "bones",
                    bones,
                    "influences",
                    "dense",
                    "output",
                    file.toString());
        }
        return file.toString();
    }

    static Map<String, double[]> numbers(Bench bench, Subject subject, int bones) {
        return Sinew.numbers(BenchJob.run(
                "evaluate",
                "input",
                of(bench, subject, bones),
                "against",
                subject.file().toString()));
    }
}
