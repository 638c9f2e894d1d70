package dev.sinew.show.result;

import dev.sinew.handles.DataDrivenWeights.Energy;
import dev.sinew.io.handles.Targets;
import dev.sinew.job.PoseJobResult;
import dev.sinew.job.WeightsJobResult;
import dev.sinew.job.source.PosableModel;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.show.result.WeightsView.HandlePage;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ReportData.DragHandles;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** The view of a model with draggable handles, compared with the examples if it learnt from some. */
record WeightsView(WeightsJobResult result) implements ResultView {
    private String file() {
        return result.request().input().toString();
    }

    private String handles() {
        return result.given().handles().count() + " handles";
    }

    private Showcase showcase() {
        MeshSequence truth = result.given().examples().orElseThrow();
        return new Showcase(
                file(),
                handles() + ", learnt from " + truth.frameCount() + " examples",
                truth,
                result.model(),
                result.model().clips().get(0),
                result.error().orElseThrow());
    }

    @Override
    public ReportData page(String command) {
        ReportData page = result.learnt()
                ? HandlePage.posableOn(withEnergies(showcase().page()), result.posable(), List.of())
                : HandlePage.of(
                        file(),
                        handles() + ", biharmonic weights",
                        result.posable(),
                        PosableModel.still(result.model()),
                        List.of());
        return page.withFacts("Result", Showcase.facts(result.result()))
                .withFacts("Seconds", Showcase.facts(result.seconds()))
                .withCommand(command)
                .withNotes(result.notes());
    }

    private ReportData withEnergies(ReportData page) {
        return page.withPlot(plot("energy", Energy::total))
                .withPlot(plot("data term", Energy::data))
                .withPlot(plot("sparsity term", Energy::sparsity))
                .withPlot(plot("rigidity term", Energy::rigidity));
    }

    private Plot plot(String name, ToDoubleFunction<Energy> term) {
        return Plot.convergence(
                name, result.energies().stream().mapToDouble(term).toArray());
    }

    /** Compares the model with its examples, if there are any. */
    @Override
    public void writePicture(Path file) {
        if (result.learnt()) {
            showcase().writePicture(file);
        }
    }

    /** A page on which the handles of a model can be dragged. */
    static final class HandlePage {
        private HandlePage() {}

        /**
         * A page with the model only.
         *
         * @param clip the clip it plays; a single frame if it has none
         */
        static ReportData of(
                String title, String subtitle, PosableModel posable, Clip clip, List<Targets.Target> targets) {
            SkinnedModel model = posable.model();
            SkinWeights weights = model.weights();
            ReportData page = ReportData.titled(title, subtitle).withModel("result", model, clip);
            return posableOn(page, posable, targets)
                    .withFacts(
                            "Handles",
                            List.of(
                                    Fact.of("handles", posable.handles().count()),
                                    Fact.of("vertices", model.vertexCount()),
                                    Fact.of("weights per vertex", weights.meanInfluences())
                                            .meaning("on average"),
                                    Fact.of("at most", weights.maxInfluences()).meaning("weights per vertex")));
        }

        /** Adds the handles to another page. */
        static ReportData posableOn(ReportData page, PosableModel posable, List<Targets.Target> targets) {
            return page.withHandles(new DragHandles(
                    posable.handles(), posable.boneOf(), posable.poser().system(), targets));
        }
    }

    /** A posed model; its handles, if it has any, can be dragged on from the last pose. */
    record PoseView(PoseJobResult result) implements ResultView {
        @Override
        public ReportData page(String command) {
            String title = result.request().input().toString();
            String by = ", posed by " + result.request().targets();
            return result.posable()
                    .map(posable -> HandlePage.of(
                            title,
                            Text.count(posable.handles().count(), "handle") + by,
                            posable,
                            result.clip(),
                            result.last()))
                    .orElseGet(() -> ReportData.titled(
                                    title, Text.count(result.model().boneCount(), "bone") + by)
                            .withModel("result", result.model(), result.clip()))
                    .withFacts("Result", Showcase.facts(result.result()))
                    .withCommand(command)
                    .withNotes(result.notes());
        }

        /** Draws nothing: there is no original to compare with. */
        @Override
        public void writePicture(Path file) {}
    }
}
