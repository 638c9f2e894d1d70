package dev.sinew.skin.runtime;

import dev.sinew.math.DualQuaternions;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.skin.operator.RigidParts;
import dev.sinew.skin.runtime.SkinRuntime.Influences;

/**
 * Dual quaternion skinning (Kavan et al. 2008): a vertex moves by the blended dual quaternion of its bones, each with the sign that puts it
 * on the hemisphere of the vertex's strongest bone.
 *
 * <p>Bones are rigid here, except for a scale that all share. For a matrix with other scale or shear, the nearest rotation is used with the
 * matrix's effect on the bone's pivot. If quaternions cancel, the strongest bone alone is used.
 */
public final class DualQuaternionRuntime extends SkinRuntime {
    /** Below this squared length the direction of a blend is lost in single precision. */
    private static final float CANCELLED = 1e-10f;

    private final RigidParts parts;
    private final double[] pivots;
    /** Eight per bone. */
    private final float[] palette;

    private float scale = 1;
    private final Influences influences;

    /** @param workers owned and closed by the caller */
    public DualQuaternionRuntime(SkinnedModel model, Workers workers) {
        this(model, SkinningKernels.best(), workers);
    }

    DualQuaternionRuntime(SkinnedModel model, SkinningKernels kernels, Workers workers) {
        super(model.rest(), kernels, workers);
        parts = new RigidParts(model.boneCount());
        pivots = model.skeleton().pivots();
        palette = new float[DualQuaternions.STRIDE * model.boneCount()];
        int places = Math.max(1, model.weights().maxInfluences());
        influences = Influences.of(model.weights(), places, DualQuaternions.STRIDE);
    }

    @Override
    public void pose(double[] matrices, int from) {
        parts.load(matrices, from, pivots);
        scale = (float) parts.common();
        for (int k = 0; k < palette.length; k++) {
            palette[k] = (float) parts.quaternions()[k];
        }
    }

    @Override
    void blend(int from, int to, float[] matrices) {
        float[] p = palette;
        int places = influences.places();
        for (int i = from, m = 0; i < to; i++, m += SkinningKernels.MATRIX) {
            int k = i * places;
            int strongest = influences.offsets()[k];
            float w = influences.weights()[k];
            float x = w * p[strongest];
            float y = w * p[strongest + 1];
            float z = w * p[strongest + 2];
            float r = w * p[strongest + 3];
            float dx = w * p[strongest + 4];
            float dy = w * p[strongest + 5];
            float dz = w * p[strongest + 6];
            float dr = w * p[strongest + 7];
            for (int q = k + 1; q < k + places && influences.weights()[q] > 0; q++) {
                int at = influences.offsets()[q];
                float s = influences.weights()[q] * sideOf(p, strongest, at);
                x += s * p[at];
                y += s * p[at + 1];
                z += s * p[at + 2];
                r += s * p[at + 3];
                dx += s * p[at + 4];
                dy += s * p[at + 5];
                dz += s * p[at + 6];
                dr += s * p[at + 7];
            }
            float squared = x * x + y * y + z * z + r * r;
            if (squared > CANCELLED) {
                putMatrix(matrices, m, 2 / squared, x, y, z, r, dx, dy, dz, dr);
            } else {
                int a = strongest;
                putMatrix(matrices, m, 2, p[a], p[a + 1], p[a + 2], p[a + 3], p[a + 4], p[a + 5], p[a + 6], p[a + 7]);
            }
        }
    }

    private static float sideOf(float[] p, int a, int b) {
        float cosine = p[a] * p[b] + p[a + 1] * p[b + 1] + p[a + 2] * p[b + 2] + p[a + 3] * p[b + 3];
        return cosine < 0 ? -1 : 1;
    }

    /** R(q₀) and t = 2·q_ε·q₀*, both divided by the squared length of q₀ ({@code s} is 2 divided by it), times the scale. */
    private void putMatrix(
            float[] m, int at, float s, float x, float y, float z, float r, float dx, float dy, float dz, float dr) {
        float one = scale;
        float t = s * scale;
        m[at] = one - t * (y * y + z * z);
        m[at + 1] = t * (x * y + r * z);
        m[at + 2] = t * (x * z - r * y);
        m[at + 4] = t * (x * y - r * z);
        m[at + 5] = one - t * (x * x + z * z);
        m[at + 6] = t * (y * z + r * x);
        m[at + 8] = t * (x * z + r * y);
        m[at + 9] = t * (y * z - r * x);
        m[at + 10] = one - t * (x * x + y * y);
        m[at + 12] = t * (r * dx - dr * x + y * dz - z * dy);
        m[at + 13] = t * (r * dy - dr * y + z * dx - x * dz);
        m[at + 14] = t * (r * dz - dr * z + x * dy - y * dx);
    }
}
