package dev.sinew.cli;

import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** What all verbs share: their common options, a session around the run, and failures turned into sentences. */
abstract class Verb implements Callable<Integer> {
    private final Environment environment;

    @Spec
    private CommandSpec spec;

    @Mixin
    private CommonOptions common;

    Verb(Environment environment) {
        this.environment = environment;
    }

    /** The work; throws what {@link Failures} knows. */
    abstract void run(Session session);

    @Override
    public final Integer call() {
        try {
            common.check();
            Outputs.requireDistinct(spec);
            try (Session session = new Session(environment, common)) {
                run(session);
            }
            return ExitCode.DONE.code();
        } catch (RuntimeException | Error failure) {
            return Failures.report(failure, environment.err(), common.debug()).code();
        }
    }

    CommonOptions common() {
        return common;
    }

    /** The line that repeats this run, quoted for a shell. */
    String commandLine() {
        StringBuilder line = new StringBuilder(System.getProperty("sinew.command", "sinew"));
        for (String argument : spec.root().commandLine().getParseResult().originalArgs()) {
            line.append(' ').append(Text.quoted(argument));
        }
        return line.toString();
    }

    /** A report that knows its verb and how it was called. */
    RunReport newReport() {
        List<String> arguments = spec.root().commandLine().getParseResult().originalArgs();
        return new RunReport(spec.name(), arguments);
    }
}
