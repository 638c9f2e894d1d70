package dev.sinew.cli.verb;

import static dev.sinew.job.form.Words.field;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ExitCode;
import dev.sinew.cli.console.Failures;
import dev.sinew.cli.console.JsonTarget;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Session.Manners;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.batch.Elsewhere;
import dev.sinew.job.form.CommandWords;
import dev.sinew.job.form.Words;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.source.Outputs;
import dev.sinew.run.CancelledException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** What all verbs share: their common options, a session around the run, and failures turned into sentences. */
public abstract class Verb implements Callable<Integer> {
    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @Mixin
    private CommonOptions common;

    Verb(Environment environment) {
        this.environment = environment;
    }

    /** Adds options that are not fields of this class. */
    public void complete(CommandSpec newSpec) {}

    /** The work; throws what {@link Failures} knows. */
    abstract void run(Session session);

    @Override
    public final Integer call() {
        try {
            common.check();
            FileOptions.requireDistinct(spec);
            try (Session session = new Session(environment, common.manners(), this::named)) {
                run(session);
                Elsewhere.current().settle();
            }
            JsonTarget.requireWritten(environment.out());
            return ended().code();
        } catch (RuntimeException | Error failure) {
            return Failures.report(cause(failure), environment, common.debug(), this::named, thrift())
                    .code();
        }
    }

    /** While the JVM goes down on Ctrl-C, much of it throws whatever it likes; that is the interruption, not a fault. */
    private Throwable cause(Throwable failure) {
        boolean goingDown = environment.interruption().requested() && failure instanceof IllegalStateException;
        return goingDown ? new CancelledException() : failure;
    }

    /** What the command line calls a field of a request. */
    String named(String field) {
        return "--" + Words.kebab(field);
    }

    /** How a run that did not fail ended. */
    ExitCode ended() {
        return ExitCode.DONE;
    }

    /** What can be given to need less memory, behind a comma. */
    String thrift() {
        return "";
    }

    CommonOptions common() {
        return common;
    }

    /** The line that repeats this run, quoted for a shell. */
    String commandLine() {
        StringBuilder line = new StringBuilder(System.getProperty("sinew.command", "sinew"));
        for (String argument : originalArguments()) {
            line.append(' ').append(CommandWords.quoted(argument));
        }
        return line.toString();
    }

    /** All that was given behind the program's name. */
    List<String> originalArguments() {
        return spec.root().commandLine().getParseResult().originalArgs().stream()
                .map(Elsewhere.current()::told)
                .toList();
    }

    /** A report that knows its verb and how it was called. */
    Map<String, Object> report(Map<String, Object> tree, Map<String, Double> seconds) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("command", spec.name());
        report.put("arguments", originalArguments());
        tree.forEach(report::putIfAbsent);
        report.put("seconds", seconds);
        return report;
    }

    /** What every verb understands. */
    static final class CommonOptions {
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

    /** No verb writes over what it reads, nor two outputs into one file. */
    private static final class FileOptions {
        /** The options of all verbs that name a file to write; other arguments that are paths are read. */
        private static final List<String> WRITING =
                List.of("-o", "--bvh", "--report", "--picture", "--arrays", "--json");

        /** The options whose text may be a file that is read: {@code --rest FILE}, {@code --add-clip NAME=FILE}. */
        private static final List<String> READING = List.of("--rest", "--add-clip", "--importance");

        private FileOptions() {}

        /** Refuses files written that are read, and two outputs in one file: of all verbs alike. */
        public static void requireDistinct(CommandSpec spec) {
            List<Path> inputs = new ArrayList<>();
            Map<Path, String> outputs = new LinkedHashMap<>();
            for (ArgSpec argument : spec.args()) {
                Optional<String> option = writingOption(argument);
                for (Path file : paths(argument, option)) {
                    if (option.isEmpty()) {
                        inputs.add(file);
                    } else {
                        requireNoOther(file, option.get(), outputs);
                        outputs.put(file, option.get());
                    }
                }
            }
            // Folders get a better sentence from the verb.
            outputs.keySet().stream()
                    .filter(output -> !Files.isDirectory(output))
                    .forEach(output -> Outputs.requireOther(output, inputs));
        }

        private static void requireNoOther(Path file, String option, Map<Path, String> others) {
            others.forEach((other, name) -> {
                Path plain = file.toAbsolutePath().normalize();
                if (Outputs.isSame(file, other)
                        || plain.equals(other.toAbsolutePath().normalize())) {
                    throw new WrongRequestException(
                            name + " and " + option + " both write " + file + ", they must be two files");
                }
            });
        }

        private static Optional<String> writingOption(ArgSpec argument) {
            return argument instanceof OptionSpec option
                    ? WRITING.stream().filter(List.of(option.names())::contains).findFirst()
                    : Optional.empty();
        }

        private static boolean isFileAmongWords(ArgSpec argument) {
            return argument instanceof OptionSpec option
                    && READING.stream().anyMatch(List.of(option.names())::contains);
        }

        private static Stream<String> words(Object value) {
            Collection<?> values = value instanceof Collection<?> several ? several : List.of(value);
            return values.stream().map(String::valueOf);
        }

        private static List<Path> paths(ArgSpec argument, Optional<String> option) {
            Object value = argument.getValue();
            if (option.isPresent() && value instanceof String text) {
                return JsonTarget.parse(text).file().map(List::of).orElse(List.of());
            }
            if (value != null && isFileAmongWords(argument)) {
                return words(value)
                        .map(word -> Path.of(word.substring(word.indexOf('=') + 1)))
                        .toList();
            }
            Collection<?> values = value instanceof Collection<?> several ? several : Collections.singletonList(value);
            return values.stream()
                    .filter(Path.class::isInstance)
                    .map(Path.class::cast)
                    .toList();
        }
    }
}
