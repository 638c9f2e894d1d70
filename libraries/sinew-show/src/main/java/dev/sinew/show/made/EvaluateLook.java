package dev.sinew.show.made;

import dev.sinew.job.EvaluateMade;
import dev.sinew.show.view.ReportData;
import java.nio.file.Path;

/** A model beside the sequence it was measured against. */
record EvaluateLook(EvaluateMade made) implements Look {
    private Showcase showcase() {
        return new Showcase(
                        made.file().toString(),
                        "against " + made.truth().file(),
                        made.truth().sequence(),
                        made.read().model(),
                        made.clip(),
                        made.errors().error())
                .withLayers(made.read().twoLayer());
    }

    @Override
    public ReportData page(String command) {
        return showcase().page().withCommand(command);
    }

    @Override
    public void writePicture(Path file) {
        showcase().writePicture(file);
    }
}
