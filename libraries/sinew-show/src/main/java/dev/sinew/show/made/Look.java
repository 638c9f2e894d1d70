package dev.sinew.show.made;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.Made;
import dev.sinew.show.page.ReportPage;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.show.view.ViewScene;
import java.nio.file.Path;

/** What a job made, to look at. */
public interface Look {
    /**
     * The content of its page.
     *
     * @param command the line that repeats the run
     */
    ReportData page(String command);

    /** Draws it, where there is something to draw. */
    void writePicture(Path file);

    static Look of(Made made) {
        return Looks.of(made);
    }

    default void writePage(String command, Path file) {
        ViewScene scene = page(command).encode(ViewBudget.PAGE);
        AtomicFile.write(file, out -> ReportPage.write(out, scene.title(), scene.json(), scene.buffers()));
    }
}
