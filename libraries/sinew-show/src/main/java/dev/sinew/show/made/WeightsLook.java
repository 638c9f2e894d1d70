package dev.sinew.show.made;

import dev.sinew.handles.DataDrivenWeights.Energy;
import dev.sinew.io.handles.Targets;
import dev.sinew.job.PoseMade;
import dev.sinew.job.WeightsMade;
import dev.sinew.job.source.PosableModel;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.show.made.WeightsLook.HandlePage;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ReportData.DragHandles;
import java.nio.file.Path;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** A model with handles that can be dragged, beside the examples where it learnt from some. */
record WeightsLook(WeightsMade made) implements Look {
    private String file() {
        return made.request().input().toString();
    }

    private String handles() {
        return made.given().handles().count() + " handles";
    }

    private Showcase showcase() {
        MeshSequence truth = made.given().examples().orElseThrow();
        return new Showcase(
                file(),
                handles() + ", learnt from " + truth.frameCount() + " examples",
                truth,
                made.model(),
                made.model().clips().get(0),
                made.error().orElseThrow());
    }

    @Override
    public ReportData page(String command) {
        ReportData page = made.learnt()
                ? HandlePage.posableOn(withEnergies(showcase().page()), made.posable(), List.of())
                : HandlePage.of(
                        file(),
                        handles() + ", biharmonic weights",
                        made.posable(),
                        PosableModel.still(made.model()),
                        List.of());
        return page.withFacts("Result", Showcase.facts(made.result()))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(made.notes());
    }

    private ReportData withEnergies(ReportData page) {
        return page.withPlot(plot("energy", Energy::total))
                .withPlot(plot("data term", Energy::data))
                .withPlot(plot("sparsity term", Energy::sparsity))
                .withPlot(plot("rigidity term", Energy::rigidity));
    }

    private Plot plot(String name, ToDoubleFunction<Energy> term) {
        return Plot.convergence(name, made.energies().stream().mapToDouble(term).toArray());
    }

    /** A picture shows a model beside its examples. */
    @Override
    public void writePicture(Path file) {
        if (made.learnt()) {
            showcase().writePicture(file);
        }
    }

    /** The page on which a model's handles are dragged. */
    static final class HandlePage {
        private HandlePage() {}

        /**
         * A page of nothing but the model.
         *
         * @param clip what it plays, a single frame where it plays nothing
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

        /** The same handles on a page that shows more. */
        static ReportData posableOn(ReportData page, PosableModel posable, List<Targets.Target> targets) {
            return page.withHandles(new DragHandles(
                    posable.handles(), posable.boneOf(), posable.poser().system(), targets));
        }
    }

    /** A posed model; its handles are dragged on from the last pose. */
    record PoseLook(PoseMade made) implements Look {
        @Override
        public ReportData page(String command) {
            String subtitle = Text.count(made.posable().handles().count(), "handle") + ", posed by "
                    + made.request().targets();
            return HandlePage.of(made.request().input().toString(), subtitle, made.posable(), made.clip(), made.last())
                    .withFacts("Result", Showcase.facts(made.result()))
                    .withCommand(command)
                    .withNotes(made.notes());
        }

        /** There is nothing to compare it with. */
        @Override
        public void writePicture(Path file) {}
    }
}
