package dev.sinew.cli;

import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Fitted;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Tells what a linearisation came to: to a person as a sheet and a page, to a program as a tree. */
final class LinearizeReport {
    private final LinearizeRun run;
    private final LinearizeRun.Result result;
    private final List<String> notes;

    LinearizeReport(LinearizeRun run, LinearizeRun.Result result) {
        this.run = run;
        this.result = result;
        this.notes = new ArrayList<>(result.notes());
        this.notes.addAll(result.solved().fitted().notes());
        this.notes.addAll(result.written().notes());
    }

    private String operator() {
        return run.options().operator().word().toUpperCase(Locale.ROOT);
    }

    private int blendBones() {
        return result.blendBones().count();
    }

    Sheet sheet(Map<String, Double> seconds) {
        SkinnedModel source = result.source();
        SkinWeights weights = result.model().weights();
        Sheet sheet = new Sheet()
                .headline(run.input() + ": "
                        + Text.count(source.vertexCount(), "vertex").replace("vertexs", "vertices")
                        + ", " + Text.count(source.boneCount(), "bone") + ", "
                        + Text.count(source.clips().size(), "clip"))
                .blank()
                .row(
                        "blend bones",
                        blendBones() + " for " + operator() + ", at most " + weights.maxInfluences()
                                + " influences a vertex (" + Text.number(weights.meanInfluences()) + " on average, "
                                + Text.number(source.weights().meanInfluences()) + " before)");
        sheet.row("error", "EE, percent of what rigid parts would miss: linear skinning → linearised");
        for (LinearizeRun.Row row : result.rows()) {
            sheet.row(
                    "",
                    Text.number(row.linear()) + " → " + Text.number(row.linearized()) + "   " + row.name() + ", "
                            + Text.count(row.frames(), "frame") + (row.seen() ? "" : ", unseen"));
        }
        curveRow(sheet);
        Fitted<?> fitted = result.solved().fitted();
        sheet.row(
                        "solved",
                        "in " + Text.seconds(seconds.getOrDefault("solve", 0.0)) + " and "
                                + Text.count(fitted.iterations(), "iteration"))
                .row(
                        "file",
                        run.output() + ", " + Text.bytes(result.written().bytes()) + ", "
                                + Text.count(result.written().keys(), "key") + " added")
                .row("seconds", FitReport.times(seconds));
        return notes.isEmpty() ? sheet : sheet.blank().notes(notes);
    }

    private void curveRow(Sheet sheet) {
        sheet.row(
                "curve",
                result.solved().curve().stream()
                        .map(point -> point.blendBones() + ": " + Text.number(point.envelopingError()))
                        .collect(Collectors.joining(" · ")));
    }

    /** Writes the page and the picture, where they are asked for. */
    void show(ShowOptions where, String command, Session session) {
        where.show(
                session,
                () -> page(command, session.seconds()),
                file -> showcase().writePicture(file));
    }

    private Showcase showcase() {
        String subtitle = blendBones() + " blend bones for " + operator();
        return new Showcase(
                String.valueOf(run.input()), subtitle, result.truth(), result.model(), result.played(), result.error());
    }

    private ReportData page(String command, Map<String, Double> seconds) {
        double[] counts = result.solved().curve().stream()
                .mapToDouble(CurvePoint::blendBones)
                .toArray();
        double[] errors = result.solved().curve().stream()
                .mapToDouble(CurvePoint::envelopingError)
                .toArray();
        SkinningSpeed speed = SkinningSpeed.of(result, run.options().operator());
        return ReportData.titled(String.valueOf(run.input()), showcase().subtitle())
                .withOriginal(result.truth())
                .withModel("linearised", result.model(), result.played())
                .withModel("linear (LBS)", result.source(), result.shown())
                .withError(result.error())
                .withPlot(Plot.errorAgainstBones("EE", counts, errors))
                .withFacts("Enveloping error", generalisation())
                .withFacts("Milliseconds a frame, one thread", speed.facts())
                .withFacts("Where the bones went", places())
                .withFacts("Result", Showcase.facts(resultTree()))
                .withFacts("Seconds", Showcase.facts(seconds))
                .withCommand(command)
                .withNotes(pageNotes());
    }

    private List<String> pageNotes() {
        List<String> all = new ArrayList<>(notes);
        all.add("'Original' is what " + operator() + " makes of "
                + result.shown().name()
                + "; 'All' shows it beside linear skinning before and after, 'Difference' what is left");
        return all;
    }

    private List<Fact> generalisation() {
        List<Fact> facts = new ArrayList<>();
        for (LinearizeRun.Row row : result.rows()) {
            String name = row.name() + (row.seen() ? "" : " (unseen)");
            facts.add(Fact.of(name, row.linearized()).in("%").meaning("linearised, of what rigid parts would miss"));
            facts.add(Fact.of("… linear skinning", row.linear()).in("%").meaning("the file as it was"));
        }
        return facts;
    }

    private List<Fact> places() {
        List<Fact> facts = new ArrayList<>();
        for (int k = 0; k < blendBones(); k++) {
            String drivers = drivers(k).entrySet().stream()
                    .map(d -> d.getKey() + " " + Text.number(d.getValue()))
                    .collect(Collectors.joining(", "));
            facts.add(Fact.of("blend bone " + k, drivers));
        }
        return facts;
    }

    private Map<String, Double> drivers(int k) {
        SkinWeights u = result.solved().fitted().model().blendBones().weights();
        Map<String, Double> drivers = new LinkedHashMap<>();
        for (int at = k * u.influences(); at < k * u.influences() + u.influencesOf(k); at++) {
            drivers.put(result.source().skeleton().names().get(u.bones()[at]), u.weights()[at]);
        }
        return drivers;
    }

    RunReport fill(RunReport report, Map<String, Double> seconds) {
        Fitted<?> fitted = result.solved().fitted();
        return report.input(RunReport.input(
                        String.valueOf(run.input()),
                        result.source().rest(),
                        result.truth().frameCount()))
                .outcome(fitted.outcome(), fitted.iterations())
                .result(resultTree())
                .error(result.error())
                .envelopingError(result.rows().get(0).linearized())
                .seconds(seconds);
    }

    private Map<String, Object> resultTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", run.output().toString());
        tree.put("bones", result.model().boneCount());
        tree.put("blendBones", blendBones());
        tree.put("operator", run.options().operator().word());
        tree.put("influences", result.model().weights().maxInfluences());
        tree.put("bonesPerVertex", result.model().weights().meanInfluences());
        tree.put("bonesPerVertexBefore", result.source().weights().meanInfluences());
        tree.put("fileBytes", result.written().bytes());
        tree.put("keys", result.written().keys());
        tree.put("poses", result.rows().stream().map(LinearizeReport::described).toList());
        List<Object> drivers = new ArrayList<>();
        for (int k = 0; k < blendBones(); k++) {
            drivers.add(drivers(k));
        }
        tree.put("drivers", drivers);
        List<Object> curve = new ArrayList<>();
        for (CurvePoint point : result.solved().curve()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("blendBones", point.blendBones());
            pair.put("envelopingError", point.envelopingError());
            curve.add(pair);
        }
        tree.put("curve", curve);
        tree.put("notes", notes);
        return tree;
    }

    private static Map<String, Object> described(LinearizeRun.Row row) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("name", row.name());
        tree.put("frames", row.frames());
        tree.put("seen", row.seen());
        tree.put("linear", row.linear());
        tree.put("linearized", row.linearized());
        return tree;
    }
}
