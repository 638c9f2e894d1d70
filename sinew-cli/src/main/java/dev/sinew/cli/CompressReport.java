package dev.sinew.cli;

import dev.sinew.compress.CompressResult.CurvePoint;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.TwoLayerWeights;
import dev.sinew.run.Fitted;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what a compression came to: to a person as a sheet and a page, to a program as a tree. */
final class CompressReport {
    private final CompressRun run;
    private final CompressRun.Result result;
    private final TwoLayerWeights layers;
    private final Cost before;
    private final Cost after;
    private final List<String> notes;

    CompressReport(CompressRun run, CompressRun.Result result) {
        this.run = run;
        this.result = result;
        this.layers = result.read().layers().orElseThrow();
        this.before = Cost.of(run.source().model().weights());
        this.after = Cost.of(layers);
        this.notes = new ArrayList<>(run.source().notes());
        notes.addAll(result.compressed().fitted().notes());
        notes.addAll(result.written().notes());
        if (after.operations >= before.operations) {
            notes.add("the input is cheap already: " + Text.number(before.operations)
                    + " influences a vertex cost less than these two layers");
        }
    }

    /**
     * What playing a model takes (LD13 Figs. 10 and 11).
     *
     * @param operations blends of a matrix a vertex, on average
     * @param weightBytes a weight and its index, eight bytes each
     * @param cacheBytes virtual bones' matrices that are kept from pass to pass, 64 bytes each
     */
    record Cost(double operations, long weightBytes, long cacheBytes) {
        static Cost of(SkinWeights weights) {
            double mean = weights.meanInfluences();
            return new Cost(mean, Math.round(8 * mean * weights.vertexCount()), 0);
        }

