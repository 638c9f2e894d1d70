package dev.sinew.compress;

import dev.sinew.model.TwoLayerModel;
import dev.sinew.run.SolveResult;
import java.util.List;
import java.util.Objects;

/**
 * A compressed model with data about the compression.
 *
 * @param weightRms 1000·‖DA−W‖_F/√(kn) against the model's own weights (LD13 eq. 1a)
 * @param curve error by cost as the dictionary grew
 */
public record CompressResult(SolveResult<TwoLayerModel> fitted, double weightRms, List<CurvePoint> curve) {
    /**
     * @param bonesPerVertex blend operations per vertex
     * @param error {@code weightRms}, or {@code erms} with examples, measured by the solver
     */
    public record CurvePoint(int virtualBones, double bonesPerVertex, double error) {}

    public CompressResult {
        Objects.requireNonNull(fitted);
        curve = List.copyOf(curve);
    }
}
