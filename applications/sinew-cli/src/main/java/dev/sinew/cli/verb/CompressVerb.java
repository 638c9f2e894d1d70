package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.job.CompressJobResult;
import dev.sinew.job.source.ModelSource;
import dev.sinew.job.text.Text;
import dev.sinew.model.TwoLayerWeights;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;

/** {@code sinew compress}: compresses dense weights to two sparse layers. */
@Command(
        name = "compress",
        header = "Compress dense weights to two sparse layers of bones.",
        customSynopsis = "sinew compress MODEL [--bones-per-vertex B] -o OUT.glb [options]",
        description =
                "Every vertex blends two virtual bones, and every virtual bone blends bones of the model (Le and Deng 2013). The file stores them in the extension SINEW_two_layer. Programs that do not know it play a standard skin with four influences per vertex.",
        footer = {
            "A model with many influences at the cost of four:",
            "  sinew compress dense.glb --bones-per-vertex 4 -o light.glb",
            "The same, but following the motion that the model was made from:",
            "  sinew compress dense.glb --examples cape.obj -o light.glb",
            "A mesh with biharmonic weights, as cheap as a weight error of 1 allows:",
            "  sinew compress mesh.obj --weights bbw.dmat --max-weight-rms 1 -o light.glb"
        })
public final class CompressVerb extends ModelVerb<CompressJobResult> {
    public CompressVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--bones-per-vertex", "--virtual-bones", "--error", "--examples", "--weights", "--report");
    }

    @Override
    ResultSummary summary(CompressJobResult made, Map<String, Double> seconds) {
        ModelSource source = made.source();
        TwoLayerWeights layers = made.layers();
        CompressJobResult.Cost before = made.inputCost();
        CompressJobResult.Cost after = made.cost();
        ResultSummary summary = new ResultSummary()
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
                        Text.number(after.operations()) + " blend operations per vertex instead of "
                                + Text.number(before.operations()))
                .row(
                        "memory",
                        Text.bytes(after.weightBytes()) + " of weights instead of "
                                + Text.bytes(before.weightBytes()) + ", " + Text.bytes(after.cacheBytes())
                                + " of cached bones")
                .row("weights", Text.number(made.weightRms()) + "   thousandths, root mean square");
        if (source.clip().isPresent()) {
            summary.row("", against(source, made.before()));
            ErrorRows.add(summary, made.errors().error(), made.read().model());
            made.errors().fallback().ifPresent(fallback -> ErrorRows.addFallback(summary, fallback));
        }
        summary.row("solved", solved(made.compressed().fitted(), seconds))
                .row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(summary, made);
    }
}
