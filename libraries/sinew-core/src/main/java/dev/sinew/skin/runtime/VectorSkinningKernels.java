package dev.sinew.skin.runtime;

import jdk.incubator.vector.FloatVector;
import jdk.incubator.vector.VectorSpecies;

/**
 * Kernels on the Vector API: a column of a matrix is a vector of four floats, which every SIMD processor supports. NOTE: vectors of 8 are
 * not faster on JDK 17, and those of 16 are four times slower. Columns are written out, because loops around vectors are compiled less
 * well.
 */
final class VectorSkinningKernels implements SkinningKernels {
    private static final VectorSpecies<Float> COLUMN = FloatVector.SPECIES_128;

    private final SkinningKernels plain = new PlainSkinningKernels();

    @Override
    public void blend(
            float[] palette, int places, int[] offsets, float[] weights, int from, int to, float[] out, int at) {
        for (int i = from, o = at; i < to; i++, o += MATRIX) {
            int k = i * places;
            int m = offsets[k];
            FloatVector w = FloatVector.broadcast(COLUMN, weights[k]);
            FloatVector c0 = FloatVector.fromArray(COLUMN, palette, m).mul(w);
            FloatVector c1 = FloatVector.fromArray(COLUMN, palette, m + 4).mul(w);
            FloatVector c2 = FloatVector.fromArray(COLUMN, palette, m + 8).mul(w);
            FloatVector c3 = FloatVector.fromArray(COLUMN, palette, m + 12).mul(w);
            for (int q = k + 1; q < k + places; q++) {
                m = offsets[q];
                w = FloatVector.broadcast(COLUMN, weights[q]);
                c0 = FloatVector.fromArray(COLUMN, palette, m).fma(w, c0);
                c1 = FloatVector.fromArray(COLUMN, palette, m + 4).fma(w, c1);
                c2 = FloatVector.fromArray(COLUMN, palette, m + 8).fma(w, c2);
                c3 = FloatVector.fromArray(COLUMN, palette, m + 12).fma(w, c3);
            }
            c0.intoArray(out, o);
            c1.intoArray(out, o + 4);
            c2.intoArray(out, o + 8);
            c3.intoArray(out, o + 12);
        }
    }

    @Override
    public void blendFour(float[] palette, int[] offsets, float[] weights, int from, int to, float[] out, int at) {
        for (int i = from, o = at; i < to; i++, o += MATRIX) {
            int k = 4 * i;
            int m = offsets[k];
            FloatVector w = FloatVector.broadcast(COLUMN, weights[k]);
            FloatVector c0 = FloatVector.fromArray(COLUMN, palette, m).mul(w);
            FloatVector c1 = FloatVector.fromArray(COLUMN, palette, m + 4).mul(w);
            FloatVector c2 = FloatVector.fromArray(COLUMN, palette, m + 8).mul(w);
            FloatVector c3 = FloatVector.fromArray(COLUMN, palette, m + 12).mul(w);
            m = offsets[k + 1];
            w = FloatVector.broadcast(COLUMN, weights[k + 1]);
            c0 = FloatVector.fromArray(COLUMN, palette, m).fma(w, c0);
            c1 = FloatVector.fromArray(COLUMN, palette, m + 4).fma(w, c1);
            c2 = FloatVector.fromArray(COLUMN, palette, m + 8).fma(w, c2);
            c3 = FloatVector.fromArray(COLUMN, palette, m + 12).fma(w, c3);
            m = offsets[k + 2];
            w = FloatVector.broadcast(COLUMN, weights[k + 2]);
            c0 = FloatVector.fromArray(COLUMN, palette, m).fma(w, c0);
            c1 = FloatVector.fromArray(COLUMN, palette, m + 4).fma(w, c1);
            c2 = FloatVector.fromArray(COLUMN, palette, m + 8).fma(w, c2);
            c3 = FloatVector.fromArray(COLUMN, palette, m + 12).fma(w, c3);
            m = offsets[k + 3];
            w = FloatVector.broadcast(COLUMN, weights[k + 3]);
            FloatVector.fromArray(COLUMN, palette, m).fma(w, c0).intoArray(out, o);
            FloatVector.fromArray(COLUMN, palette, m + 4).fma(w, c1).intoArray(out, o + 4);
            FloatVector.fromArray(COLUMN, palette, m + 8).fma(w, c2).intoArray(out, o + 8);
            FloatVector.fromArray(COLUMN, palette, m + 12).fma(w, c3).intoArray(out, o + 12);
        }
    }

    @Override
    public void blendPair(float[] palette, int[] offsets, float[] shares, int from, int to, float[] out, int at) {
        for (int i = from, o = at; i < to; i++, o += MATRIX) {
            int a = offsets[2 * i];
            int b = offsets[2 * i + 1];
            FloatVector w = FloatVector.broadcast(COLUMN, shares[i]);
            FloatVector c0 = FloatVector.fromArray(COLUMN, palette, b);
            FloatVector c1 = FloatVector.fromArray(COLUMN, palette, b + 4);
            FloatVector c2 = FloatVector.fromArray(COLUMN, palette, b + 8);
            FloatVector c3 = FloatVector.fromArray(COLUMN, palette, b + 12);
            FloatVector.fromArray(COLUMN, palette, a).sub(c0).fma(w, c0).intoArray(out, o);
            FloatVector.fromArray(COLUMN, palette, a + 4).sub(c1).fma(w, c1).intoArray(out, o + 4);
            FloatVector.fromArray(COLUMN, palette, a + 8).sub(c2).fma(w, c2).intoArray(out, o + 8);
            FloatVector.fromArray(COLUMN, palette, a + 12).sub(c3).fma(w, c3).intoArray(out, o + 12);
        }
    }

    /** The fourth number of a vector overwrites the next vertex, which is written later; so the last vertex is handled separately. */
    @Override
    public void points(float[] matrices, int from, int to, float[] rest, float[] out) {
        int last = to - 1;
        for (int i = from, m = 0; i < last; i++, m += MATRIX) {
            FloatVector x = FloatVector.broadcast(COLUMN, rest[3 * i]);
            FloatVector y = FloatVector.broadcast(COLUMN, rest[3 * i + 1]);
            FloatVector z = FloatVector.broadcast(COLUMN, rest[3 * i + 2]);
            FloatVector sum =
                    FloatVector.fromArray(COLUMN, matrices, m).fma(x, FloatVector.fromArray(COLUMN, matrices, m + 12));
            sum = FloatVector.fromArray(COLUMN, matrices, m + 4).fma(y, sum);
            FloatVector.fromArray(COLUMN, matrices, m + 8).fma(z, sum).intoArray(out, 3 * i);
        }
        if (last >= from) {
            PlainSkinningKernels.point(matrices, MATRIX * (last - from), last, rest, out);
        }
    }

    /** Cross products need shuffles; plain Java is as fast. */
    @Override
    public void normals(float[] matrices, int from, int to, float[] rest, float[] out) {
        plain.normals(matrices, from, to, rest, out);
    }

    @Override
    public String name() {
        return "vector";
    }
}
