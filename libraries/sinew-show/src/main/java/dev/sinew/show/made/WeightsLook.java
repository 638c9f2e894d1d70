package dev.sinew.show.made;

import dev.sinew.handles.DataDrivenWeights.Energy;
import dev.sinew.job.WeightsMade;
import dev.sinew.job.source.PosableModel;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
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
}
