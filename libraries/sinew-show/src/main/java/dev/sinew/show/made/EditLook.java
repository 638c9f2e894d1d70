package dev.sinew.show.made;

import dev.sinew.job.EditMade;
import dev.sinew.job.text.Text;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;

/** An edited model beside its input. */
record EditLook(EditMade made) implements Look {
    private Showcase showcase() {
        String subtitle = EditMade.bones(made.model()) + " after "
                + Text.count(made.steps().size(), "edit");
        return new Showcase(made.source().file(), subtitle, made.truth(), made.model(), made.clip(), made.error());
    }

    @Override
    public ReportData page(String command) {
        // A clip of other frames than the poses would run beside them out of step.
        boolean sameFrames =
                made.source().shown().motion().frameCount() == made.truth().frameCount();
        ReportData page = showcase().page();
        return (sameFrames
                        ? page.withModel(
                                "input", made.source().model(), made.source().shown())
                        : page)
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
