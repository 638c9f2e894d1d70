package dev.sinew.cli.option;

import static dev.sinew.job.form.Words.field;

import dev.sinew.cli.console.JsonTarget;
import dev.sinew.cli.console.Manners;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.form.WrongRequestException;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What every verb understands. */
public final class CommonOptions {
    private static final int MOST_THREADS = 1024;

    @ArgGroup(validate = false, order = 90, heading = "%nAny verb:%n")
    private final Group group = new Group();

    /** In a class of its own so that the help shows them under a heading. */
    private static final class Group {
        @Option(
                names = "--json",
                paramLabel = "FILE|-",
                description =
                        "Write what came out as JSON; - is standard out (the summary then goes to standard error).")
        private String json;

        @Option(
                names = "--threads",
                paramLabel = "N",
                description = "Threads to work with (all processors). Results do not depend on it.")
        private Integer threads;

        @Option(
                names = "--seed",
                paramLabel = "S",
                description = "Where chance decides, it starts here (1). Same input, options and seed: same bytes.")
        private long seed = 1;

        @Option(names = "--quiet", description = "No progress, no summary: only errors, and what --json asks for.")
        private boolean quiet;

        @Option(names = "--debug", description = "With an error, show where in the program it happened.")
        private boolean debug;

        @Option(
                names = {"-h", "--help"},
                usageHelp = true,
                description = "This help.")
        private boolean help;
    }

    /** Refuses what makes no sense and a JSON file that cannot be written, before any work is done. */
    public void check() {
        if (group.threads != null && (group.threads < 1 || group.threads > MOST_THREADS)) {
            throw new WrongRequestException(
                    field("threads") + " " + group.threads + " must be from 1 to " + MOST_THREADS);
        }
        json().flatMap(JsonTarget::file).ifPresent(AtomicFile::requireWritable);
    }

    private Optional<JsonTarget> json() {
        return Optional.ofNullable(group.json).map(JsonTarget::parse);
    }

    public Manners manners() {
        int threads = group.threads == null ? Runtime.getRuntime().availableProcessors() : group.threads;
        return new Manners(threads, group.quiet, group.debug, json());
    }

    public long seed() {
        return group.seed;
    }

    public boolean debug() {
        return group.debug;
    }
}
