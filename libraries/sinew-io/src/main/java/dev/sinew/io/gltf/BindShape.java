package dev.sinew.io.gltf;

import dev.sinew.math.Affine3;
import dev.sinew.math.NearestRotation;
import java.util.Arrays;
import java.util.Optional;

/**
 * The shape that a skinned mesh is stored in, at the size and in the place of the pose without animation. In every frame its vertices are
 * exact blends of what the bones make of it; of the pose without animation that holds for few vertices between two bones.
 */
final class BindShape {
    /** Scales of bones that differ by less are the same: rounding of single precision. */
    private static final double SAME_SCALE = 1e-3;

    /** The part of the vertices whose bones have the scale of the others: what a bone scales by itself has two sizes. */
    private static final double OF_ONE_SCALE = 0.98;

    private BindShape() {}

    /**
     * @param stored 3N, as the file has it
     * @param posed 3N, without animation
     * @param skinning matrices of the bones without animation
     * @param bones the one that moves each vertex most
     * @return nothing if bones scale the mesh by different factors
     */
    static Optional<float[]> of(double[] stored, float[] posed, double[] skinning, int[] bones) {
        double[] scales = Arrays.stream(bones)
                .mapToDouble(j -> Math.cbrt(Affine3.determinant(skinning, Affine3.STRIDE * j)))
                .sorted()
                .toArray();
        double scale = scales[scales.length / 2];
        long same = Arrays.stream(scales)
                .filter(s -> Math.abs(s - scale) <= SAME_SCALE * scale)
                .count();
        return scale > 0 && same >= OF_ONE_SCALE * scales.length
                ? Optional.of(placed(stored, posed, scale))
                : Optional.empty();
    }

    /** Turned and moved to where its vertices are nearest to those of a pose. */
    private static float[] placed(double[] stored, float[] posed, double scale) {
        int n = posed.length / 3;
        double[] from = new double[3];
        double[] to = new double[3];
        for (int k = 0; k < 3 * n; k++) {
            from[k % 3] += stored[k] / n;
            to[k % 3] += posed[k] / (double) n;
        }
        double[] c = new double[9];
        for (int i = 0; i < n; i++) {
            for (int k = 0; k < 9; k++) {
                c[k] += (posed[3 * i + k / 3] - to[k / 3]) * (stored[3 * i + k % 3] - from[k % 3]);
            }
        }
        double[] turn = new double[9];
        new NearestRotation().of(c, 0, 3, turn, 0, 3);
        float[] placed = new float[3 * n];
        for (int i = 0; i < n; i++) {
            for (int r = 0; r < 3; r++) {
                double sum = 0;
                for (int x = 0; x < 3; x++) {
                    sum += turn[3 * r + x] * (stored[3 * i + x] - from[x]);
                }
                placed[3 * i + r] = (float) (to[r] + scale * sum);
            }
        }
        return placed;
    }
}
