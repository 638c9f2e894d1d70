package dev.sinew.cli;

import dev.sinew.handles.BiharmonicWeights;
import dev.sinew.handles.DataDrivenWeights;
import dev.sinew.handles.HandleModels;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.run.Outcome;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Tells what {@code sinew weights} came to: to a person as a sheet and a page, to a program as a tree. */
final class WeightsReport {
    private final HandleModels.Input input;
    private final WeightsCommand.Made made;
    private final Path output;
    private final List<String> notes = new ArrayList<>();

    WeightsReport(HandleModels.Input input, WeightsCommand.Made made, Path output, List<String> remarks) {
        this.input = input;
        this.made = made;
        this.output = output;
        notes.addAll(remarks);
        notes.addAll(made.result().biharmonic().notes());
        notes.addAll(made.written().notes());
        if (!made.result().biharmonic().exact()) {
            notes.add("a handle's weights were stopped by the bound on steps; they are feasible, not optimal");
        }
    }

    private boolean learnt() {
        return made.result().learnt().isPresent();
    }

    Sheet sheet(String file, Map<String, Double> seconds) {
        SkinWeights weights = made.model().weights();
        BiharmonicWeights.Result smooth = made.result().biharmonic();
        Sheet sheet = new Sheet()
                .headline(file + ": " + Text.count(input.mesh().vertexCount()) + " vertices, "
                        + Text.count(input.handles().count(), "handle"))
                .blank()
                .row(
                        "weights",
                        "at most " + weights.maxInfluences() + " a vertex (" + Text.number(weights.meanInfluences())
                                + " on average)")
                .row("domain", (smooth.volume() ? "volume, " : "surface, ") + Text.count(smooth.nodes(), "node"))
                .row("maxima", Text.count(made.result().localMaxima()) + " away from handles");
        if (learnt()) {
            sheet.row(
                    "learnt",
                    "error " + Text.number(100 * made.result().errorBefore()) + " % → "
                            + Text.number(100 * made.result().errorAfter()) + " % of the size in "
                            + Text.count(energies().size(), "round"));
        }
        made.error().ifPresent(error -> ErrorRows.add(sheet, error));
        sheet.row("file", output + ", " + Text.bytes(made.written().bytes())).row("seconds", FitReport.times(seconds));
        return notes.isEmpty() ? sheet : sheet.blank().notes(notes);
    }

    private List<DataDrivenWeights.Energy> energies() {
        return made.result().learnt().map(DataDrivenWeights.Result::energies).orElse(List.of());
    }

    void show(ShowOptions where, String file, String command, Session session) {
        if (where.report().isEmpty() && where.picture().isEmpty()) {
            return;
        }
        PosableModel posable = PosableModel.of(output, made.read());
        String subtitle = input.handles().count() + " handles";
        if (!learnt()) {
            Clip still = PosableModel.still(made.model());
            where.show(
                    session,
                    () -> completed(
                            HandlePage.of(file, subtitle + ", biharmonic weights", posable, still, List.of()),
                            command,
                            session),
                    picture -> {});
            return;
        }
        MeshSequence truth = input.examples().orElseThrow();
        SequenceError error = made.error().orElseThrow();
        Showcase showcase = new Showcase(
                file,
                subtitle + ", learnt from " + truth.frameCount() + " examples",
                truth,
                made.model(),
                made.model().clips().get(0),
                error);
        where.show(
                session,
                () -> completed(
                        HandlePage.posableOn(withEnergies(showcase.page()), posable, List.of()), command, session),
                showcase::writePicture);
    }

    private ReportData completed(ReportData page, String command, Session session) {
        return page.withFacts("Result", Showcase.facts(resultTree()))
                .withFacts("Seconds", Showcase.facts(session.seconds()))
                .withCommand(command)
                .withNotes(notes);
    }

    private ReportData withEnergies(ReportData page) {
        List<DataDrivenWeights.Energy> energies = energies();
        return page.withPlot(Plot.convergence(
                        "energy",
                        energies.stream()
                                .mapToDouble(DataDrivenWeights.Energy::total)
                                .toArray()))
                .withPlot(Plot.convergence(
                        "data term",
                        energies.stream()
                                .mapToDouble(DataDrivenWeights.Energy::data)
                                .toArray()))
                .withPlot(Plot.convergence(
                        "sparsity term",
                        energies.stream()
                                .mapToDouble(DataDrivenWeights.Energy::sparsity)
                                .toArray()))
                .withPlot(Plot.convergence(
                        "rigidity term",
                        energies.stream()
                                .mapToDouble(DataDrivenWeights.Energy::rigidity)
                                .toArray()));
    }

    RunReport fill(RunReport report, String file, Map<String, Double> seconds) {
        Outcome outcome = made.result()
                .learnt()
                .map(DataDrivenWeights.Result::outcome)
                .orElse(made.result().biharmonic().exact() ? Outcome.CONVERGED : Outcome.ITERATION_LIMIT);
        int frames = input.examples().map(MeshSequence::frameCount).orElse(1);
        report.input(RunReport.input(file, input.mesh(), frames))
                .outcome(
                        outcome,
                        learnt()
                                ? energies().size()
                                : made.result().biharmonic().factorisations())
                .result(resultTree())
                .seconds(seconds);
        made.error().ifPresent(report::error);
        return report;
    }

    private Map<String, Object> resultTree() {
        BiharmonicWeights.Result smooth = made.result().biharmonic();
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("file", output.toString());
        tree.put("bones", made.model().boneCount());
        tree.put("influences", made.model().weights().maxInfluences());
        tree.put("bonesPerVertex", made.model().weights().meanInfluences());
        tree.put("domain", smooth.volume() ? "volume" : "surface");
        tree.put("nodes", smooth.nodes());
        tree.put("factorisations", smooth.factorisations());
        tree.put("exact", smooth.exact());
        tree.put("localMaxima", made.result().localMaxima());
        tree.put("fileBytes", made.written().bytes());
        if (learnt()) {
            tree.put("errorBeforePercent", 100 * made.result().errorBefore());
            tree.put("errorAfterPercent", 100 * made.result().errorAfter());
            tree.put("groupsFixedAfter", made.result().learnt().orElseThrow().groupsFixed());
            List<Object> rounds = new ArrayList<>();
            for (DataDrivenWeights.Energy energy : energies()) {
                Map<String, Object> parts = new LinkedHashMap<>();
                parts.put("total", energy.total());
                parts.put("data", energy.data());
                parts.put("sparsity", energy.sparsity());
                parts.put("rigidity", energy.rigidity());
                rounds.add(parts);
            }
            tree.put("energy", rounds);
        }
        tree.put("notes", notes);
        return tree;
    }
}
