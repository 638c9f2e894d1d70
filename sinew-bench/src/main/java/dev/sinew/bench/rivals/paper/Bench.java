package dev.sinew.bench.rivals.paper;

import dev.sinew.bench.Data;
import dev.sinew.bench.rivals.ledger.Runs;
import dev.sinew.sample.Sample;
import dev.sinew.sample.catalogue.Samples;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What every chapter works with.
 *
 * @param data the research data
 * @param folder for samples that stand in for data that cannot be had
 */
public record Bench(Runs runs, Data data, Path folder, Map<String, Subject> known) {
    public Bench(Runs runs, Data data, Path folder) {
        this(runs, data, folder, new LinkedHashMap<>());
    }

    /** A research sequence; empty where the person has not put it there. */
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

    /** Why a row without its data has no figures of ours. */
    String wanted(String name) {
        return "data not at hand: put " + name + ".obj with " + name + ".pc2 into "
                + data.folder().resolve("sequences").getFileName() + "/ of --data";
    }
}
