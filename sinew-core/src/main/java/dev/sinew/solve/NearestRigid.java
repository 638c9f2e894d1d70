package dev.sinew.solve;

import dev.sinew.math.NearestRotation;
import dev.sinew.model.BoneType;

/** The rotation, scaled where that is allowed, nearest to a 3×3 matrix. Scratch memory inside: one object a thread. */
public final class NearestRigid {
    /** Squared change of a rotation matrix, 90 degrees, beyond which an extrapolation is no step in any direction. */
    private static final double TOO_FAR = 4;

    private final boolean scales;
    private final NearestRotation nearest = new NearestRotation();

    public NearestRigid(BoneType type) {
        scales = type == BoneType.SIMILARITY;
    }

    /**
     * Replaces the linear part of a 3×4 matrix whose rows start at {@code at + r·stride}; the whole matrix by that of
     * {@code best} where it has gone far from there. A bone whose few vertices leave its rotation open jumps from step to
     * step, and going on that way would carry its vertices off.
     */
    public void project(double[] t, double[] best, int at, int stride) {
        double change = 0;
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                double d = t[at + r * stride + c] - best[at + r * stride + c];
                change += d * d;
            }
        }
        if (!(change < TOO_FAR)) {
            for (int r = 0; r < 3; r++) {
                System.arraycopy(best, at + r * stride, t, at + r * stride, 4);
            }
            return;
        }
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
