package dev.sinew.cli;

import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what a rig came to: to a person as a sheet and a page, to a program as a tree. */
final class RigReport {
    private final RigRun run;
    private final RigRun.Result result;
    private final List<String> notes;

    /** @param inputNotes what reading had to say */
    RigReport(RigRun run, RigRun.Result result, List<String> inputNotes) {
        this.run = run;
        this.result = result;
        this.notes = new ArrayList<>(inputNotes);
        this.notes.addAll(result.rig().fitted().notes());
        this.notes.addAll(result.written().notes());
    }

    Sheet sheet(String input, Map<String, Double> seconds) {
        SkinWeights weights = result.model().weights();
        Fitted<?> fitted = result.rig().fitted();
        Sheet sheet = new Sheet()
                .headline(input + ": " + MeshFacts.line(run.truth()))
                .blank()
                .row(
                        "skeleton",
                        Text.count(result.rig().bones(), "bone") + " from "
                                + Text.count(result.rig().clusters(), "cluster") + ", at most "
                                + weights.maxInfluences() + " a vertex (" + Text.number(weights.meanInfluences())
                                + " on average)");
        ErrorRows.add(sheet, result.error());
        sheet.row(
                        "solved",
                        "in " + Text.seconds(seconds.getOrDefault("solve", 0.0)) + " and "
                                + Text.count(fitted.iterations(), "iteration")
                                + (fitted.outcome() == Outcome.CONVERGED
                                        ? ", converged"
                                        : ", stopped by the limit on iterations: --iterations allows more"))
                .row("file", run.output() + ", " + Text.bytes(result.written().bytes()));
        run.bvh().ifPresent(path -> sheet.row("motion", path.toString()));
        sheet.row("seconds", FitReport.times(seconds));
        return notes.isEmpty() ? sheet : sheet.blank().notes(notes);
    }

    private Showcase showcase(String input) {
        String subtitle = "a skeleton of " + Text.count(result.rig().bones(), "bone") + ", at most "
                + result.model().weights().maxInfluences() + " a vertex";
        return new Showcase(
                input,
                subtitle,
                run.truth(),
                result.model(),
                result.model().clips().get(0),
                result.error());
    }

    /** The page of a rig: its skeleton, its convergence, its numbers and the line that repeats it. */
    private ReportData page(String input, String command, Map<String, Double> seconds) {
        RigResult rig = result.rig();
        ReportData page = showcase(input).page();
        if (rig.fitted().convergence().length > 1) {
            page = page.withPlot(Plot.convergence("RMSE %", rig.fitted().convergence()));
        }
        if (rig.pruning().size() > 1) {
            double[] bones =
                    rig.pruning().stream().mapToDouble(PruningPoint::bones).toArray();
            double[] errors = rig.pruning().stream()
                    .mapToDouble(PruningPoint::rmsePercent)
                    .toArray();
            page = page.withPlot(Plot.errorAgainstBones("RMSE % without joints", bones, errors));
        }
        return page.withFacts("Result", Showcase.facts(resultTree()))
                .withFacts("Options", Showcase.facts(described(run.options())))
                .withFacts("Seconds", Showcase.facts(seconds))
                .withCommand(command)
                .withNotes(notes);
    }

    /** Writes the page and the picture, where they are asked for. */
    void show(ShowOptions where, String input, String command, Session session) {
        where.show(
                session,
                () -> page(input, command, session.seconds()),
                file -> showcase(input).writePicture(file));
    }

    RunReport fill(RunReport report, String input, Map<String, Double> seconds) {
        Fitted<?> fitted = result.rig().fitted();
        return report.input(
                        RunReport.input(input, run.truth().rest(), run.truth().frameCount()))
                .outcome(fitted.outcome(), fitted.iterations())
                .result(resultTree())
                .error(result.error())
                .seconds(seconds);
    }

    private Map<String, Object> resultTree() {
        RigResult rig = result.rig();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", run.output().toString());
        tree.put("bones", rig.bones());
        tree.put("boneType", RunReport.lowerCase(result.model().boneType()));
        tree.put("clusters", rig.clusters());
        tree.put("influences", result.model().weights().maxInfluences());
        tree.put("bonesPerVertex", result.model().weights().meanInfluences());
        tree.put("fileBytes", result.written().bytes());
        tree.put("keys", result.written().keys());
        tree.put("skeleton", skeleton(rig.fitted().model().skeleton()));
        List<Object> pruning = new ArrayList<>();
        for (PruningPoint point : rig.pruning()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("bones", point.bones());
            pair.put("rmsePercent", point.rmsePercent());
            pruning.add(pair);
        }
        tree.put("pruning", pruning);
        tree.put("notes", notes);
        return tree;
    }

    private static List<Object> skeleton(Skeleton skeleton) {
        List<Object> nodes = new ArrayList<>();
        for (int j = 0; j < skeleton.boneCount(); j++) {
            Map<String, Object> node = new LinkedHashMap<>();
            int parent = skeleton.parents()[j];
            node.put("name", skeleton.names().get(j));
            node.put("parent", parent == Skeleton.ROOT ? null : skeleton.names().get(parent));
            node.put(
                    "joint",
                    List.of(skeleton.pivots()[3 * j], skeleton.pivots()[3 * j + 1], skeleton.pivots()[3 * j + 2]));
            nodes.add(node);
        }
        return nodes;
    }

    /** As the report names them. */
    static Map<String, Object> described(RigOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("bones", options.maxBones().isPresent() ? options.maxBones().getAsInt() : null);
        tree.put("prune", options.prune().isPresent() ? options.prune().getAsDouble() : null);
        tree.put("clusters", options.clusters());
        tree.put("influences", options.influences());
        tree.put("smooth", options.smooth());
        tree.put("rootMotion", options.rootMotion() == RigOptions.RootMotion.OWN_NODE);
        tree.put("iterations", options.maxIterations());
        tree.put("threads", options.threads());
        tree.put("seed", options.seed());
        return tree;
    }
}
