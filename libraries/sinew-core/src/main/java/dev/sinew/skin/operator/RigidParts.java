package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import dev.sinew.math.DualQuaternions;
import dev.sinew.math.Svd3;
import java.util.Arrays;

/**
 * The rigid motion in each bone's matrix. A scale that all bones share (a rig in centimetres under a node of 0.01) is
 * taken out first and put back after blending: C_j = s·R_jS_j about the pivots, with s the middle one of the bones' scales.
 * Not safe for several threads; nothing is allocated after it is made.
 */
public final class RigidParts {
    /** A matrix this near to a rotation is one to double precision after two Newton steps. */
    private static final double NEARLY = 1e-4;

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

    /** Eight numbers per bone, those of the last load: not to be modified. */
    public double[] quaternions() {
        return quaternions;
    }

    /**
     * Takes the motions that leave each bone's pivot where its matrix puts it.
     *
     * @param palette where the bones' matrices begin, 3×4 each, not modified
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
     * The rotation nearest to the matrix. Most matrices are rotations but for rounding and the common scale; of these two
     * Newton steps R ← ½·(R + R⁻ᵀ) make exact ones at a tenth of the cost.
     */
    private void rotation(double[] matrices, int at) {
        for (int k = 0; k < Affine3.STRIDE; k++) {
            rigid[k] = matrices[at + k] / common;
        }
        if (!(apart() < NEARLY) || !(Affine3.determinant(rigid, 0) > 0)) {
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
        // Where nothing is scaled, rounding must not make it a little scaled.
        return middle > 0 && Math.abs(middle - 1) > 1e-9 ? middle : 1;
    }

    /**
     * The middle one of the bones' scales, each the cube root of its determinant's size.
     *
     * @param palette where the bones' matrices begin, 3×4 each, not modified
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
