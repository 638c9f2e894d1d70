package dev.sinew.sample;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MeshSequence;
import java.util.Random;

/** Adds scanner-like noise to a sequence. */
public final class NoisySequence {
    private NoisySequence() {}

    /**
     * Adds Gaussian noise to the frames; the rest pose stays clean.
     *
     * @param share root mean square displacement of a vertex, as a fraction of the rest pose's size; the model of the clean
     *     sequence then fits the noisy one with this RMSE
     * @param seed random seed
     */
    public static MeshSequence of(MeshSequence sequence, double share, long seed) {
        if (!(share >= 0) || Double.isInfinite(share)) {
            throw new IllegalArgumentException("noise " + share + " must be 0 or more");
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
                        f -> addNoise(sequence.frame(f), each, new Random(seed * 1_000_003 + f))),
                sequence.framesPerSecond());
    }

    private static float[] addNoise(float[] clean, double each, Random random) {
        float[] noisy = new float[clean.length];
        for (int k = 0; k < noisy.length; k++) {
            noisy[k] = (float) (clean[k] + each * random.nextGaussian());
        }
        return noisy;
    }
}
