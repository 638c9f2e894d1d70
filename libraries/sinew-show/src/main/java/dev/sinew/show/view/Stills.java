package dev.sinew.show.view;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;

/** Tells poses from motion: a handful of frames far from one another are to be looked at one by one. */
final class Stills {
    private static final int MOST = 30;
    /** Root mean square step from one frame to the next, in diagonals. A gallop at 30 frames a second makes 0.02. */
    private static final double STEP = 0.04;

    private Stills() {}

    static boolean are(MeshSequence sequence) {
        int frames = sequence.frameCount();
        if (frames < 2 || frames > MOST) {
            return false;
        }
        double sum = 0;
        float[] before = sequence.frame(0);
        for (int f = 1; f < frames; f++) {
            float[] now = sequence.frame(f);
            for (int k = 0; k < now.length; k++) {
                double step = now[k] - (double) before[k];
                sum += step * step;
            }
            before = now;
        }
        double step = Math.sqrt(sum / (sequence.vertexCount() * (frames - 1.0)));
        return step > STEP * Box.around(sequence.rest().positions()).diagonal();
    }
}
