package dev.sinew.show.made;

import dev.sinew.fit.FitResult;
import dev.sinew.fit.FitResult.CurvePoint;
import dev.sinew.job.FitMade;
import dev.sinew.job.text.Text;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ShownClip;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

/** A fit: its convergence, its curve, its numbers and the line that repeats it. */
record FitLook(FitMade made) implements Look {
    private Showcase showcase() {
        SkinnedModel model = made.model();
        String subtitle = model.boneCount() + " " + Text.lowerCase(model.boneType()) + " bones, at most "
                + model.weights().maxInfluences() + " per vertex";
        return new Showcase(
                made.task().input(), subtitle, made.task().truth().joined(), model, made.played(), made.error());
    }

    /** One take is what the page shows anyway. */
    private List<ShownClip> clips() {
        List<MeshSequence> takes = made.task().truth().sequences();
        return takes.size() < 2
                ? List.of()
                : takes.stream()
                        .map(take -> new ShownClip(take.name(), take.frameCount()))
                        .toList();
    }

    @Override
    public ReportData page(String command) {
        FitResult fit = made.fit();
        ReportData page = showcase().page().withClips(clips());
        if (fit.fitted().convergence().length > 1) {
            page = page.withPlot(Plot.convergence(
                    "E_RMS", fit.fitted().convergence(), made.error().erms()));
        }
        if (fit.curve().size() > 1) {
            double[] bones = fit.curve().stream().mapToDouble(CurvePoint::bones).toArray();
            double[] errors = fit.curve().stream().mapToDouble(CurvePoint::erms).toArray();
            page = page.withPlot(Plot.errorAgainstBones("E_RMS", bones, errors));
        }
        Map<String, Object> numbers = made.result();
        numbers.put("outcome", fit.fitted().outcome().name());
        numbers.put("iterations", fit.fitted().iterations());
        return page.withFacts("Result", Showcase.facts(numbers))
                .withFacts("Options", Showcase.facts(made.task().settings()))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(made.notes());
    }

    @Override
    public void writePicture(Path file) {
        showcase().writePicture(file);
    }
}
