package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.CompressMade;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.model.TwoLayerWeights;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew compress}: dense weights in two sparse layers. */
@Command(
        name = "compress",
        header = "A dense rig at the price of a sparse one: its weights in two layers of virtual bones.",
        customSynopsis =
                "sinew compress MODEL (--bones-per-vertex B | --virtual-bones N | --error E) -o OUT.glb [options]",
        description = {
            "",
            "Every vertex is a blend of two virtual bones, and every virtual bone a blend of the model's own (Le and Deng",
            "2013). The file has them in SINEW_two_layer, and four influences per vertex for programs that do not know it."
        },
        footer = {
            "",
            "Examples:",
            "  A model with many influences at the price of four:",
            "    sinew compress dense.glb --bones-per-vertex 4 -o light.glb",
            "  The same, following the poses it was made from:",
            "    sinew compress dense.glb --examples cape.obj --bones-per-vertex 4 -o light.glb",
            "  A mesh with biharmonic weights, as cheap as an error of 1 allows:",
            "    sinew compress mesh.obj --weights bbw.dmat --error 1 -o light.glb"
        })
public final class CompressVerb extends ModelVerb<CompressMade> {
    public CompressVerb(Environment environment) {
        super(environment);
    }

    @Override
    Sheet sheet(CompressMade made, Map<String, Double> seconds) {
        ModelSource source = made.source();
        TwoLayerWeights layers = made.layers();
        CompressMade.Cost before = made.inputCost();
        CompressMade.Cost after = made.cost();
        Sheet sheet = new Sheet()
                .headline(source.file() + ": " + Text.count(source.model().vertexCount()) + " vertices, "
                        + source.model().boneCount() + " bones, "
                        + Text.number(before.operations()) + " influences per vertex")
                .blank()
                .row(
                        "two layers",
                        layers.virtualBoneCount() + " virtual bones of up to " + layers.atomInfluences()
                                + " bones each, two per vertex")
                .row(
                        "cost",
                        Text.number(after.operations()) + " blends per vertex instead of "
                                + Text.number(before.operations()))
                .row(
                        "memory",
                        Text.bytes(after.weightBytes()) + " of weights instead of "
                                + Text.bytes(before.weightBytes()) + ", " + Text.bytes(after.cacheBytes())
                                + " of cached bones")
                .row("weights", Text.number(made.weightRms()) + "   thousandths, root mean square");
        if (source.clip().isPresent()) {
            sheet.row("", against(source, made.before()));
            ErrorRows.add(sheet, made.errors().error());
            made.errors().fallback().ifPresent(fallback -> ErrorRows.addFallback(sheet, fallback));
        }
        sheet.row("solved", solved(made.compressed().fitted(), seconds))
                .row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(sheet, made);
    }
}
