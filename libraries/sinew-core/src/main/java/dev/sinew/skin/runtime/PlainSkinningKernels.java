package dev.sinew.skin.runtime;

import dev.sinew.platform.Machine;

/**
 * Kernels in plain Java. Sums are written out: as loops over a matrix they run at half the speed on JDK 17. Sums have the order of {@link
 * VectorSkinningKernels} and the same bits if the processor has fused multiply-adds.
 */
final class PlainSkinningKernels implements SkinningKernels {
    /** Without the processor's instruction {@link Math#fma} is hundreds of times slower. */
    private static final boolean FUSED = Machine.HAS_FUSED_MULTIPLY_ADD;

    private static float fma(float a, float b, float c) {
        return FUSED ? Math.fma(a, b, c) : a * b + c;
    }

    @Override
    public void blend(
            float[] palette, int places, int[] offsets, float[] weights, int from, int to, float[] out, int at) {
        float[] p = palette;
        for (int i = from, o = at; i < to; i++, o += MATRIX) {
            float m0 = 0;
            float m1 = 0;
            float m2 = 0;
            float m4 = 0;
            float m5 = 0;
            float m6 = 0;
            float m8 = 0;
            float m9 = 0;
            float m10 = 0;
            float m12 = 0;
            float m13 = 0;
            float m14 = 0;
            for (int k = i * places; k < (i + 1) * places; k++) {
                int m = offsets[k];
                float w = weights[k];
                m0 = fma(w, p[m], m0);
                m1 = fma(w, p[m + 1], m1);
                m2 = fma(w, p[m + 2], m2);
                m4 = fma(w, p[m + 4], m4);
                m5 = fma(w, p[m + 5], m5);
                m6 = fma(w, p[m + 6], m6);
                m8 = fma(w, p[m + 8], m8);
                m9 = fma(w, p[m + 9], m9);
                m10 = fma(w, p[m + 10], m10);
                m12 = fma(w, p[m + 12], m12);
                m13 = fma(w, p[m + 13], m13);
                m14 = fma(w, p[m + 14], m14);
            }
            out[o] = m0;
            out[o + 1] = m1;
            out[o + 2] = m2;
            out[o + 4] = m4;
            out[o + 5] = m5;
            out[o + 6] = m6;
            out[o + 8] = m8;
            out[o + 9] = m9;
            out[o + 10] = m10;
            out[o + 12] = m12;
            out[o + 13] = m13;
            out[o + 14] = m14;
        }
    }

    @Override
    public void blendFour(float[] palette, int[] offsets, float[] weights, int from, int to, float[] out, int at) {
        float[] p = palette;
        for (int i = from, o = at; i < to; i++, o += MATRIX) {
            int k = 4 * i;
            int a = offsets[k];
            int b = offsets[k + 1];
            int c = offsets[k + 2];
            int d = offsets[k + 3];
            float wa = weights[k];
            float wb = weights[k + 1];
            float wc = weights[k + 2];
            float wd = weights[k + 3];
            for (int r = 0; r < MATRIX; r += 4) {
                out[o + r] = fma(wd, p[d + r], fma(wc, p[c + r], fma(wb, p[b + r], wa * p[a + r])));
                out[o + r + 1] = fma(wd, p[d + r + 1], fma(wc, p[c + r + 1], fma(wb, p[b + r + 1], wa * p[a + r + 1])));
                out[o + r + 2] = fma(wd, p[d + r + 2], fma(wc, p[c + r + 2], fma(wb, p[b + r + 2], wa * p[a + r + 2])));
            }
        }
    }

    @Override
    public void blendPair(float[] palette, int[] offsets, float[] shares, int from, int to, float[] out, int at) {
        float[] p = palette;
        for (int i = from, o = at; i < to; i++, o += MATRIX) {
            int a = offsets[2 * i];
            int b = offsets[2 * i + 1];
            float wa = shares[i];
            for (int r = 0; r < MATRIX; r += 4) {
                out[o + r] = fma(wa, p[a + r] - p[b + r], p[b + r]);
                out[o + r + 1] = fma(wa, p[a + r + 1] - p[b + r + 1], p[b + r + 1]);
                out[o + r + 2] = fma(wa, p[a + r + 2] - p[b + r + 2], p[b + r + 2]);
            }
        }
    }

    @Override
    public void points(float[] matrices, int from, int to, float[] rest, float[] out) {
        for (int i = from, m = 0; i < to; i++, m += MATRIX) {
            point(matrices, m, i, rest, out);
        }
    }

    static void point(float[] matrices, int m, int i, float[] rest, float[] out) {
        float x = rest[3 * i];
        float y = rest[3 * i + 1];
        float z = rest[3 * i + 2];
        out[3 * i] = fma(matrices[m + 8], z, fma(matrices[m + 4], y, fma(matrices[m], x, matrices[m + 12])));
        out[3 * i + 1] = fma(matrices[m + 9], z, fma(matrices[m + 5], y, fma(matrices[m + 1], x, matrices[m + 13])));
        out[3 * i + 2] = fma(matrices[m + 10], z, fma(matrices[m + 6], y, fma(matrices[m + 2], x, matrices[m + 14])));
    }

    /** cof(A)·n = n_x·(a₁×a₂) + n_y·(a₂×a₀) + n_z·(a₀×a₁) with the columns a of A: det·inverse-transpose, never singular. */
    @Override
    public void normals(float[] matrices, int from, int to, float[] rest, float[] out) {
        float[] a = matrices;
        for (int i = from, m = 0; i < to; i++, m += MATRIX) {
            float nx = rest[3 * i];
            float ny = rest[3 * i + 1];
            float nz = rest[3 * i + 2];
            float x = nx * (a[m + 5] * a[m + 10] - a[m + 6] * a[m + 9])
                    + ny * (a[m + 9] * a[m + 2] - a[m + 10] * a[m + 1])
                    + nz * (a[m + 1] * a[m + 6] - a[m + 2] * a[m + 5]);
            float y = nx * (a[m + 6] * a[m + 8] - a[m + 4] * a[m + 10])
                    + ny * (a[m + 10] * a[m] - a[m + 8] * a[m + 2])
                    + nz * (a[m + 2] * a[m + 4] - a[m] * a[m + 6]);
            float z = nx * (a[m + 4] * a[m + 9] - a[m + 5] * a[m + 8])
                    + ny * (a[m + 8] * a[m + 1] - a[m + 9] * a[m])
                    + nz * (a[m] * a[m + 5] - a[m + 1] * a[m + 4]);
            float squared = x * x + y * y + z * z;
            float scale = squared > Float.MIN_NORMAL ? 1 / (float) Math.sqrt(squared) : 0;
            out[3 * i] = x * scale;
            out[3 * i + 1] = y * scale;
            out[3 * i + 2] = z * scale;
        }
    }

    @Override
    public String name() {
        return "plain";
    }
}
