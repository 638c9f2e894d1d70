package dev.sinew.sample.mannequin;

import dev.sinew.mesh.Material;
import dev.sinew.model.SkinWeights;
import java.util.Optional;

/** The mannequin's colours: light wood with grain, darker where two parts meet. */
final class Wood {
    /** Linear base colour; vertex colours only ever darken it, as glTF multiplies the two. */
    private static final float[] LIGHT = {0.76f, 0.50f, 0.25f};

    private static final float[] DARK = {0.22f, 0.085f, 0.035f};

    private Wood() {}

    static Material material() {
        return new Material("wood", LIGHT[0], LIGHT[1], LIGHT[2], 1f, 0.55f, 0f, Optional.empty());
    }

    /** @param p 3N rest positions, not modified */
    static float[] colours(float[] p, SkinWeights weights) {
        float[] colours = new float[p.length];
        for (int i = 0; i < weights.vertexCount(); i++) {
            double largest = weights.weights()[i * weights.influences()];
            // Where the two largest share about equally, the parts meet.
            double seam = Math.max(0, Math.min(1, (0.97 - largest) / 0.32));
            double x = Math.abs(p[3 * i]);
            double grain = StrictMath.sin(95 * (x - 0.3 * p[3 * i + 1]) + 5 * StrictMath.sin(9 * p[3 * i + 1]));
            double dark = Math.min(1, 0.85 * seam * seam * (3 - 2 * seam) + 0.05 * (1 + grain));
            for (int c = 0; c < 3; c++) {
                colours[3 * i + c] = (float) (1 - dark * (1 - DARK[c] / LIGHT[c]));
            }
        }
        return colours;
    }
}
