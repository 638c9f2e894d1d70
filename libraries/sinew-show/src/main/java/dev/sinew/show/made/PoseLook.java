package dev.sinew.show.made;

import dev.sinew.job.PoseMade;
import dev.sinew.job.text.Text;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;

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
