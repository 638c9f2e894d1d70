package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.ReduceMade;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.model.SkinWeights;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew reduce}: fewer influences per vertex. */
@Command(
        name = "reduce",
        header = "Fewer influences per vertex: a model with 8, 12 or all bones per vertex becomes one with 4.",
        customSynopsis = "sinew reduce MODEL --influences K -o OUT.glb [options]",
        footer = {
            "",
            "Methods:",
            "  largest   the K largest weights, scaled to sum to one",
            "  smooth    the same bones, weights that vary over the mesh as the original's do",
            "  geometry  the K bones and weights that follow the examples best (default with --examples)",
            "  poisson   the bones of the K largest weights, keeping the shape between neighbours in the examples",
            "",
            "Examples:",
            "  sinew reduce hero.glb --influences 4 --method smooth -o hero4.glb",
            "  sinew reduce dense.glb --influences 4 --examples cape.obj -o cape4.glb",
            "  sinew reduce mesh.obj --weights bbw.dmat --influences 4 -o mesh4.glb"
        })
public final class ReduceVerb extends ModelVerb<ReduceMade> {
    public ReduceVerb(Environment environment) {
        super(environment);
    }

    @Override
    Sheet sheet(ReduceMade made, Map<String, Double> seconds) {
        ModelSource source = made.source();
        SkinWeights before = source.model().weights();
        SkinWeights after = made.model().weights();
        Sheet sheet = new Sheet()
                .headline(source.file() + ": " + Text.count(source.model().vertexCount()) + " vertices, "
                        + source.model().boneCount() + " bones")
                .blank()
                .row(
                        "influences",
                        "at most " + after.maxInfluences() + " a vertex instead of " + before.maxInfluences() + ", "
                                + Text.number(after.meanInfluences()) + " on average instead of "
                                + Text.number(before.meanInfluences()))
                .row("method", Text.lowerCase(made.options().method()))
                .row("weights", Text.number(made.weightRms()) + "   thousandths, root mean square");
        if (source.clip().isPresent()) {
            sheet.row("", against(source, made.before()));
            ErrorRows.add(sheet, made.error());
        }
        sheet.row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(sheet, made);
    }
}
