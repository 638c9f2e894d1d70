package dev.sinew.show.made;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.CompressMade;
import dev.sinew.job.EditMade;
import dev.sinew.job.EvaluateMade;
import dev.sinew.job.FitMade;
import dev.sinew.job.LinearizeMade;
import dev.sinew.job.Made;
import dev.sinew.job.PoseMade;
import dev.sinew.job.ReduceMade;
import dev.sinew.job.RigMade;
import dev.sinew.job.WeightsMade;
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
        if (made instanceof FitMade fit) {
            return new FitLook(fit);
        }
        if (made instanceof RigMade rig) {
            return new RigLook(rig);
        }
        if (made instanceof CompressMade compressed) {
            return new CompressLook(compressed);
        }
        if (made instanceof ReduceMade reduced) {
            return new ReduceLook(reduced);
        }
        if (made instanceof EditMade edited) {
            return new EditLook(edited);
        }
        if (made instanceof WeightsMade weights) {
            return new WeightsLook(weights);
        }
        if (made instanceof PoseMade posed) {
            return new PoseLook(posed);
        }
        if (made instanceof EvaluateMade evaluated) {
            return new EvaluateLook(evaluated);
        }
        if (made instanceof LinearizeMade linearized) {
            return new LinearizeLook(linearized);
        }
        throw new IllegalArgumentException(
                "there is nothing to see of " + made.getClass().getSimpleName());
    }

    default void writePage(String command, Path file) {
        ViewScene scene = page(command).encode(ViewBudget.PAGE);
        AtomicFile.write(file, out -> ReportPage.write(out, scene.title(), scene.json(), scene.buffers()));
    }
}
