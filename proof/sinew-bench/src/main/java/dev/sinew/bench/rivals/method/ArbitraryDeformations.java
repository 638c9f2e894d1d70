package dev.sinew.bench.rivals.method;

import dev.sinew.bench.rivals.method.Animation.Coordinates;
import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.Map;

/**
 * SAD: Kavan, McDonnell, Dobbyn, Žára and O'Sullivan 2007, "Skinning Arbitrary Deformations", with affine bones as in KSO10 §5:
 * bones distributed evenly over the rest pose (p-centre), transforms by least squares over each cluster, then convex weights.
 *
 * <p>NOTE: the paper was not available, only its description in KSO10 §2, §4.1 and §5. Least squares use normal equations instead
 * of KMD07's LSQR, with the same minimum.
 */
public final class ArbitraryDeformations implements Rival {
    private static final int CORRECTIONS = 10;

    @Override
    public String title() {
        return "SAD";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            return errors(animation, Spread.clusters(animation.rest(), 3, bones), bones, workers);
        }
    }

    /**
     * Converts clusters to bones: transforms, then weights, once each. With and without EigenSkin, which KSO10's Table 2 prints
     * in brackets.
     *
     * @param cluster of each vertex
     */
    static Map<String, double[]> errors(Animation animation, int[] cluster, int bones, Workers workers) {
        Coordinates x = Coordinates.of(animation, workers);
        AffineSkin skin = new AffineSkin(x, animation.rest(), bones);
        skin.assign(cluster);
        skin.solveTransforms();
        skin.solveWeights(workers);
        double squared =
                x.lostSquared() + Arrays.stream(skin.residual()).map(r -> r * r).sum();
        double corrected = EigenSkin.squaredError(skin, x, animation.frames(), CORRECTIONS, workers);
        return Map.of(
                "erms", new double[] {animation.erms(squared)},
                "eigenSkin", new double[] {animation.erms(corrected)});
    }
}
