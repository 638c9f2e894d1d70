package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.job.ReduceJobResult;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.model.SkinWeights;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew reduce}: fewer influences per vertex. */
@Command(
        name = "reduce",
        header = "Reduce the number of influences per vertex.",
        customSynopsis = "sinew reduce MODEL --influences K -o OUT.glb [options]",
        footer = {
            "Four influences for a game engine:",
            "  sinew reduce hero.glb --influences 4 --method smooth -o hero4.glb",
            "The same, following example motion:",
            "  sinew reduce dense.glb --influences 4 --examples cape.obj -o cape4.glb",
            "A mesh with weights from a file:",
            "  sinew reduce mesh.obj --weights bbw.dmat --influences 4 -o mesh4.glb"
        })
public final class ReduceVerb extends ModelVerb<ReduceJobResult> {
    public ReduceVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--influences", "--method", "--examples", "--weights", "--report");
    }

    @Override
    ResultSummary summary(ReduceJobResult made, Map<String, Double> seconds) {
        ModelSource source = made.source();
        SkinWeights before = source.model().weights();
        SkinWeights after = made.model().weights();
        ResultSummary summary = new ResultSummary()
                .headline(source.file() + ": " + Text.count(source.model().vertexCount()) + " vertices, "
                        + source.model().boneCount() + " bones")
                .blank()
                .row(
                        "influences",
                        "at most " + after.maxInfluences() + " per vertex instead of " + before.maxInfluences() + ", "
                                + Text.number(after.meanInfluences()) + " on average instead of "
                                + Text.number(before.meanInfluences()))
                .row("method", Text.lowerCase(made.options().method()))
                .row("weights", Text.number(made.weightRms()) + "   thousandths, root mean square");
        if (source.clip().isPresent()) {
            summary.row("", against(source, made.before()));
            ErrorRows.add(summary, made.error(), made.model());
        }
        summary.row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(summary, made);
    }
}
