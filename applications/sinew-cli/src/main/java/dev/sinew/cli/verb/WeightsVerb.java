package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Sheet;
import dev.sinew.handles.BiharmonicWeights;
import dev.sinew.job.WeightsMade;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.text.Text;
import dev.sinew.model.SkinWeights;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew weights}: a mesh and its handles become a skinned model. */
@Command(
        name = "weights",
        header = "Smooth weights for points, bones, regions and cages; with examples, weights that follow them.",
        customSynopsis = "sinew weights MESH --handles FILE [--examples SEQ] -o OUT.glb [options]",
        footer = {
            "",
            "Examples:",
            "  Bounded biharmonic weights for a skeleton, in the volume, no tetrahedra needed:",
            "    sinew weights body.obj --handles body.tgf -o body.glb",
            "  Weights learnt from poses of the same mesh (body.pc2 holds them):",
            "    sinew weights body.obj --handles body.json --examples body.obj -o body.glb"
        })
public final class WeightsVerb extends ModelVerb<WeightsMade> {
    public WeightsVerb(Environment environment) {
        super(environment);
    }

    @Override
    void check() {
        super.check();
        if (!values().containsKey("examples") && shown().picture().isPresent()) {
            throw new WrongRequestException("--picture shows a model beside its --examples; --report needs none");
        }
    }

    @Override
    Sheet sheet(WeightsMade made, Map<String, Double> seconds) {
        SkinWeights weights = made.model().weights();
        BiharmonicWeights.Result smooth = made.solved().biharmonic();
        Sheet sheet = new Sheet()
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
        made.leftOut().ifPresent(words -> sheet.row("left out", words));
        if (made.learnt()) {
            sheet.row(
                    "learnt",
                    "error "
                            + Text.number(
                                    100 * made.solved().errors().orElseThrow().before()) + " % → "
                            + Text.number(
                                    100 * made.solved().errors().orElseThrow().after()) + " % of the size in "
                            + Text.count(made.energies().size(), "round"));
        }
        made.error().ifPresent(error -> ErrorRows.add(sheet, error));
        sheet.row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(sheet, made);
    }
}