        static Cost of(TwoLayerWeights layers) {
            long weights = layers.atomBones().length + layers.vertexVirtual().length;
            return new Cost(layers.bonesPerVertex(), 8 * weights, 64L * layers.virtualBoneCount());
        }

        Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("operationsPerVertex", operations);
            tree.put("weightBytes", weightBytes);
            tree.put("cacheBytes", cacheBytes);
            return tree;
        }
    }

    Sheet sheet(Map<String, Double> seconds) {
        ModelSource source = run.source();
        Sheet sheet = new Sheet()
                .headline(source.file() + ": " + Text.count(source.model().vertexCount()) + " vertices, "
                        + source.model().boneCount() + " bones, "
                        + Text.number(before.operations) + " influences a vertex")
                .blank()
                .row(
                        "two layers",
                        layers.virtualBoneCount() + " virtual bones of up to " + layers.atomInfluences()
                                + " bones each, two a vertex")
                .row(
                        "cost",
                        Text.number(after.operations) + " blends a vertex instead of " + Text.number(before.operations))
                .row(
                        "memory",
                        Text.bytes(after.weightBytes) + " of weights instead of " + Text.bytes(before.weightBytes)
                                + ", " + Text.bytes(after.cacheBytes) + " of cached bones")
                .row("weights", Text.number(result.weightRms()) + "   thousandths, root mean square");
        if (source.clip().isPresent()) {
            sheet.row(
                    "",
                    source.examples().isPresent()
                            ? "against the examples, where the input has E_RMS "
                                    + Text.number(result.before().erms()) + ":"
                            : "against what the input plays:");
            ErrorRows.add(sheet, result.errors().error());
            result.errors().fallback().ifPresent(fallback -> ErrorRows.addFallback(sheet, fallback));
        }
        sheet.row("solved", solved(seconds.getOrDefault("solve", 0.0)))
                .row("file", run.output() + ", " + Text.bytes(result.written().bytes()))
                .row("seconds", FitReport.times(seconds));
        return notes.isEmpty() ? sheet : sheet.blank().notes(notes);
    }

    private String solved(double seconds) {
        Fitted<?> fitted = result.compressed().fitted();
        return "in " + Text.seconds(seconds) + " and " + Text.count(fitted.iterations(), "iteration") + ", "
                + switch (fitted.outcome()) {
                    case CONVERGED -> "converged";
                    case ITERATION_LIMIT -> "stopped by the limit on iterations: --iterations allows more";
                    case TARGET_NOT_REACHED -> "the error asked for was not reached, this is the best found";
                };
    }

    private String metric() {
        return run.source().examples().isPresent() ? "E_RMS" : "weightRms";
    }

    private Showcase showcase() {
        String subtitle = layers.virtualBoneCount() + " virtual bones, " + Text.number(after.operations)
                + " blends a vertex instead of " + Text.number(before.operations);
        SkinnedModel fallback = result.read().model();
        return new Showcase(
                        run.source().file(),
                        subtitle,
                        run.source().truth(),
                        fallback,
                        result.clip(),
                        result.errors().error())
                .withLayers(result.read().twoLayer());
    }

    private ReportData page(String command, Map<String, Double> seconds) {
        Fitted<?> fitted = result.compressed().fitted();
        VirtualBones virtual = VirtualBones.of(result.read().twoLayer().orElseThrow());
        ReportData page = showcase()
                .page()
                .withModel("dense input", run.source().model(), run.source().shown());
        if (virtual.fitsOnPage(result.clip())) {
            page = page.withModel("virtual bones", virtual.model(), virtual.moving(result.clip()));
        }
        List<CurvePoint> curve = result.compressed().curve();
        double[] costs = curve.stream().mapToDouble(CurvePoint::bonesPerVertex).toArray();
        double[] errors = curve.stream().mapToDouble(CurvePoint::error).toArray();
        Map<String, Object> numbers = new LinkedHashMap<>(resultTree());
        numbers.put("outcome", fitted.outcome().name());
        numbers.put("iterations", fitted.iterations());
        return page.withPlot(Plot.convergence(metric(), fitted.convergence()))
                .withPlot(Plot.errorAgainstCost(metric(), costs, errors))
                .withFacts("Result", Showcase.facts(numbers))
                .withFacts("Cost", Showcase.facts(after.tree()))
                .withFacts("Cost of the input", Showcase.facts(before.tree()))
                .withFacts("Seconds", Showcase.facts(seconds))
                .withCommand(command)
                .withNotes(notes);
    }

    /** Writes the page and the picture, where they are asked for. */
    void show(ShowOptions where, String command, Session session) {
        where.show(
                session,
                () -> page(command, session.seconds()),
                file -> VirtualBones.of(result.read().twoLayer().orElseThrow())
                        .writePicture(run.source(), result, file));
    }

    RunReport fill(RunReport report, Map<String, Double> seconds) {
        Fitted<?> fitted = result.compressed().fitted();
        ModelSource source = run.source();
        int frames = source.clip().map(clip -> clip.motion().frameCount()).orElse(0);
        RunReport filled = report.input(
                        RunReport.input(source.file(), source.model().rest(), frames))
                .outcome(fitted.outcome(), fitted.iterations())
                .result(resultTree())
                .seconds(seconds);
        if (source.clip().isPresent()) {
            filled.error(result.errors().error(), result.errors().fallback());
        }
        return filled.weightRms(result.weightRms());
    }

    private Map<String, Object> resultTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", run.output().toString());
        tree.put("bones", layers.masterBoneCount());
        tree.put("virtualBones", layers.virtualBoneCount());
        tree.put("atomInfluences", layers.atomInfluences());
        tree.put("influences", result.read().model().weights().maxInfluences());
        tree.put("bonesPerVertex", layers.bonesPerVertex());
        tree.put("cost", after.tree());
        tree.put("inputCost", before.tree());
        tree.put("inputErms", run.source().clip().isPresent() ? result.before().erms() : null);
        tree.put("fileBytes", result.written().bytes());
        List<Object> curve = new ArrayList<>();
        for (CurvePoint point : result.compressed().curve()) {
            Map<String, Object> entry = new LinkedHashMap<>();
            entry.put("virtualBones", point.virtualBones());
            entry.put("bonesPerVertex", point.bonesPerVertex());
            entry.put(metric().equals("E_RMS") ? "erms" : "weightRms", point.error());
            curve.add(entry);
        }
        tree.put("curve", curve);
        tree.put("notes", notes);
        return tree;
    }
}
