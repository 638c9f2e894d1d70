package dev.sinew.cli;

import dev.sinew.model.SkinWeights;
import dev.sinew.run.Fitted;
import dev.sinew.run.Outcome;
import dev.sinew.show.view.ReportData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what a reduction came to: to a person as a sheet and a page, to a program as a tree. */
final class ReduceReport {
    private final ReduceRun run;
    private final ReduceRun.Result result;
    private final List<String> notes;

    ReduceReport(ReduceRun run, ReduceRun.Result result) {
        this.run = run;
        this.result = result;
        this.notes = new ArrayList<>(run.source().notes());
        if (result.reduced().outcome() == Outcome.ITERATION_LIMIT) {
            notes.add("the weights had not quite settled after "
                    + result.reduced().iterations() + " sweeps");
        }
        notes.addAll(result.written().notes());
    }

    Sheet sheet(Map<String, Double> seconds) {
        ModelSource source = run.source();
        SkinWeights before = source.model().weights();
        SkinWeights after = result.model().weights();
        Sheet sheet = new Sheet()
                .headline(source.file() + ": " + Text.count(source.model().vertexCount()) + " vertices, "
                        + source.model().boneCount() + " bones")
                .blank()
                .row(
                        "influences",
                        "at most " + after.maxInfluences() + " a vertex instead of " + before.maxInfluences() + ", "
                                + Text.number(after.meanInfluences()) + " on average instead of "
                                + Text.number(before.meanInfluences()))
                .row("method", RunReport.lowerCase(run.options().method()))
                .row("weights", Text.number(result.weightRms()) + "   thousandths, root mean square");
        if (source.clip().isPresent()) {
            sheet.row(
                    "",
                    source.examples().isPresent()
                            ? "against the examples, where the input has E_RMS "
                                    + Text.number(result.before().erms()) + ":"
                            : "against what the input plays:");
            ErrorRows.add(sheet, result.error());
        }
        sheet.row("file", run.output() + ", " + Text.bytes(result.written().bytes()))
                .row("seconds", FitReport.times(seconds));
        return notes.isEmpty() ? sheet : sheet.blank().notes(notes);
    }

    private Showcase showcase() {
        String subtitle = "at most " + result.model().weights().maxInfluences() + " influences a vertex instead of "
                + run.source().model().weights().maxInfluences();
        return new Showcase(
                run.source().file(), subtitle, run.source().truth(), result.model(), result.clip(), result.error());
    }

    /** Writes the page and the picture, where they are asked for. */
    void show(ShowOptions where, String command, Session session) {
        where.show(
                session,
                () -> page(command, session.seconds()),
                file -> showcase().writePicture(file));
    }

    private ReportData page(String command, Map<String, Double> seconds) {
        return showcase()
                .page()
                .withModel("input", run.source().model(), run.source().shown())
                .withFacts("Result", Showcase.facts(resultTree()))
                .withFacts("Seconds", Showcase.facts(seconds))
                .withCommand(command)
                .withNotes(notes);
    }

    RunReport fill(RunReport report, Map<String, Double> seconds) {
        Fitted<?> reduced = result.reduced();
        ModelSource source = run.source();
        int frames = source.clip().map(clip -> clip.motion().frameCount()).orElse(0);
        RunReport filled = report.input(
                        RunReport.input(source.file(), source.model().rest(), frames))
                .outcome(reduced.outcome(), reduced.iterations())
                .result(resultTree())
                .seconds(seconds);
        if (source.clip().isPresent()) {
            filled.error(result.error());
        }
        return filled.weightRms(result.weightRms());
    }

    private Map<String, Object> resultTree() {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", run.output().toString());
        tree.put("bones", result.model().boneCount());
        tree.put("influences", result.model().weights().maxInfluences());
        tree.put("bonesPerVertex", result.model().weights().meanInfluences());
        tree.put("inputInfluences", run.source().model().weights().maxInfluences());
        tree.put("inputErms", run.source().clip().isPresent() ? result.before().erms() : null);
        tree.put("fileBytes", result.written().bytes());
        tree.put("notes", notes);
        return tree;
    }
}
