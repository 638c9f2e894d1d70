package dev.sinew.show.view;

import dev.sinew.model.BoneMotion;

/**
 * Viewer coordinates: the mesh is centred at the origin with size 1, so that single precision suffices at any scale.
 *
 * @param restCentre subtracted from rest positions
 * @param centre subtracted from posed positions
 * @param size divisor of both: the diagonal in which errors are measured
 */
record ViewUnit(double[] restCentre, double[] centre, double size) {
    float[] rest(float[] positions) {
        float[] out = new float[positions.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) ((positions[k] - restCentre[k % 3]) / size);
        }
        return out;
    }

    float[] rest(double[] positions) {
        float[] out = new float[positions.length];
        for (int k = 0; k < out.length; k++) {
            out[k] = (float) ((positions[k] - restCentre[k % 3]) / size);
        }
        return out;
    }

    double posed(double coordinate, int axis) {
        return (coordinate - centre[axis]) / size;
    }

    /** Row-major 3×4 matrix from rest to posed coordinates: x ↦ (A·(size·x + restCentre) + t − centre) / size. */
    void matrix(double[] m, int at, float[] out, int to) {
        for (int row = 0; row < 3; row++) {
            int r = at + 4 * row;
            double t = m[r + 3] - centre[row];
            for (int c = 0; c < 3; c++) {
                t += m[r + c] * restCentre[c];
                out[to + 4 * row + c] = (float) m[r + c];
            }
            out[to + 4 * row + 3] = (float) (t / size);
        }
    }

    /** Matrices of the shown frames, frame by frame. */
    float[] matrices(BoneMotion motion, int[] frames) {
        int bones = motion.boneCount();
        float[] out = new float[frames.length * bones * BoneMotion.STRIDE];
        for (int s = 0; s < frames.length; s++) {
            for (int j = 0; j < bones; j++) {
                matrix(motion.matrices(), motion.offset(frames[s], j), out, (s * bones + j) * BoneMotion.STRIDE);
            }
        }
        return out;
    }
}
