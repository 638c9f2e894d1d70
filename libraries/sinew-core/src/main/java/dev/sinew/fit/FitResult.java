package dev.sinew.fit;

import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Fitted;
import java.util.List;
import java.util.Objects;

/**
 * A fitted model and what only a fit has to tell.
 *
 * @param curve error against bones, by number of bones; one point where the number was given
 * @param reducedDimensions d, the size of the subspace the solver worked in
 */
public record FitResult(Fitted<SkinnedModel> fitted, List<CurvePoint> curve, int reducedDimensions) {
    /** @param erms as the solver saw it */
    public record CurvePoint(int bones, double erms) {}

    public FitResult {
        Objects.requireNonNull(fitted);
        curve = List.copyOf(curve);
    }
}
