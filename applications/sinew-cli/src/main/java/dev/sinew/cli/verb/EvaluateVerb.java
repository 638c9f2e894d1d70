package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.EvaluateMade;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew evaluate}: how far a model is from a sequence. */
@Command(
        name = "evaluate",
        header = "How far a model is from the sequence it stands for, in every metric.",
        customSynopsis = "sinew evaluate MODEL --against SEQ [options]",
        description = {
            "",
            "Frame k of the sequence is compared with key k of the clip. A model in two layers (SINEW_two_layer) is",
            "measured as it plays in them; what engines play that do not know them is error.fallback in the JSON."
        },
        footer = {
            "",
            "Examples:",
            "  sinew evaluate cape.glb --against cape.obj",
            "  sinew evaluate walk.glb --clip walk --against frames/ --json -"
        })
public final class EvaluateVerb extends ShownVerb<EvaluateMade> {
    public EvaluateVerb(Environment environment) {
        super(environment);
    }

    @Override
    Sheet sheet(EvaluateMade made, Map<String, Double> seconds) {
        Sheet sheet = new Sheet()
                .headline(made.file() + " against " + made.truth().file() + ": "
                        + Facts.line(made.truth().sequence()));
        ErrorRows.add(sheet.blank(), made.errors().error());
        made.errors().fallback().ifPresent(fallback -> ErrorRows.addFallback(sheet, fallback));
        return sheet.notes(made.notes());
    }

    @Override
    void tell(Sheet sheet, Session session) {
        session.answer(sheet);
    }
}
