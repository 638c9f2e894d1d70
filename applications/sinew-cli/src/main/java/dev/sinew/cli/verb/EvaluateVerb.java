package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.FileFacts;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.job.EvaluateJobResult;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew evaluate}: how far a model is from a sequence. */
@Command(
        name = "evaluate",
        header = "Measure the error of a model against a sequence.",
        customSynopsis = "sinew evaluate MODEL --against SEQ [options]",
        description =
                "Frame k of the sequence is compared with key k of the clip. A model in two layers (SINEW_two_layer) is measured as it plays in them; error.fallback in the JSON is the error of its standard skin.",
        footer = {
            "All metrics of a fitted model:",
            "  sinew evaluate cape.glb --against cape.obj",
            "One clip, as JSON:",
            "  sinew evaluate walk.glb --clip walk --against frames/ --json -",
            "Motion that the model was not made from:",
            "  sinew evaluate hero.glb --against take.abc --solve motion",
            "A page that shows where the errors are:",
            "  sinew evaluate cape.glb --against cape.obj --report cape.html"
        })
public final class EvaluateVerb extends ReportingVerb<EvaluateJobResult> {
    public EvaluateVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("--against", "--solve", "--clip", "--range", "--report", "--picture", "--json");
    }

    @Override
    ResultSummary summary(EvaluateJobResult made, Map<String, Double> seconds) {
        ResultSummary summary = new ResultSummary()
                .headline(made.file() + " against " + made.truth().file() + ": "
                        + FileFacts.line(made.truth().sequence()));
        ErrorRows.add(summary.blank(), made.errors().error(), made.read().model());
        made.errors().fallback().ifPresent(fallback -> ErrorRows.addFallback(summary, fallback));
        return summary.notes(made.notes());
    }

    @Override
    void print(ResultSummary summary, Session session) {
        session.answer(summary);
    }
}
