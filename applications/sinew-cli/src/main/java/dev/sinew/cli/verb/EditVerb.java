package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Sheet;
import dev.sinew.cli.option.EditOptions;
import dev.sinew.job.EditMade;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.Words;
import dev.sinew.job.text.Text;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;

/** {@code sinew edit}: a skeleton changed afterwards. */
@Command(
        name = "edit",
        header = "Changes a skeleton: bones removed, merged, split, moved, mirrored, named.",
        customSynopsis = "sinew edit MODEL EDITS… [--against SEQ] -o OUT.glb",
        footer = {
            "",
            "Examples:",
            "  A spare bone goes, the others hang from the hips and get names:",
            "    sinew edit hero.glb --remove toes_right --root spine --rename head=skull -o mine.glb",
            "  Names for the left side, then for both:",
            "    sinew edit cat.glb --rename limb1_left_1=leg_left --mirror-names -o named.glb"
        })
public final class EditVerb extends ModelVerb<EditMade> {
    private EditOptions edits;

    public EditVerb(Environment environment) {
        super(environment);
    }

    @Override
    public void complete(CommandSpec spec) {
        super.complete(spec);
        edits = EditOptions.addTo(spec);
    }

    @Override
    String named(String field) {
        return EditTree.names().contains(field) ? "--" + Words.kebab(field) : super.named(field);
    }

    @Override
    Map<String, Object> values() {
        Map<String, Object> values = super.values();
        values.put("edits", edits.edits());
        return values;
    }

    private static String against(EditMade made) {
        return made.poses()
                .map(poses -> "against " + poses.file()
                        + poses.before()
                                .map(before -> ", where the input has RMSE " + Text.number(before.rmsePercent()) + " %")
                                .orElse("")
                        + ":")
                .orElse("against what the input plays:");
    }

    @Override
    Sheet sheet(EditMade made, Map<String, Double> seconds) {
        Sheet sheet = new Sheet()
                .headline(made.source().file() + ": "
                        + Text.vertices(made.source().model().vertexCount()) + ", "
                        + EditMade.bones(made.source().model()))
                .blank();
        for (EditMade.Step step : made.steps()) {
            sheet.row(
                    "edit",
                    EditTree.words(step.edit()) + ": " + EditMade.bones(step.model()) + ", RMSE "
                            + Text.number(step.error().rmsePercent()) + " %");
        }
        if (made.poses().isPresent() || made.source().clip().isPresent()) {
            sheet.row("", against(made));
            ErrorRows.add(sheet, made.error());
        }
        sheet.row("file", made.request().output() + ", " + Text.bytes(made.written()))
                .row("seconds", times(seconds));
        return withNotes(sheet, made);
    }
}
