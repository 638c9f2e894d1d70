package dev.sinew.skin.operator;

import dev.sinew.math.Affine3;
import dev.sinew.model.BlendBones;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import java.util.Arrays;

/**
 * The bones of one frame, prepared for one operator. Load a palette of skinning matrices, then blend as often as needed without allocation.
 * Not thread-safe.
 */
public interface BonePose {
    /** Maximum number of bones in a blend. */
    int MAX_BONES = 64;

    /** Centres of rotation: a point of the rest pose for every set of weights (Le and Hodgins 2016). */
    @FunctionalInterface
    interface Centres {
        /**
         * The centre of one blend.
         *
         * @param bones {@code count} bones from {@code from} on, not modified
         * @param weights as many from {@code from} on, not all zero, not modified
         * @param out three numbers, modified
         */
        void of(int[] bones, double[] weights, int from, int count, double[] out);

        /** Without a mesh: the weighted mean of the bones' pivots. */
        static Centres ofPivots(double[] pivots) {
            return (bones, weights, from, count, out) -> {
                double sum = 0;
                out[0] = out[1] = out[2] = 0;
                for (int k = from; k < from + count; k++) {
                    sum += weights[k];
                    for (int c = 0; c < 3; c++) {
                        out[c] += weights[k] * pivots[3 * bones[k] + c];
                    }
                }
                for (int c = 0; c < 3; c++) {
                    out[c] /= sum;
                }
            };
        }

        /**
         * Precomputed centres, one for each row of weights.
         *
         * @param centres three numbers per row, kept
         * @param influences entries per row: row r begins at {@code r·influences}
         */
        static Centres stored(double[] centres, int influences) {
            return (bones, weights, from, count, out) -> System.arraycopy(centres, from / influences * 3, out, 0, 3);
        }

        /** Centres of a mesh and its weights, for any blend of its bones. */
        static Centres of(SkinnedModel model) {
            return new MeshCentres(model);
        }
    }

    /**
     * A pose without a palette yet.
     *
     * @param pivots 3B, centre of scaling of each bone; kept, not modified
     */
    static BonePose of(SkinningOperator operator, double[] pivots, Antipodality antipodality) {
        return of(operator, pivots, Centres.ofPivots(pivots), antipodality);
    }

    private static BonePose of(SkinningOperator operator, double[] pivots, Centres centres, Antipodality antipodality) {
        return switch (operator) {
            case LINEAR -> new LinearPose(pivots.length / 3);
            case DUAL_QUATERNION -> new DualQuaternionPose(pivots.length / 3, antipodality);
            case SCALED_DUAL_QUATERNION -> new ScaledPose(pivots, antipodality);
            case ITERATIVE_DUAL_QUATERNION -> new IterativePose(pivots.length / 3, antipodality);
            case CENTRES_OF_ROTATION -> new CentrePose(pivots.length / 3, centres, antipodality);
        };
    }

    /** A pose that blends the short way round. */
    static BonePose of(SkinningOperator operator, double[] pivots) {
        return of(operator, pivots, Antipodality.SHORTEST);
    }

    /** The same with the centres of {@link SkinningOperator#CENTRES_OF_ROTATION}; other operators ignore them. */
    static BonePose of(SkinningOperator operator, double[] pivots, Centres centres) {
        return of(operator, pivots, centres, Antipodality.SHORTEST);
    }

    /** Blend bones: each row of their weights is a blend. */
    static BonePose of(BlendBones blendBones, double[] pivots) {
        Centres centres =
                Centres.stored(blendBones.centres(), blendBones.weights().influences());
        return of(blendBones.operator(), pivots, centres);
    }

    /** Loads the 3×4 skinning matrices of all bones, 12 numbers each from {@code palette} on; not modified. */
    void load(double[] matrices, int palette);

    /**
     * out = Φ(w; C), 3×4.
     *
     * @param bones {@code count} bones from {@code from} on
     * @param weights as many from {@code from} on, not all zero
     * @param out modified from {@code to} on
     */
    void blend(int[] bones, double[] weights, int from, int count, double[] out, int to);

    /**
     * Φ and its partial derivatives by each independent weight (KCO09's ∂Φ/∂x_i is the difference of two of these).
     *
     * @param derivatives 12 numbers per bone, modified
     */
    void differentiate(int[] bones, double[] weights, int from, int count, double[] out, double[] derivatives);

    /** Φ_LBS = Σ_j w_j·C_j. */
    final class LinearPose implements BonePose {
        private final double[] matrices;

        LinearPose(int bones) {
            matrices = new double[Affine3.STRIDE * bones];
        }

        @Override
        public void load(double[] given, int palette) {
            System.arraycopy(given, palette, matrices, 0, matrices.length);
        }

        @Override
        public void blend(int[] bones, double[] weights, int from, int count, double[] out, int to) {
            Arrays.fill(out, to, to + Affine3.STRIDE, 0);
            for (int k = from; k < from + count; k++) {
                int at = Affine3.STRIDE * bones[k];
                for (int c = 0; c < Affine3.STRIDE; c++) {
                    out[to + c] += weights[k] * matrices[at + c];
                }
            }
        }

        @Override
        public void differentiate(
                int[] bones, double[] weights, int from, int count, double[] out, double[] derivatives) {
            blend(bones, weights, from, count, out, 0);
            for (int k = 0; k < count; k++) {
                int at = Affine3.STRIDE * bones[from + k];
                System.arraycopy(matrices, at, derivatives, Affine3.STRIDE * k, Affine3.STRIDE);
            }
        }
    }
}
