package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.Flags.Data;
import dev.sinew.bench.rivals.method.Rival;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.ResultLog.Runs;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import dev.sinew.io.Models;
import dev.sinew.io.file.Version;
import dev.sinew.io.format.Formats;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The context of all chapters.
 *
 * @param data the research data
 * @param folder for samples that replace unavailable data
 */
public record Bench(Runs runs, Data data, Path folder, Map<String, Subject> known) {
    public Bench(Runs runs, Data data, Path folder) {
        this(runs, data, folder, new LinkedHashMap<>());
    }

    /** A research sequence; empty if its file does not exist. */
    Optional<Subject> sequence(String name) {
        if (!Files.exists(data.sequence(name))) {
            return Optional.empty();
        }
        return Optional.of(known.computeIfAbsent(name, n -> Subject.of(n, data.sequence(n))));
    }

    Subject sample(String name, int vertices, int frames) {
        Sample sample = Samples.named(name).orElseThrow();
        return known.computeIfAbsent("sample " + name, n -> Subject.of(sample, vertices, frames, folder));
    }

    /** A model of the catalogue as a file, created if missing. */
    Path model(String name, int vertices) {
        Path file = folder.resolve(name + "-" + vertices + "-" + Version.current() + Formats.GLTF.ending());
        if (!Files.exists(file)) {
            Models.write(Samples.modelNamed(name).orElseThrow().make(vertices), file);
        }
        return file;
    }

    /** A skinned model of the research data; empty if its file does not exist. */
    Optional<Path> character(String name) {
        Path file = data.folder().resolve("characters").resolve(name + Formats.GLTF.ending());
        return Files.exists(file) ? Optional.of(file) : Optional.empty();
    }

    /** A hash of the content. */
    String fingerprint(Path file) {
        return Subject.of(file.toString(), file).fingerprint();
    }

    /** A figure of a rival's result for a sequence. */
    Cell rival(String row, Subject subject, Rival rival, int bones, String number) {
        Work work = new Work(
                row,
                subject.fingerprint(),
                rival.title(),
                String.valueOf(rival.version()),
                () -> rival.run(subject.animation(), bones));
        return runs.cell(work, number, Source.RERUN);
    }

    /** Why a row has no measured figures. */
    String missingDataNote(String name) {
        return "data not available: put " + name + ".obj with " + name + ".pc2 into "
                + data.folder().resolve("sequences").getFileName() + "/ of --data";
    }
}
