package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import dev.sinew.math.DualQuaternions;
import dev.sinew.math.Svd3;
import java.util.Arrays;

/**
 * The rigid motion in each bone's matrix. A scale that all bones share (a rig in centimetres under a node of 0.01) is removed first and
 * restored after blending: C_j = s·R_jS_j about the pivots, with s the median of the bones' scales. Not thread-safe; allocates only in the
 * constructor.
 */
public final class RigidParts {
    /** A matrix this close to a rotation is one to double precision after two Newton steps. */
    private static final double NEWTON_TOLERANCE = 1e-4;

    private final int bones;
    private final double[] quaternions;
    private final double[] rigid = new double[Affine3.STRIDE];
    private final double[] inverse = new double[Affine3.STRIDE];
    private final Svd3 svd = new Svd3();
    private final double[] scales;
    private double common = 1;

    public RigidParts(int bones) {
        this.bones = bones;
        quaternions = new double[DualQuaternions.STRIDE * bones];
        scales = new double[bones];
    }

    /** s */
    public double common() {
        return common;
    }

    /** Eight numbers per bone of the last load. Do not modify. */
    public double[] quaternions() {
        return quaternions;
    }

    /**
     * Extracts the rigid motions that move each bone's pivot like its matrix.
     *
     * @param palette offset of the bones' matrices, 3×4 each, not modified
     * @param pivots 3B, not modified
     */
    public void load(double[] matrices, int palette, double[] pivots) {
        common = commonScale(matrices, palette);
        for (int j = 0; j < bones; j++) {
            int at = palette + Affine3.STRIDE * j;
            rotation(matrices, at);
            for (int r = 0; r < 12; r += 4) {
                double moved = matrices[at + r + 3];
                double turned = 0;
                for (int c = 0; c < 3; c++) {
                    moved += matrices[at + r + c] * pivots[3 * j + c];
                    turned += rigid[r + c] * pivots[3 * j + c];
                }
                rigid[r + 3] = moved / common - turned;
            }
            DualQuaternions.fromRigid(rigid, 0, quaternions, DualQuaternions.STRIDE * j);
        }
    }

    /**
     * The rotation nearest to the matrix. Most matrices are rotations up to rounding and the common scale; for these, two Newton steps R ←
     * ½·(R + R⁻ᵀ) are exact at a tenth of the cost.
     */
    private void rotation(double[] matrices, int at) {
        for (int k = 0; k < Affine3.STRIDE; k++) {
            rigid[k] = matrices[at + k] / common;
        }
        if (!(apart() < NEWTON_TOLERANCE) || !(Affine3.determinant(rigid, 0) > 0)) {
            svd.decompose(matrices, at, 4);
            svd.rotation(rigid, 0, 4);
            return;
        }
        for (int step = 0; step < 2; step++) {
            Affine3.invert(rigid, 0, inverse, 0);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    rigid[4 * r + c] = 0.5 * (rigid[4 * r + c] + inverse[4 * c + r]);
                }
            }
        }
    }

    /** The largest entry of R·Rᵀ − 1. */
    private double apart() {
        double most = 0;
        for (int r = 0; r < 12; r += 4) {
            for (int c = 0; c <= r; c += 4) {
                double dot = rigid[r] * rigid[c] + rigid[r + 1] * rigid[c + 1] + rigid[r + 2] * rigid[c + 2];
                most = Math.max(most, Math.abs(dot - (r == c ? 1 : 0)));
            }
        }
        return most;
    }

    private double commonScale(double[] matrices, int palette) {
        double middle = middleScale(matrices, palette, scales);
        // Rounding must not turn an unscaled pose into a slightly scaled one.
        return middle > 0 && Math.abs(middle - 1) > 1e-9 ? middle : 1;
    }

    /**
     * The median of the bones' scales, each the cube root of the absolute determinant.
     *
     * @param palette offset of the bones' matrices, 3×4 each, not modified
     * @param scales one number per bone, modified
     */
    public static double middleScale(double[] matrices, int palette, double[] scales) {
        for (int j = 0; j < scales.length; j++) {
            scales[j] = Math.cbrt(Math.abs(Affine3.determinant(matrices, palette + Affine3.STRIDE * j)));
        }
        Arrays.sort(scales);
        return scales[(scales.length - 1) / 2];
    }
}
