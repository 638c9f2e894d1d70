package dev.sinew.show.result;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.JobResult;
import dev.sinew.show.page.ReportPage;
import dev.sinew.show.view.ReportData;
import dev.sinew.show.view.ViewBudget;
import dev.sinew.show.view.ViewScene;
import java.nio.file.Path;

/** Shows the result of a job as a page and as a picture. */
public interface ResultView {
    /**
     * The content of its page.
     *
     * @param command the command line that repeats the run
     */
    ReportData page(String command);

    /** Draws the picture, if there is something to draw. */
    void writePicture(Path file);

    static ResultView of(JobResult result) {
        return ResultViews.of(result);
    }

    default void writePage(String command, Path file) {
        ViewScene scene = page(command).encode(ViewBudget.PAGE);
        AtomicFile.write(file, out -> ReportPage.write(out, scene.title(), scene.json(), scene.buffers()));
    }
}
