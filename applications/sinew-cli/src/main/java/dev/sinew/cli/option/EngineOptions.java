package dev.sinew.cli.option;

import dev.sinew.job.batch.Engine;
import dev.sinew.job.form.WrongRequestException;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Where the work is done. */
public final class EngineOptions {
    private static final String LOCAL = "local";

    @Option(
            names = "--engine",
            order = 90,
            paramLabel = "local|spark",
            description = "Where the work is done (local): spark needs Sinew's Spark module, see docs/scale.md.")
    private String engine = LOCAL;

    @Option(
            names = "--master",
            order = 91,
            paramLabel = "URL",
            description = "The cluster, with --engine spark: local[2], spark://host:7077, yarn (local[*]).")
    private String master;

    /** Where, if not in this process. */
    public Optional<Engine> engine() {
        if (engine.equals(LOCAL) && master != null) {
            throw new WrongRequestException("--master is for --engine spark");
        }
        if (engine.equals(LOCAL)) {
            return Optional.empty();
        }
        if (!engine.equals("spark")) {
            throw new WrongRequestException("--engine " + engine + " must be local or spark");
        }
        return Optional.of(Engine.named(engine)
                .orElseThrow(
                        () -> new WrongRequestException("--engine spark needs Sinew's Spark module, which is not here;"
                                + " 'mvn -Pspark -DskipTests package' makes it (docs/scale.md)")));
    }

    public String master() {
        return master == null ? "local[*]" : master;
    }
}
