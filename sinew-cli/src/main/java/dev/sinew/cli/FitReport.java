package dev.sinew.cli;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.fit.PartialOptions;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Fitted;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Tells what a fit came to: to a person as a sheet, to a program as a tree. */
final class FitReport {
    private final FitRun run;
    private final FitRun.Result result;
    private final List<String> notes;

    /** @param inputNotes what reading had to say */
    FitReport(FitRun run, FitRun.Result result, List<String> inputNotes) {
        this.run = run;
        this.result = result;
        this.notes = new ArrayList<>(inputNotes);
        this.notes.addAll(result.fit().fitted().notes());
        this.notes.addAll(result.written().notes());
    }

    Sheet sheet(String input, Map<String, Double> seconds) {
        SkinWeights weights = result.model().weights();
        Sheet sheet = new Sheet()
                .headline(input + ": " + MeshFacts.line(run.truth().joined()))
                .blank()
                .row(
                        "bones",
                        result.model().boneCount() + " "
                                + RunReport.lowerCase(result.model().boneType())
                                + ", at most " + weights.maxInfluences() + " a vertex ("
                                + Text.number(weights.meanInfluences()) + " on average)");
        ErrorRows.add(sheet, result.error());
        clipRow(sheet);
        curveRow(sheet);
        sheet.row("solved", solved(seconds.getOrDefault("solve", 0.0)))
                .row("file", file())
                .row("seconds", times(seconds));
        return notes.isEmpty() ? sheet : sheet.blank().notes(notes);
    }

    private void clipRow(Sheet sheet) {
        List<MeshSequence> takes = run.truth().sequences();
        if (takes.size() > 1) {
            sheet.row(
                    "clips",
                    IntStream.range(0, takes.size())
                            .mapToObj(k -> takes.get(k).name() + " "
                                    + Text.count(takes.get(k).frameCount(), "frame") + " E_RMS "
                                    + Text.number(result.clipErrors().get(k).erms()))
                            .collect(Collectors.joining(" · ")));
        }
    }

    private void curveRow(Sheet sheet) {
        List<CurvePoint> curve = result.fit().curve();
        if (curve.size() > 1) {
            sheet.row(
                    "curve",
                    curve.stream()
                            .map(point -> point.bones() + " bones " + Text.number(point.erms()))
                            .collect(Collectors.joining(" · ")));
        }
    }

    private String solved(double seconds) {
        Fitted<?> fitted = result.fit().fitted();
        String effort = "in " + Text.seconds(seconds) + " and " + Text.count(fitted.iterations(), "iteration") + ", ";
        return effort
                + switch (fitted.outcome()) {
                    case CONVERGED -> "converged";
                    case ITERATION_LIMIT -> "stopped by the limit on iterations: --iterations allows more";
                    case TARGET_NOT_REACHED -> "the error asked for was not reached, this is the best found";
                };
    }

    private String file() {
        long inserted = result.written().insertedKeys();
        return run.output() + ", " + Text.bytes(result.written().bytes()) + ", "
                + Text.count(result.written().keys(), "key")
                + (inserted == 0 ? "" : " (" + Text.count(inserted) + " inserted between frames)");
    }

    /** "read 0.21, solve 0.85, write 0.10, measure 0.05" */
    static String times(Map<String, Double> seconds) {
        return seconds.entrySet().stream()
                .map(part -> part.getKey() + " " + String.format(Locale.ROOT, "%.2f", part.getValue()))
                .collect(Collectors.joining(", "));
    }

    /** What there is to see. */
    Showcase showcase(String input) {
        SkinnedModel model = result.model();
        String subtitle = model.boneCount() + " " + RunReport.lowerCase(model.boneType()) + " bones, at most "
                + model.weights().maxInfluences() + " a vertex";
        return new Showcase(input, subtitle, run.truth().joined(), model, result.played(), result.error());
    }

