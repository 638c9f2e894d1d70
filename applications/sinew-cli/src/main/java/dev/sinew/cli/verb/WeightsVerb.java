package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.handles.BiharmonicWeights;
import dev.sinew.job.WeightsJobResult;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.text.Text;
import dev.sinew.model.SkinWeights;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew weights}: a mesh and its handles become a skinned model. */
@Command(
        name = "weights",
        header = "Compute smooth weights for bones, points and cages.",
        customSynopsis = "sinew weights MESH --handles FILE -o OUT.glb [options]",
        footer = {
            "Bounded biharmonic weights for a skeleton:",
            "  sinew weights body.obj --handles body.tgf -o body.glb",
            "Weights that follow example motion (the frames are in body.pc2):",
            "  sinew weights body.obj --handles body.json --examples body.obj -o body.glb",
            "All weights, as input for 'sinew compress':",
            "  sinew weights body.obj --handles body.tgf --influences dense -o dense.glb"
        })
public final class WeightsVerb extends ModelVerb<WeightsJobResult> {
    public WeightsVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--handles", "--examples", "--influences", "--domain", "--bounds", "--report");
    }

    @Override
    void check() {
        super.check();
        if (!values().containsKey("examples") && shown().picture().isPresent()) {
            throw new InvalidRequestException(
                    "--picture needs --examples, which it compares the model with; --report does not");
        }
    }

    @Override
    ResultSummary summary(WeightsJobResult made, Map<String, Double> seconds) {
        SkinWeights weights = made.model().weights();
        BiharmonicWeights.Result smooth = made.solved().biharmonic();
        ResultSummary summary = new ResultSummary()
                .headline(made.request().input() + ": "
                        + Text.count(made.given().mesh().vertexCount()) + " vertices, "
                        + Text.count(made.given().handles().count(), "handle"))
                .blank()
                .row(
                        "weights",
                        "at most " + weights.maxInfluences() + " per vertex (" + Text.number(weights.meanInfluences())
                                + " on average)")
                .row("domain", (smooth.volume() ? "volume, " : "surface, ") + Text.count(smooth.nodes(), "node"))
                .row("maxima", Text.count(made.solved().localMaxima()) + " away from handles");
        made.leftOut().ifPresent(words -> summary.row("left out", words));
        if (made.learnt()) {
            summary.row(
                    "learnt",
                    "error "
                            + Text.number(
                                    100 * made.solved().errors().orElseThrow().before()) + " % → "
                            + Text.number(
                                    100 * made.solved().errors().orElseThrow().after()) + " % of the size in "
                            + Text.count(made.energies().size(), "round"));
        }
        made.error().ifPresent(error -> ErrorRows.add(summary, error, made.model()));
        summary.row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(summary, made);
    }
}
