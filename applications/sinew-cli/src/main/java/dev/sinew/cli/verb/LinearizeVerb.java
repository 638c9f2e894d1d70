package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.LinearizeMade;
import dev.sinew.job.text.Text;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;

/** {@code sinew linearize}: a rig for dual quaternions becomes one that linear skinning plays. */
@Command(
        name = "linearize",
        header = "A rig looks like dual-quaternion skinning where only linear skinning exists: blend bones are added.",
        customSynopsis = "sinew linearize MODEL (--blend-bones N | --error E) -o OUT.glb [options]",
        footer = {
            "",
            "Everything else in the file stays as it is; the new bones move in every clip.",
            "",
            "Examples:",
            "  Ten more bones, placed by what the file's own clips do:",
            "    sinew linearize hero.glb --blend-bones 10 -o hero-linear.glb",
            "  A file without animation, every joint swung and twisted through its range:",
            "    sinew linearize hero.glb --train generated --error 5 -o hero-linear.glb",
            "  Bones that scale:",
            "    sinew linearize toon.gltf --operator sdqs --blend-bones 15 -o toon.glb"
        })
public final class LinearizeVerb extends ModelVerb<LinearizeMade> {
    public LinearizeVerb(Environment environment) {
        super(environment);
    }

    @Override
    Sheet sheet(LinearizeMade made, Map<String, Double> seconds) {
        SkinnedModel source = made.source();
        SkinWeights weights = made.model().weights();
        Sheet sheet = new Sheet()
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
        sheet.row("error", "EE, percent of what rigid parts would miss: linear skinning → linearised");
        for (LinearizeMade.Row row : made.rows()) {
            sheet.row(
                    "",
                    Text.number(row.linear()) + " → " + Text.number(row.linearized()) + "   " + row.name() + ", "
                            + Text.count(row.frames(), "frame") + (row.seen() ? "" : ", unseen"));
        }
        sheet.row("curve", curve(made))
                .row("solved", effort(made.solved().fitted(), seconds))
                .row(
                        "file",
                        made.request().output() + ", "
                                + Text.bytes(made.written()) + ", "
                                + Text.count(made.written().keys(), "key") + " added")
                .row("seconds", times(seconds));
        return withNotes(sheet, made);
    }

    private static String curve(LinearizeMade made) {
        return made.solved().curve().stream()
                .map(point -> point.blendBones() + ": " + Text.number(point.envelopingError()))
                .collect(Collectors.joining(" · "));
    }
}
