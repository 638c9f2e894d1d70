package dev.sinew.skin.runtime;

import dev.sinew.math.Affine3;

/** Skinning matrices as the kernels want them: 16 floats per bone, column by column. */
final class Palette {
    private final float[] columns;

    Palette(int bones) {
        columns = new float[bones * SkinningKernels.MATRIX];
    }

    float[] columns() {
        return columns;
    }

    /** @param matrices row-major 3×4, bone after bone from {@code from} on, not modified */
    void load(double[] matrices, int from) {
        for (int m = 0, at = from; m < columns.length; m += SkinningKernels.MATRIX, at += Affine3.STRIDE) {
            for (int c = 0; c < 4; c++) {
                columns[m + 4 * c] = (float) matrices[at + c];
                columns[m + 4 * c + 1] = (float) matrices[at + 4 + c];
                columns[m + 4 * c + 2] = (float) matrices[at + 8 + c];
            }
        }
    }
}
