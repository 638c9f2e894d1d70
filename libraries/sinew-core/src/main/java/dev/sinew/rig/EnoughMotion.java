package dev.sinew.rig;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.RefusedException;

/** Whether poses can tell of a skeleton at all. */
final class EnoughMotion {
    private static final int LEAST_VERTICES = 4;
    private static final double STILL = 1e-6;

    private EnoughMotion() {}

    static void require(MeshSequence sequence) {
        String name = sequence.name();
        if (sequence.vertexCount() < LEAST_VERTICES) {
            throw new RefusedException(
                    name + " has " + sequence.vertexCount() + " vertices, a skeleton needs at least " + LEAST_VERTICES);
        }
        if (sequence.frameCount() < 2) {
            throw new RefusedException(
                    name + " has one frame only: a skeleton needs motion, so at least two different poses");
        }
        if (!moves(sequence)) {
            throw new RefusedException(name + " does not move: all its " + sequence.frameCount()
                    + " frames are the same, and a skeleton needs motion");
        }
    }

    private static boolean moves(MeshSequence sequence) {
        float[] first = sequence.frame(0);
        double least = STILL * Box.around(first).diagonal();
        for (int f = 1; f < sequence.frameCount(); f++) {
            float[] frame = sequence.frame(f);
            for (int k = 0; k < frame.length; k++) {
                if (Math.abs(frame[k] - first[k]) > least) {
                    return true;
                }
            }
        }
        return false;
    }
}
