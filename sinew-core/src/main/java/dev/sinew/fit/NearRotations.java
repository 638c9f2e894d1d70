package dev.sinew.fit;

import dev.sinew.math.Svd3;

/**
 * The rotation nearest to each bone in each frame: what a bone should do in directions its vertices do not span. A flat
 * patch says nothing of how its normal moves; without this it would be squashed, and normals with it.
 */
final class NearRotations {
    private NearRotations() {}

    /**
     * @param transforms 3F×4B, not modified
     * @return 3F×4B, rotations in the first three columns of each bone, zero in the fourth
     */
    static double[] of(double[] transforms, int frames, int bones) {
        int n = 4 * bones;
        double[] rotations = new double[transforms.length];
        Svd3 svd = new Svd3();
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < bones; j++) {
                int at = 3 * f * n + 4 * j;
                svd.decompose(transforms, at, n);
                timesTransposed(svd.u(), svd.v(), rotations, at, n);
            }
        }
        return rotations;
    }

    /** U·Vᵀ; both are rotations, so it is one too. */
    private static void timesTransposed(double[] u, double[] v, double[] out, int at, int stride) {
        for (int r = 0; r < 3; r++) {
            for (int c = 0; c < 3; c++) {
                out[at + r * stride + c] =
                        u[3 * r] * v[3 * c] + u[3 * r + 1] * v[3 * c + 1] + u[3 * r + 2] * v[3 * c + 2];
            }
        }
    }
}
