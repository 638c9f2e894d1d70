package dev.sinew.solve.transform;

import dev.sinew.math.NearestRotation;
import dev.sinew.model.BoneType;

/**
 * The rotation nearest to a 3×3 matrix, scaled if the bone type allows it. Not thread-safe: holds scratch memory; use one instance per
 * thread.
 */
public final class NearestRigid {
    private final boolean scales;
    private final NearestRotation nearest = new NearestRotation();

    public NearestRigid(BoneType type) {
        scales = type == BoneType.SIMILARITY;
    }

    /** Replaces the linear part of a 3×4 matrix whose rows start at {@code at + r·stride}. */
    public void project(double[] t, int at, int stride) {
        double along = nearest.of(t, at, stride, t, at, stride);
        if (scales) {
            double scale = along / 3;
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    t[at + r * stride + c] *= scale;
                }
            }
        }
    }
}
