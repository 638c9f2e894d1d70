package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ErrorRows;
import dev.sinew.cli.console.FileFacts;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.job.RigJobResult;
import dev.sinew.job.text.Text;
import dev.sinew.job.text.Verdict;
import dev.sinew.model.SkinWeights;
import dev.sinew.rig.RigResult;
import dev.sinew.run.Outcome;
import dev.sinew.run.SolveResult;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;

/** {@code sinew rig}: example poses become a skeleton with weights and motion. */
@Command(
        name = "rig",
        header = "Find a skeleton with weights and motion from poses.",
        customSynopsis = "sinew rig SEQ… -o OUT.glb [options]",
        footer = {
            "A few scanned poses of the same mesh, with a page to look at:",
            "  sinew rig poses/*.obj -o cat.glb --report cat.html",
            "20 bones, and the motion for a retargeting tool:",
            "  sinew rig dance.obj --bones 20 --bvh dance.bvh -o dance.glb",
            "Other poses for a skeleton that you have:",
            "  sinew rig scan.obj --from hero.glb -o moved.glb"
        })
public final class RigVerb extends ModelVerb<RigJobResult> {
    /** Joints with a lower certainty are listed. */
    private static final double LOW_CERTAINTY = 0.5;

    public RigVerb(Environment environment) {
        super(environment);
    }

    @Override
    List<String> mainOptions() {
        return List.of("-o", "--bones", "--error", "--rest", "--from", "--add-clip", "--report");
    }

    private static String source(RigJobResult made) {
        return made.request().from() == null
                ? Text.count(made.rig().clusters(), "cluster")
                : made.request().from().toString();
    }

    /** How far joint positions can be trusted: where the motion says little, they come from the shape or the given skeleton. */
    private static void joints(ResultSummary summary, List<RigResult.Joint> joints) {
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
        summary.row(
                "joints",
                inside + " of " + joints.size() + " inside, " + percent(certainty) + " certain on average"
                        + (low.isEmpty() ? "" : ", lowest: " + Text.names(low)));
    }

    private static String percent(double part) {
        return Math.round(100 * part) + " %";
    }

    @Override
    ResultSummary summary(RigJobResult made, Map<String, Double> seconds) {
        SkinWeights weights = made.model().weights();
        SolveResult<?> fitted = made.rig().fitted();
        ResultSummary summary = new ResultSummary()
                .headline(made.input() + ": " + FileFacts.line(made.truth()))
                .blank()
                .row(
                        "skeleton",
                        Text.count(made.rig().bones(), "bone") + " from " + source(made) + ", at most "
                                + weights.maxInfluences() + " per vertex (" + Text.number(weights.meanInfluences())
                                + " on average)");
        joints(summary, made.rig().joints());
        ErrorRows.add(summary, made.error(), made.model(), made.request().restWords());
        made.unseen().ifPresent(unseen -> summary.row("unseen", unseen.sentence()));
        summary.row(
                        "solved",
                        effort(fitted, seconds)
                                + (fitted.outcome() == Outcome.CONVERGED
                                        ? ", converged"
                                        : ", stopped at the iteration limit; --iterations N allows more"))
                .row("file", made.request().output() + ", " + Text.bytes(made.written()));
        Optional.ofNullable(made.request().bvh()).ifPresent(path -> summary.row("motion", path.toString()));
        if (made.clips().size() > 1) {
            made.clips()
                    .forEach(clip -> summary.row(
                            "clip",
                            clip.name() + ", " + Verdict.average(clip.error().rmsePercent())));
        }
        made.lods()
                .forEach(lod -> summary.row(
                        "level",
                        lod.file() + ", " + Text.count(lod.bones(), "bone") + ", "
                                + Verdict.average(lod.error().rmsePercent())));
        summary.row("seconds", times(seconds));
        return withNotes(summary, made);
    }
}
