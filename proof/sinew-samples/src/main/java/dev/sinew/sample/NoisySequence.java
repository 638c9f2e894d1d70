package dev.sinew.sample;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import java.util.Random;

/** Sequences as a scanner sees them: every vertex of every frame is a little off. */
public final class NoisySequence {
    private NoisySequence() {}

    /**
     * Adds Gaussian noise to the frames; the rest pose stays clean.
     *
     * @param share root mean square distance a vertex is off, in parts of the rest pose's size; what made the clean
     *     sequence then fits the noisy one with an RMSE of that size
     * @param seed the same seed gives the same noise
     */
    public static MeshSequence of(MeshSequence sequence, double share, long seed) {
        if (!(share >= 0) || Double.isInfinite(share)) {
            throw new IllegalArgumentException("noise of " + share + " of the size, it must be 0 or more");
        }
        if (share == 0) {
            return sequence;
        }
        double each = share * Box.around(sequence.rest().positions()).diagonal() / Math.sqrt(3);
        return new MeshSequence(
                sequence.name(),
                sequence.rest(),
                GeneratedFrames.of(
                        sequence.vertexCount(),
                        sequence.frameCount(),
                        f -> disturbed(sequence.frame(f), each, new Random(seed * 1_000_003 + f))),
                sequence.framesPerSecond());
    }

    private static float[] disturbed(float[] clean, double each, Random random) {
        float[] noisy = new float[clean.length];
        for (int k = 0; k < noisy.length; k++) {
            noisy[k] = (float) (clean[k] + each * random.nextGaussian());
        }
        return noisy;
    }
}
