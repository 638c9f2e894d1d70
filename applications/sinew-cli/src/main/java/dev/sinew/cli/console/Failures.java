package dev.sinew.cli.console;

import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.text.Json;
import dev.sinew.job.text.Text;
import dev.sinew.run.CancelledException;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Suggestions;
import java.io.IOException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Reports a failure: a message for a person, JSON for a script, and an exit code. */
public final class Failures {
    private Failures() {}

    /**
     * The run that failed.
     *
     * @param command qualified name, such as "sinew fit"
     * @param naming from a field of a request to its option
     * @param lessMemory what the user can do to need less memory, after a comma; may be empty
     * @param files the files that the command line names
     */
    public record Run(
            String command,
            UnaryOperator<String> naming,
            String lessMemory,
            List<String> files,
            boolean debug,
            boolean jsonToStandardOut) {
        /** A run of which nothing is known, such as one that is interrupted. */
        public static final Run UNKNOWN = new Run("sinew", UnaryOperator.identity(), "", List.of(), false, false);
    }

    public static ExitCode report(Throwable failure, Environment environment, Run run) {
        ExitCode code = codeOf(failure);
        String message = withFileHint(message(failure, code, run.naming, run.lessMemory), run.files);
        print("sinew", message, environment);
        if (run.debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            trace.toString().lines().forEach(line -> environment.err().println(traced(line)));
        }
        if (run.jsonToStandardOut) {
            Optional<String> hint = code == ExitCode.WRONG_USAGE
                    ? Optional.of(usageHint(run.command))
                    : Optional.of(message).filter(text -> text.contains("; ")).map(text -> text.split("; ", 2)[1]);
            printJson(message, run.files, hint, environment);
        }
        return code;
    }

    /** Suggests a file of the same folder for one that does not exist. */
    private static String withFileHint(String message, List<String> files) {
        return files.stream()
                .filter(file -> message.contains(file + " does not exist"))
                .findFirst()
                .map(file -> message + fileHint(Path.of(file).toAbsolutePath()))
                .orElse(message);
    }

    private static String fileHint(Path file) {
        try (Stream<Path> others = Files.list(file.getParent())) {
            List<String> names =
                    others.map(other -> other.getFileName().toString()).toList();
            return Suggestions.hint(file.getFileName().toString(), names);
        } catch (IOException noFolder) {
            return "";
        }
    }

    private static void print(String name, String message, Environment environment) {
        PrintStream err = environment.err();
        String text = SafeText.line(message);
        environment.caller().ifPresentOrElse(caller -> caller.failed(text), () -> {
            String line = name + ": " + text;
            err.println(environment.coloursErrors() ? Colour.RED.of(line) : line);
        });
    }

    /** For a caller the message is enough. */
    private static void printJson(String message, List<String> files, Optional<String> hint, Environment environment) {
        if (environment.caller().isPresent()) {
            return;
        }
        Map<String, Object> error = new LinkedHashMap<>();
        error.put("message", message);
        error.put("file", files.stream().filter(message::contains).findFirst().orElse(null));
        error.put("hint", hint.orElse(null));
        environment.out().println(SafeText.json(Json.text(Map.of("error", error))));
    }

    /** Keeps the tab at the start of a line. */
    private static String traced(String line) {
        return line.startsWith("\t") ? "\t" + SafeText.line(line.substring(1)) : SafeText.line(line);
    }

    private static ExitCode codeOf(Throwable failure) {
        if (failure instanceof InvalidRequestException || failure instanceof InvalidPathException) {
            return ExitCode.WRONG_USAGE;
        }
        if (failure instanceof CancelledException) {
            return ExitCode.INTERRUPTED;
        }
        boolean input = failure instanceof InvalidInputException
                || failure instanceof UncheckedIOException
                || failure instanceof OutOfMemoryError;
        return input ? ExitCode.BAD_INPUT : ExitCode.INTERNAL_ERROR;
    }

    public static String message(Throwable failure, UnaryOperator<String> naming) {
        return message(failure, codeOf(failure), naming, "");
    }

    private static String message(Throwable failure, ExitCode code, UnaryOperator<String> naming, String lessMemory) {
        if (failure instanceof InvalidRequestException wrong) {
            return wrong.sentence(naming);
        }
        if (failure instanceof InvalidInputException invalid) {
            return invalid.sentence(naming);
        }
        if (failure instanceof OutOfMemoryError) {
            return "out of memory: " + Text.bytes(Runtime.getRuntime().maxMemory())
                    + " is not enough; allow more, for example SINEW_OPTS=-Xmx12g" + lessMemory;
        }
        if (failure instanceof InvalidPathException path) {
            return "'" + path.getInput() + "' is not a valid file name: " + path.getReason();
        }
        return switch (code) {
            case INTERRUPTED -> "interrupted";
            case INTERNAL_ERROR -> "internal error, please report it (--debug shows where): " + failure;
            default -> failure.getMessage();
        };
    }

    /** Arguments that do not parse. @param jsonToStandardOut whether they contain {@code --json -} */
    public static int reportUsage(ParameterException failure, Environment environment, boolean jsonToStandardOut) {
        String name = failure.getCommandLine().getCommandSpec().qualifiedName();
        String message = usageMessage(failure);
        print(name, message, environment);
        environment.err().println(usageHint(name));
        if (jsonToStandardOut) {
            printJson(message, List.of(), Optional.of(usageHint(name)), environment);
        }
        return ExitCode.WRONG_USAGE.code();
    }

    private static String usageHint(String command) {
        return "Run '" + command + " --help' for usage.";
    }

    private static String usageMessage(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            return unmatchedMessage(unmatched);
        }
        if (failure instanceof MissingParameterException missing
                && !missing.getMissing().isEmpty()) {
            return "missing: "
                    + missing.getMissing().stream().map(Failures::usage).collect(Collectors.joining(", "));
        }
        ArgSpec argument = failure.getArgSpec();
        if (argument != null && failure.getValue() != null && Number.class.isAssignableFrom(valueType(argument))) {
            boolean whole = valueType(argument) != Double.class;
            return name(argument) + " " + failure.getValue() + " must be a " + (whole ? "whole " : "") + "number";
        }
        String message = failure.getMessage();
        return Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    private static String unmatchedMessage(UnmatchedArgumentException unmatched) {
        String first = unmatched.getUnmatched().get(0);
        CommandLine command = unmatched.getCommandLine();
        if (first.startsWith("-")) {
            List<String> close = unmatched.getSuggestions();
            return "unknown option " + first
                    + (close.isEmpty()
                            ? ""
                            : "; did you mean " + String.join(" or ", close.subList(0, Math.min(2, close.size())))
                                    + "?");
        }
        if (command.getParent() == null) {
            String hint = Suggestions.hint(first, command.getSubcommands().keySet());
            return "unknown command " + first
                    + (hint.isEmpty()
                            ? "; commands are: "
                                    + String.join(", ", command.getSubcommands().keySet())
                            : hint);
        }
        return "unexpected argument " + first;
    }

    private static Class<?> valueType(ArgSpec argument) {
        Class<?>[] types = argument.auxiliaryTypes();
        return types.length > 0 ? types[0] : argument.type();
    }

    private static String name(ArgSpec argument) {
        return argument instanceof OptionSpec option ? option.shortestName() : argument.paramLabel();
    }

    /** "-o OUT.glb" */
    private static String usage(ArgSpec argument) {
        return argument instanceof OptionSpec option && option.arity().max() > 0
                ? name(option) + " " + option.paramLabel()
                : name(argument);
    }
}
