package dev.sinew.linearize;

import dev.sinew.model.LinearizedModel;
import dev.sinew.run.Fitted;
import java.util.List;
import java.util.Objects;

/**
 * A linearised model and what only a linearisation has to tell.
 *
 * @param curve error against blend bones as they were added, the input's linear skinning first, the result last
 */
public record LinearizeResult(Fitted<LinearizedModel> fitted, List<CurvePoint> curve) {
    /** @param envelopingError on the training poses, as the solver saw it */
    public record CurvePoint(int blendBones, double envelopingError) {}

    public LinearizeResult {
        Objects.requireNonNull(fitted);
        curve = List.copyOf(curve);
    }
}
