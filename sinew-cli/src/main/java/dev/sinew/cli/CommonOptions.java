package dev.sinew.cli;

import dev.sinew.io.file.AtomicFile;
import java.util.Optional;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Option;

/** What every verb understands. */
final class CommonOptions {
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
    void check() {
        if (group.threads != null) {
            WrongUsageException.requireWithin("--threads", group.threads, 1, 1024);
        }
        json().flatMap(Json.Target::file).ifPresent(AtomicFile::requireWritable);
    }

    Optional<Json.Target> json() {
        return Optional.ofNullable(group.json).map(Json.Target::parse);
    }

    boolean jsonToStandardOut() {
        return json().filter(target -> target.file().isEmpty()).isPresent();
    }

    int threads() {
        return group.threads == null ? Runtime.getRuntime().availableProcessors() : group.threads;
    }

    long seed() {
        return group.seed;
    }

    boolean quiet() {
        return group.quiet;
    }

    boolean debug() {
        return group.debug;
    }
}
