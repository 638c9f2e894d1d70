package dev.sinew.fit;

import dev.sinew.model.SkinnedModel;
import dev.sinew.run.SolveResult;
import java.util.List;
import java.util.Objects;

/**
 * A fitted model with data about the fit.
 *
 * @param curve error by number of bones; one point if the number was given
 * @param reducedDimensions d, the dimension of the subspace the solver worked in
 */
public record FitResult(SolveResult<SkinnedModel> fitted, List<CurvePoint> curve, int reducedDimensions) {
    /** @param erms error measured by the solver */
    public record CurvePoint(int bones, double erms) {}

    public FitResult {
        Objects.requireNonNull(fitted);
        curve = List.copyOf(curve);
    }
}
