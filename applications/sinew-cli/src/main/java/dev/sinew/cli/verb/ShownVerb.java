package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.cli.option.ShowOptions;
import dev.sinew.job.Made;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.measure.SequenceError;
import dev.sinew.run.Fitted;
import dev.sinew.show.made.Look;
import java.util.Map;
import picocli.CommandLine.Mixin;

/** A verb whose result can be looked at. */
abstract class ShownVerb<M extends Made> extends JobVerb<M> {
    @Mixin
    private ShowOptions show;

    ShownVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        show.check();
    }

    ShowOptions shown() {
        return show;
    }

    @Override
    void show(M made, Session session) {
        show.show(Look.of(made), commandLine(), session.work());
    }

    /** "in 0.85 s and 12 iterations, converged" */
    static String solved(Fitted<?> fitted, Map<String, Double> seconds) {
        return effort(fitted, seconds) + ", "
                + switch (fitted.outcome()) {
                    case CONVERGED -> "converged";
                    case ITERATION_LIMIT -> "stopped by the limit on iterations: --iterations allows more";
                    case TARGET_NOT_REACHED -> "the error asked for was not reached, this is the best found";
                };
    }

    static String effort(Fitted<?> fitted, Map<String, Double> seconds) {
        return "in " + Text.seconds(seconds.getOrDefault("solve", 0.0)) + " and "
                + Text.count(fitted.iterations(), "iteration");
    }

    /** The row above the errors of a model that was made from another. */
    static String against(ModelSource source, SequenceError before) {
        return source.examples().isPresent()
                ? "against the examples, where the input has E_RMS " + Text.number(before.erms()) + ":"
                : "against what the input plays:";
    }

    static Sheet withNotes(Sheet sheet, Made made) {
        return made.notes().isEmpty() ? sheet : sheet.blank().notes(made.notes());
    }
}
