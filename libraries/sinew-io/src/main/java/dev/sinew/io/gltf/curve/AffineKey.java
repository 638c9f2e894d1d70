package dev.sinew.io.gltf.curve;

import dev.sinew.math.Affine3;

/**
 * An affine bone at one time, as its two nodes store it: A = U·diag(σ)·Vᵀ.
 *
 * @param frame time in frames
 * @param global 3×4 matrix [A | p] of the bone in space, p where its pivot is
 * @param u quaternion of U
 * @param sigma three singular values, signed
 * @param v quaternion of V
 */
public record AffineKey(double frame, double[] global, double[] u, double[] sigma, double[] v) {
    /** The matrix halfway between two keys, number by number: there positions are the mean of those at the keys. */
    static double[] mean(AffineKey a, AffineKey b) {
        double[] mean = new double[Affine3.STRIDE];
        for (int k = 0; k < mean.length; k++) {
            mean[k] = 0.5 * (a.global[k] + b.global[k]);
        }
        return mean;
    }
}
