package dev.sinew.show.made;

import dev.sinew.job.LinearizeMade;
import dev.sinew.job.text.Text;
import dev.sinew.linearize.LinearizeResult.CurvePoint;
import dev.sinew.show.view.Fact;
import dev.sinew.show.view.Plot;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/** A linearised rig beside the operator it stands for and what linear skinning made of it before. */
record LinearizeLook(LinearizeMade made) implements Look {
    private String operator() {
        return made.options().operator().word().toUpperCase(Locale.ROOT);
    }

    private String title() {
        return made.request().input().toString();
    }

    private Showcase showcase() {
        String subtitle = made.blendBones().count() + " blend bones for " + operator();
        return new Showcase(title(), subtitle, made.truth(), made.model(), made.played(), made.error());
    }

    @Override
    public ReportData page(String command) {
        List<CurvePoint> curve = made.solved().curve();
        double[] counts = curve.stream().mapToDouble(CurvePoint::blendBones).toArray();
        double[] errors =
                curve.stream().mapToDouble(CurvePoint::envelopingError).toArray();
        SkinningSpeed speed = SkinningSpeed.of(made, made.options().operator());
        return ReportData.titled(title(), showcase().subtitle())
                .withOriginal(made.truth())
                .withModel("linearised", made.model(), made.played())
                .withModel("linear (LBS)", made.source(), made.shown())
                .withError(made.error())
                .withPlot(Plot.errorAgainstBones("EE", counts, errors))
                .withFacts("Enveloping error", generalisation())
                .withFacts("Milliseconds a frame, one thread", speed.facts())
                .withFacts("Where the bones went", places())
                .withFacts("Result", Showcase.facts(made.result()))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(notes());
    }

    private List<String> notes() {
        List<String> all = new ArrayList<>(made.notes());
        all.add("'Original' is what " + operator() + " makes of "
                + made.shown().name()
                + "; 'All' shows it beside linear skinning before and after, 'Difference' what is left");
        return all;
    }

    private List<Fact> generalisation() {
        List<Fact> facts = new ArrayList<>();
        for (LinearizeMade.Row row : made.rows()) {
            String name = row.name() + (row.seen() ? "" : " (unseen)");
            facts.add(Fact.of(name, row.linearized()).in("%").meaning("linearised, of what rigid parts would miss"));
            facts.add(Fact.of("… linear skinning", row.linear()).in("%").meaning("the file as it was"));
        }
        return facts;
    }

    private List<Fact> places() {
        List<Fact> facts = new ArrayList<>();
        for (int k = 0; k < made.blendBones().count(); k++) {
            String drivers = made.drivers(k).entrySet().stream()
                    .map(d -> d.getKey() + " " + Text.number(d.getValue()))
                    .collect(Collectors.joining(", "));
            facts.add(Fact.of("blend bone " + k, drivers));
        }
        return facts;
    }

    @Override
    public void writePicture(Path file) {
        showcase().writePicture(file);
    }
}
