package dev.sinew.show.made;

import dev.sinew.compress.CompressResult.CurvePoint;
import dev.sinew.job.CompressMade;
import dev.sinew.job.text.Text;
import dev.sinew.model.TwoLayerModel;
import dev.sinew.run.Fitted;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A compression: both layers and the fallback, the dense input beside them, cost and curve. */
record CompressLook(CompressMade made) implements Look {
    private TwoLayerModel layered() {
        return made.read().twoLayer().orElseThrow();
    }

    private Showcase showcase() {
        String subtitle = made.layers().virtualBoneCount() + " virtual bones, "
                + Text.number(made.cost().operations()) + " blends per vertex instead of "
                + Text.number(made.inputCost().operations());
        return new Showcase(
                        made.source().file(),
                        subtitle,
                        made.source().truth(),
                        made.read().model(),
                        made.clip(),
                        made.errors().error())
                .withLayers(made.read().twoLayer());
    }

    @Override
    public ReportData page(String command) {
        Fitted<?> fitted = made.compressed().fitted();
        VirtualBones virtual = VirtualBones.of(layered());
        ReportData page = showcase()
                .page()
                .withModel("dense input", made.source().model(), made.source().shown());
        if (virtual.fitsOnPage(made.clip())) {
            page = page.withModel("virtual bones", virtual.model(), virtual.moving(made.clip()));
        }
        String metric = made.metric().equals("erms") ? "E_RMS" : made.metric();
        List<CurvePoint> curve = made.compressed().curve();
        double[] costs = curve.stream().mapToDouble(CurvePoint::bonesPerVertex).toArray();
        double[] errors = curve.stream().mapToDouble(CurvePoint::error).toArray();
        Map<String, Object> numbers = new LinkedHashMap<>(made.result());
        numbers.put("outcome", fitted.outcome().name());
        numbers.put("iterations", fitted.iterations());
        return page.withPlot(Plot.convergence(metric, fitted.convergence()))
                .withPlot(Plot.errorAgainstCost(metric, costs, errors))
                .withFacts("Result", Showcase.facts(numbers))
                .withFacts("Cost", Showcase.facts(made.cost().tree()))
                .withFacts("Cost of the input", Showcase.facts(made.inputCost().tree()))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(made.notes());
    }

    @Override
    public void writePicture(Path file) {
        VirtualBones.of(layered()).writePicture(made, file);
    }
}
