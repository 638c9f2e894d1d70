package dev.sinew.show.made;

import dev.sinew.job.ReduceMade;
import dev.sinew.job.text.Text;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;

/** A reduction beside its input. */
record ReduceLook(ReduceMade made) implements Look {
    private Showcase showcase() {
        String subtitle = "at most " + Text.count(made.model().weights().maxInfluences(), "influence")
                + " per vertex instead of " + made.source().model().weights().maxInfluences();
        return new Showcase(
                made.source().file(), subtitle, made.source().truth(), made.model(), made.clip(), made.error());
    }

    @Override
    public ReportData page(String command) {
        return showcase()
                .page()
                .withModel("input", made.source().model(), made.source().shown())
                .withFacts("Result", Showcase.facts(made.result()))
                .withFacts("Seconds", Showcase.facts(made.seconds()))
                .withCommand(command)
                .withNotes(made.notes());
    }

    @Override
    public void writePicture(Path file) {
        showcase().writePicture(file);
    }
}
