package dev.sinew.cli.verb;

import static dev.sinew.job.form.Words.field;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ExitCode;
import dev.sinew.cli.console.Failures;
import dev.sinew.cli.console.HelpText;
import dev.sinew.cli.console.JsonTarget;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Session.Manners;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.Requests;
import dev.sinew.job.batch.RemoteFiles;
import dev.sinew.job.form.CommandWords;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
import dev.sinew.job.form.Words;
import dev.sinew.job.source.Outputs;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Effort;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.Spec;

/** What all verbs share: common options, help, the session of a run, and the report of failures. */
public abstract class Verb implements Callable<Integer> {
    private static final String HELP_ALL = "--help-all";
    private static final int MAX_MAIN_OPTIONS = 6;

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

    /** Runs the command; {@link Failures} reports what it throws. */
    abstract void run(Session session);

    @Override
    public final Integer call() {
        try {
            common.check();
            FileOptions.requireDistinct(spec);
            try (Session session = new Session(environment, common.manners(), this::named)) {
                run(session);
                RemoteFiles.current().settle();
            }
            JsonTarget.requireWritten(environment.out());
            return ended().code();
        } catch (RuntimeException | Error failure) {
            return Failures.report(cause(failure), environment, failedRun()).code();
        }
    }

    private Failures.Run failedRun() {
        List<String> files = spec.args().stream()
                .flatMap(argument -> argument.stringValues().stream())
                .filter(word -> word.contains("."))
                .toList();
        return new Failures.Run(
                spec.qualifiedName(), this::named, lessMemory(), files, common.debug, "-".equals(common.json));
    }

    /** While the JVM shuts down on Ctrl-C, libraries throw all kinds of exceptions; they count as the interruption. */
    private Throwable cause(Throwable failure) {
        boolean shuttingDown = environment.interruption().requested() && failure instanceof IllegalStateException;
        return shuttingDown ? new CancelledException() : failure;
    }

    /** The option of a field of a request. */
    String named(String field) {
        return "--" + Words.kebab(field);
    }

    /** The exit code of a run that did not fail. */
    ExitCode ended() {
        return ExitCode.DONE;
    }

    /** What the user can do to need less memory, after a comma; may be empty. */
    String lessMemory() {
        return "";
    }

    CommonOptions common() {
        return common;
    }

    /** The command line that repeats this run, quoted for a shell. */
    String commandLine() {
        StringBuilder line = new StringBuilder(System.getProperty("sinew.command", "sinew"));
        for (String argument : originalArguments()) {
            line.append(' ').append(CommandWords.quoted(argument));
        }
        return line.toString();
    }

    /** The arguments of the program. */
    List<String> originalArguments() {
        return spec.root().commandLine().getParseResult().originalArgs().stream()
                .map(RemoteFiles.current()::described)
                .toList();
    }

    /** The JSON of a run, with its command and arguments. */
    Map<String, Object> report(Map<String, Object> tree, Map<String, Double> seconds) {
        Map<String, Object> report = new LinkedHashMap<>();
        report.put("command", spec.name());
        report.put("arguments", originalArguments());
        tree.forEach(report::putIfAbsent);
        report.put("seconds", seconds);
        return report;
    }

    /** The options that {@code --help} shows, in this order. */
    List<String> mainOptions() {
        return spec.options().stream()
                .filter(option -> !OptionGroup.GENERAL.equals(HelpText.group(option)))
                .sorted(Comparator.comparingInt(OptionSpec::order))
                .limit(MAX_MAIN_OPTIONS)
                .map(OptionSpec::longestName)
                .toList();
    }

    /** Common options that have no effect on this verb. */
    Set<String> unusedOptions() {
        return Set.of("--seed");
    }

    /** The text of {@code --help} or {@code --help-all}. */
    public String help() {
        ParseResult parsed = spec.root().commandLine().getParseResult();
        boolean all = parsed != null && parsed.originalArgs().contains(HELP_ALL);
        return all ? HelpText.full(spec, unusedOptions()) : HelpText.brief(spec, mainOptions());
    }

    /** The options of every verb. */
    static final class CommonOptions {
        private static final int MAX_THREADS = 1024;

        @Option(
                names = "--json",
                paramLabel = "FILE|-",
                order = 90,
                descriptionKey = OptionGroup.OUTPUT,
                description = {
                    "Write the result as JSON; - is standard output.",
                    "With - the summary goes to standard error, and a failure is {\"error\": {\"message\", \"file\", \"hint\"}}."
                })
        private String json;

        @Option(
                names = "--threads",
                paramLabel = "N",
                order = 91,
                description = "Number of threads (default: all processors). Results do not depend on it.")
        private Integer threads;

        @Option(
                names = "--seed",
                paramLabel = "S",
                order = 92,
                description = {"Random seed (default: " + Effort.DEFAULT_SEED + ").", Requests.SEED_DETAILS})
        private long seed = Effort.DEFAULT_SEED;

        @Option(names = "--quiet", order = 93, description = "Print only warnings and errors.")
        private boolean quiet;

        @Option(names = "--debug", order = 94, description = "With an error, print where in the program it happened.")
        private boolean debug;

        @Option(
                names = {"-h", "--help", HELP_ALL},
                usageHelp = true,
                order = 95,
                description = "Show the most important options, or all of them.")
        private boolean help;

        /** Rejects values out of range and a JSON file that cannot be written, before the run starts. */
        public void check() {
            if (threads != null && (threads < 1 || threads > MAX_THREADS)) {
                throw new InvalidRequestException(
                        field("threads") + " " + threads + " must be from 1 to " + MAX_THREADS);
            }
            json().flatMap(JsonTarget::file).ifPresent(AtomicFile::requireWritable);
        }

        private Optional<JsonTarget> json() {
            return Optional.ofNullable(json).map(JsonTarget::parse);
        }

        public Manners manners() {
            int count = threads == null ? Runtime.getRuntime().availableProcessors() : threads;
            return new Manners(count, quiet, json());
        }

        public long seed() {
            return seed;
        }
    }

    /** Makes sure that no output overwrites an input or another output. */
    private static final class FileOptions {
        /** The options of all verbs that name an output; other paths are inputs. */
        private static final List<String> WRITING =
                List.of("-o", "--bvh", "--report", "--picture", "--arrays", "--bone-texture", "--json");

        /** The options whose text may name an input: {@code --rest FILE}, {@code --add-clip NAME=FILE}. */
        private static final List<String> READING = List.of("--rest", "--add-clip", "--importance");

        private FileOptions() {}

        /** Rejects outputs that are inputs, and two outputs in one file. */
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
            // The verb has a better message for folders.
            outputs.keySet().stream()
                    .filter(output -> !Files.isDirectory(output))
                    .forEach(output -> Outputs.requireOther(output, inputs));
        }

        private static void requireNoOther(Path file, String option, Map<Path, String> others) {
            others.forEach((other, name) -> {
                Path plain = file.toAbsolutePath().normalize();
                if (Outputs.isSame(file, other)
                        || plain.equals(other.toAbsolutePath().normalize())) {
                    throw new InvalidRequestException(
                            name + " and " + option + " both write " + file + "; give two different files");
                }
                requireNotBeside(other, name, file, option);
                requireNotBeside(file, option, other, name);
            });
        }

        private static void requireNotBeside(Path output, String option, Path other, String name) {
            boolean described = !option.equals("--bone-texture") && other.endsWith(output.getFileName() + ".json");
            if (!described && Outputs.alsoWrites(output, other)) {
                throw new InvalidRequestException(option + " " + output + " also writes " + other
                        + ", which is the file of " + name + "; give another name");
            }
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
