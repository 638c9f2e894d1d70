package dev.sinew.model;

/**
 * Skinning matrices of B bones over F frames. Immutable; {@link #matrices()} returns the array itself, which callers
 * must not modify.
 */
public final class BoneMotion {
    /** Numbers of a 3×4 matrix, row-major. */
    public static final int STRIDE = 12;

    private final int boneCount;
    private final int frameCount;
    private final double[] matrices;

    /** @param matrices F·B·12, matrix of bone j in frame f at {@code (f·B + j)·12} */
    public BoneMotion(int boneCount, int frameCount, double[] matrices) {
        if (matrices.length != boneCount * frameCount * STRIDE) {
            throw new IllegalArgumentException(
                    matrices.length + " numbers for " + frameCount + " frames of " + boneCount + " bones");
        }
        this.boneCount = boneCount;
        this.frameCount = frameCount;
        this.matrices = matrices;
    }

    public int boneCount() {
        return boneCount;
    }

    public int frameCount() {
        return frameCount;
    }

    /** Offset of the matrix of bone j in frame f. */
    public int offset(int f, int j) {
        return (f * boneCount + j) * STRIDE;
    }

    public double[] matrices() {
        return matrices;
    }
}
