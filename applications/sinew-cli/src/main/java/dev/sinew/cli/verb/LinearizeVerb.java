package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.job.LinearizeJobResult;
import dev.sinew.job.text.Text;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code sinew linearize}: a rig for dual quaternions becomes one that linear skinning plays. */
@Command(
        name = "linearize",
        header = "Make linear skinning look like dual quaternions.",
        customSynopsis = "sinew linearize MODEL (--blend-bones N | --error PERCENT) -o OUT.glb",
        description = "Everything else in the file is kept. The new bones move in every clip.",
        footer = {
            "Ten blend bones, learnt from the clips of the file:",
            "  sinew linearize hero.glb --blend-bones 10 -o hero-linear.glb",
            "A file without animation, with an error of at most 0.2 %% of the size:",
            "  sinew linearize hero.glb --train generated --error 0.2 -o linear.glb",
            "Bones that scale:",
            "  sinew linearize toon.gltf --operator sdqs --blend-bones 15 -o toon.glb"
        })
public final class LinearizeVerb extends ModelVerb<LinearizeJobResult> {
    public LinearizeVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--blend-bones", "--error", "--operator", "--train", "--train-clip", "--report");
    }

    @Override
    ResultSummary summary(LinearizeJobResult made, Map<String, Double> seconds) {
        SkinnedModel source = made.source();
        SkinWeights weights = made.model().weights();
        ResultSummary summary = new ResultSummary()
                .headline(made.request().input() + ": " + Text.vertices(source.vertexCount()) + ", "
                        + Text.count(source.boneCount(), "bone") + ", "
                        + Text.count(source.clips().size(), "clip"))
                .blank()
                .row(
                        "blend bones",
                        made.blendBones().count() + " for "
                                + made.options().operator().word().toUpperCase(Locale.ROOT) + ", at most "
                                + Text.count(weights.maxInfluences(), "influence") + " per vertex ("
                                + Text.number(weights.meanInfluences()) + " on average, "
                                + Text.number(source.weights().meanInfluences()) + " before)");
        summary.row("error", "EE, percent of the error with one bone per vertex: linear skinning → linearised");
        for (LinearizeJobResult.Row row : made.rows()) {
            summary.row(
                    "",
                    Text.number(row.linear()) + " → " + Text.number(row.linearized()) + "   " + row.name() + ", "
                            + Text.count(row.frames(), "frame") + (row.seen() ? "" : ", unseen"));
        }
        summary.row("curve", curve(made))
                .row("solved", effort(made.solved().fitted(), seconds))
                .row(
                        "file",
                        made.request().output() + ", "
                                + Text.bytes(made.written()) + ", "
                                + Text.count(made.written().keys(), "key") + " added")
                .row("seconds", times(seconds));
        return withNotes(summary, made);
    }

    private static String curve(LinearizeJobResult made) {
        return made.solved().curve().stream()
                .map(point -> point.blendBones() + ": " + Text.number(point.envelopingError()))
                .collect(Collectors.joining(" · "));
    }
}