    /** The page of a fit: its convergence, its curve, its numbers and the line that repeats it. */
    ReportData page(String input, String command, Map<String, Double> seconds) {
        FitResult fit = result.fit();
        ReportData page = showcase(input).page();
        if (fit.fitted().convergence().length > 1) {
            page = page.withPlot(Showcase.convergence(fit.fitted().convergence()));
        }
        if (fit.curve().size() > 1) {
            double[] bones = fit.curve().stream().mapToDouble(CurvePoint::bones).toArray();
            double[] errors = fit.curve().stream().mapToDouble(CurvePoint::erms).toArray();
            page = page.withPlot(Plot.errorAgainstBones("E_RMS", bones, errors));
        }
        Map<String, Object> numbers = resultTree();
        numbers.put("outcome", fit.fitted().outcome().name());
        numbers.put("iterations", fit.fitted().iterations());
        return page.withFacts("Result", Showcase.facts(numbers))
                .withFacts("Options", Showcase.facts(run.options()))
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
        Fitted<?> fitted = result.fit().fitted();
        return report.input(RunReport.input(
                        input, run.truth().first().rest(), run.truth().frameCount()))
                .outcome(fitted.outcome(), fitted.iterations())
                .result(resultTree())
                .error(result.error())
                .seconds(seconds);
    }

    private Map<String, Object> resultTree() {
        FitResult fit = result.fit();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", run.output().toString());
        tree.put("bones", result.model().boneCount());
        tree.put("boneType", RunReport.lowerCase(result.model().boneType()));
        tree.put("influences", result.model().weights().maxInfluences());
        tree.put("bonesPerVertex", result.model().weights().meanInfluences());
        tree.put("reducedDimensions", fit.reducedDimensions());
        tree.put("fileBytes", result.written().bytes());
        tree.put("keys", result.written().keys());
        tree.put("insertedKeys", result.written().insertedKeys());
        tree.put("addedVertices", result.written().addedVertices());
        List<Object> curve = new ArrayList<>();
        for (CurvePoint point : fit.curve()) {
            Map<String, Object> pair = new LinkedHashMap<>();
            pair.put("bones", point.bones());
            pair.put("erms", point.erms());
            curve.add(pair);
        }
        tree.put("curve", curve);
        tree.put("clips", clips());
        tree.put("notes", notes);
        return tree;
    }

    private List<Object> clips() {
        List<Object> clips = new ArrayList<>();
        for (int k = 0; k < result.clipErrors().size(); k++) {
            MeshSequence take = run.truth().sequences().get(k);
            SequenceError error = result.clipErrors().get(k);
            Map<String, Object> clip = new LinkedHashMap<>();
            clip.put("name", take.name());
            clip.put("frames", take.frameCount());
            clip.put("framesPerSecond", take.framesPerSecond());
            clip.put("erms", error.erms());
            clip.put("rmsePercent", error.rmsePercent());
            clips.add(clip);
        }
        return clips;
    }

    /** As the report names them. */
    static Map<String, Object> described(FitOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("bones", options.goal() instanceof FitOptions.Bones bones ? bones.count() : null);
        tree.put("error", options.goal() instanceof FitOptions.Error error ? error.erms() : null);
        tree.put("boneType", RunReport.lowerCase(options.boneType()));
        tree.put("smooth", options.smooth());
        tree.put("influences", options.influences() == FitOptions.DENSE ? "dense" : options.influences());
        tree.put("iterations", options.maxIterations());
        tree.put("tolerance", options.tolerance());
        tree.put("threads", options.threads());
        tree.put("seed", options.seed());
        return tree;
    }

    /** As the report names them. */
    static Map<String, Object> described(PartialOptions options) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("boneType", RunReport.lowerCase(options.boneType()));
        tree.put("smooth", options.smooth());
        tree.put("influences", options.influences());
        tree.put("iterations", options.maxIterations());
        tree.put("tolerance", options.tolerance());
        tree.put("threads", options.threads());
        return tree;
    }
}
