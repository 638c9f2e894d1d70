package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ExitCode;
import dev.sinew.cli.console.Failures;
import dev.sinew.cli.console.JsonTarget;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.option.CommonOptions;
import dev.sinew.cli.option.FileOptions;
import dev.sinew.job.batch.Elsewhere;
import dev.sinew.job.form.CommandWords;
import dev.sinew.job.form.Words;
import dev.sinew.run.CancelledException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
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
}
