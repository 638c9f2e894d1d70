package dev.sinew.compress;

import dev.sinew.model.TwoLayerModel;
import dev.sinew.run.Fitted;
import java.util.List;
import java.util.Objects;

/**
 * A compressed model and what only a compression has to tell.
 *
 * @param weightRms 1000·‖DA−W‖_F/√(kn) against the model's own weights (LD13 eq. 1a)
 * @param curve error against cost as the dictionary grew
 */
public record CompressResult(Fitted<TwoLayerModel> fitted, double weightRms, List<CurvePoint> curve) {
    /**
     * @param bonesPerVertex blending operations a vertex
     * @param error {@code weightRms}, with examples {@code erms}, as the solver saw it
     */
    public record CurvePoint(int virtualBones, double bonesPerVertex, double error) {}

    public CompressResult {
        Objects.requireNonNull(fitted);
        curve = List.copyOf(curve);
    }
}
