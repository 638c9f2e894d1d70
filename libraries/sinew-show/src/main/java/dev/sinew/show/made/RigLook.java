package dev.sinew.show.made;

import dev.sinew.job.RigMade;
import dev.sinew.job.text.Text;
import dev.sinew.rig.RigResult;
import dev.sinew.rig.RigResult.PruningPoint;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** A rig: its skeleton, its convergence, its numbers and the line that repeats it. */
record RigLook(RigMade made) implements Look {
    private Showcase showcase() {
        String subtitle = "a skeleton of " + Text.count(made.rig().bones(), "bone") + ", at most "
                + made.model().weights().maxInfluences() + " per vertex";
        return new Showcase(
                made.input(),
                subtitle,
                made.truth(),
                made.model(),
                made.model().clips().get(0),
                made.error());
    }

    @Override
    public ReportData page(String command) {
        RigResult rig = made.rig();
        ReportData page = showcase()
                .page()
                .withCertainties(rig.joints().stream()
                        .collect(Collectors.toMap(RigResult.Joint::name, RigResult.Joint::certainty)));
        if (rig.fitted().convergence().length > 1) {
            page = page.withPlot(Plot.convergence(
                    "RMSE %", rig.fitted().convergence(), made.error().rmsePercent()));
        }
        if (rig.pruning().size() > 1) {
            double[] bones =
                    rig.pruning().stream().mapToDouble(PruningPoint::bones).toArray();
            double[] errors = rig.pruning().stream()
                    .mapToDouble(PruningPoint::rmsePercent)
                    .toArray();
            page = page.withPlot(Plot.errorAgainstBones("RMSE % without joints", bones, errors));
        }
        return page.withFacts("Result", Showcase.facts(made.result()))
                .withFacts("Options", Showcase.facts(RigMade.described(made.options())))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(made.notes());
    }

    @Override
    public void writePicture(Path file) {
        showcase().writePicture(file);
    }
}
