package dev.sinew.linearize;

/**
 * A blend bone during the solve: its drivers and its transform in every training frame.
 *
 * @param masters the bones it blends, fixed once chosen
 * @param weights u, one per master
 * @param matrices 3×4 per frame
 * @param derivatives 3×4 per master and frame, frame by frame
 */
record BlendBone(int[] masters, double[] weights, double[] matrices, double[] derivatives) {
    /** Whether it blends one of these bones. */
    boolean shares(int[] bones, int from, int count) {
        for (int at = from; at < from + count; at++) {
            for (int master : masters) {
                if (bones[at] == master) {
                    return true;
                }
            }
        }
        return false;
    }

    boolean shares(BlendBone other) {
        return shares(other.masters, 0, other.masters.length);
    }
}
