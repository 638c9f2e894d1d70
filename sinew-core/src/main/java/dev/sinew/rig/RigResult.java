package dev.sinew.rig;

import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Fitted;
import java.util.List;
import java.util.Objects;

/**
 * A rigged model and what only a rig has to tell.
 *
 * @param bones of the skeleton, without the nodes that only carry translations
 * @param clusters connected patches that the bones were found from
 * @param pruning error in percent of the diagonal against bones, joints not yet enforced, as bones were taken out
 */
public record RigResult(Fitted<SkinnedModel> fitted, int bones, int clusters, List<PruningPoint> pruning) {
    /** @param rmsePercent as the solver saw it */
    public record PruningPoint(int bones, double rmsePercent) {}

    public RigResult {
        Objects.requireNonNull(fitted);
        pruning = List.copyOf(pruning);
    }
}
