package dev.sinew.cli.console;

import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.text.Text;
import dev.sinew.run.CancelledException;
import dev.sinew.run.RefusedException;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.InvalidPathException;
import java.util.List;
import java.util.function.UnaryOperator;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** Turns whatever went wrong into one sentence for a person and an exit code for a script. */
public final class Failures {
    private Failures() {}

    /**
     * A run that failed.
     *
     * @param naming what the command line calls a field of a request
     * @param thrift what the verb can be given to need less memory, behind a comma, or nothing
     */
    public static ExitCode report(
            Throwable failure, Environment environment, boolean debug, UnaryOperator<String> naming, String thrift) {
        ExitCode code = codeOf(failure);
        PrintStream err = environment.err();
        String sentence = Shown.line(sentence(failure, code, naming, thrift));
        environment
                .caller()
                .ifPresentOrElse(caller -> caller.failed(sentence), () -> err.println("sinew: " + sentence));
        if (debug) {
            StringWriter trace = new StringWriter();
            failure.printStackTrace(new PrintWriter(trace));
            trace.toString().lines().forEach(line -> err.println(traced(line)));
        }
        return code;
    }

    /** The tab that a place in the code begins with stays. */
    private static String traced(String line) {
        return line.startsWith("\t") ? "\t" + Shown.line(line.substring(1)) : Shown.line(line);
    }

    private static ExitCode codeOf(Throwable failure) {
        if (failure instanceof WrongRequestException || failure instanceof InvalidPathException) {
            return ExitCode.WRONG_USAGE;
        }
        if (failure instanceof CancelledException) {
            return ExitCode.INTERRUPTED;
        }
        boolean input = failure instanceof RefusedException
                || failure instanceof UncheckedIOException
                || failure instanceof OutOfMemoryError;
        return input ? ExitCode.BAD_INPUT : ExitCode.INTERNAL_ERROR;
    }

    /** What a failure is called. */
    public static String sentence(Throwable failure, UnaryOperator<String> naming, String thrift) {
        return sentence(failure, codeOf(failure), naming, thrift);
    }

    private static String sentence(Throwable failure, ExitCode code, UnaryOperator<String> naming, String thrift) {
        if (failure instanceof WrongRequestException wrong) {
            return wrong.sentence(naming);
        }
        if (failure instanceof RefusedException refused) {
            return refused.sentence(naming);
        }
        if (failure instanceof OutOfMemoryError) {
            return "out of memory with " + Text.bytes(Runtime.getRuntime().maxMemory())
                    + " allowed; give it more, for example SINEW_OPTS=-Xmx12g" + thrift;
        }
        if (failure instanceof InvalidPathException path) {
            return "'" + path.getInput() + "' is no name of a file here: " + path.getReason();
        }
        return switch (code) {
            case INTERRUPTED -> "interrupted";
            case INTERNAL_ERROR -> "internal error, please report it (--debug shows where): " + failure;
            default -> failure.getMessage();
        };
    }

    /** Arguments that do not parse. */
    public static int reportUsage(ParameterException failure, Environment environment) {
        CommandLine command = failure.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String sentence = usageSentence(failure);
        environment
                .caller()
                .ifPresentOrElse(
                        caller -> caller.failed(sentence),
                        () -> environment.err().println(Shown.line(name + ": " + sentence)));
        environment.err().println("'" + name + " --help' shows what it takes.");
        return ExitCode.WRONG_USAGE.code();
    }

    private static String usageSentence(ParameterException failure) {
        if (failure instanceof UnmatchedArgumentException unmatched
                && !unmatched.getUnmatched().isEmpty()) {
            String first = unmatched.getUnmatched().get(0);
            boolean option = first.startsWith("-");
            if (!option && unmatched.getCommandLine().getParent() == null) {
                return "unknown verb " + first + ", there are: "
                        + String.join(
                                ", ",
                                unmatched.getCommandLine().getSubcommands().keySet());
            }
            return (option ? "unknown option " : "unexpected argument ") + first + hint(unmatched.getSuggestions());
        }
        String message = failure.getMessage();
        return Character.toLowerCase(message.charAt(0)) + message.substring(1);
    }

    private static String hint(List<String> suggestions) {
        return suggestions.isEmpty()
                ? ""
                : ", did you mean " + String.join(" or ", suggestions.subList(0, Math.min(2, suggestions.size())))
                        + "?";
    }
}
