package dev.sinew.linearize;

import dev.sinew.model.LinearizedModel;
import dev.sinew.run.SolveResult;
import java.util.List;
import java.util.Objects;

/**
 * A linearised model with data about the linearisation.
 *
 * @param curve error by number of blend bones as they were added, the input's linear skinning first, the result last
 */
public record LinearizeResult(SolveResult<LinearizedModel> fitted, List<CurvePoint> curve) {
    /** @param envelopingError on the training poses, measured by the solver */
    public record CurvePoint(int blendBones, double envelopingError) {}

    public LinearizeResult {
        Objects.requireNonNull(fitted);
        curve = List.copyOf(curve);
    }
}
