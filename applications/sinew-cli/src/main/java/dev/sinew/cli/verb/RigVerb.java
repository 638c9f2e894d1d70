package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.RigMade;
import dev.sinew.job.text.Text;
import dev.sinew.model.SkinWeights;
import dev.sinew.rig.RigResult;
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code sinew rig}: example poses become a skeleton with weights and motion. */
@Command(
        name = "rig",
        header = "Example poses become a skeleton with joints, weights and motion.",
        customSynopsis = "sinew rig SEQ… -o OUT.glb [options]",
        footer = {
            "",
            "Examples:",
            "  A handful of scanned poses with the same faces, as OBJ files:",
            "    sinew rig poses/*.obj -o cat.glb --report cat.html",
            "  At most 20 bones, the root in the hips, the motion for a retargeting tool:",
            "    sinew rig dance.obj --bones 20 --root 0,0.95,0 --bvh dance.bvh -o dance.glb",
            "  The skeleton of a file, edited or from elsewhere, for other poses of its mesh:",
            "    sinew rig scan.obj --from hero.glb -o moved.glb"
        })
public final class RigVerb extends ModelVerb<RigMade> {
    /** Joints that the motion says less than half of are named. */
    private static final double LOW_CERTAINTY = 0.5;

    public RigVerb(Environment environment) {
        super(environment);
    }

    private static String source(RigMade made) {
        return made.request().from() == null
                ? Text.count(made.rig().clusters(), "cluster")
                : made.request().from().toString();
    }

    /** How far their places can be trusted: where the motion says little, the shape or whoever gave them has said the rest. */
    private static void joints(Sheet sheet, List<RigResult.Joint> joints) {
        if (joints.isEmpty()) {
            return;
        }
        long inside = joints.stream().filter(RigResult.Joint::inside).count();
        double certainty = joints.stream()
                .mapToDouble(RigResult.Joint::certainty)
                .average()
                .orElse(0);
        List<String> low = joints.stream()
                .filter(joint -> joint.certainty() < LOW_CERTAINTY)
                .sorted(Comparator.comparingDouble(RigResult.Joint::certainty))
                .map(joint -> joint.name() + " " + percent(joint.certainty()))
                .toList();
        sheet.row(
                "joints",
                inside + " of " + joints.size() + " inside, " + percent(certainty) + " certain on average"
                        + (low.isEmpty() ? "" : ", least: " + Text.names(low)));
    }

    private static String percent(double part) {
        return Math.round(100 * part) + " %";
    }

    @Override
    Sheet sheet(RigMade made, Map<String, Double> seconds) {
        SkinWeights weights = made.model().weights();
        Fitted<?> fitted = made.rig().fitted();
        Sheet sheet = new Sheet()
                .headline(made.input() + ": " + Facts.line(made.truth()))
                .blank()
                .row(
                        "skeleton",
                        Text.count(made.rig().bones(), "bone") + " from " + source(made) + ", at most "
                                + weights.maxInfluences() + " per vertex (" + Text.number(weights.meanInfluences())
                                + " on average)");
        joints(sheet, made.rig().joints());
        ErrorRows.add(sheet, made.error(), made.request().restWords());
        sheet.row(
                        "solved",
                        effort(fitted, seconds)
                                + (fitted.outcome() == Outcome.CONVERGED
                                        ? ", converged"
                                        : ", stopped by the limit on iterations: --iterations allows more"))
                .row("file", made.request().output() + ", " + Text.bytes(made.written()));
        Optional.ofNullable(made.request().bvh()).ifPresent(path -> sheet.row("motion", path.toString()));
        made.clips().stream()
                .skip(1)
                .forEach(clip -> sheet.row(
                        "clip",
                        clip.name() + ", RMSE " + Text.number(clip.error().rmsePercent()) + " %"));
        made.lods()
                .forEach(lod -> sheet.row(
                        "fewer",
                        lod.file() + ", " + Text.count(lod.bones(), "bone") + ", RMSE "
                                + Text.number(lod.error().rmsePercent()) + " %"));
        sheet.row("seconds", times(seconds));
        return withNotes(sheet, made);
    }
}
