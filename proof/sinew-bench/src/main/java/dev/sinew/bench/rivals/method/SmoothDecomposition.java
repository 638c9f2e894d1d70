package dev.sinew.bench.rivals.method;

import dev.sinew.math.Workers;
import java.util.Map;

/**
 * SSDR: Le and Deng 2012, "Smooth Skinning Decomposition with Rigid Bones", as LD14 §5 runs it before it looks for a skeleton: weights
 * and transforms by turns, one influence a vertex at first and one more every third round. No joints.
 */
public final class SmoothDecomposition implements Rival {
    private static final int ROUNDS = 15;

    @Override
    public String title() {
        return "SSDR";
    }

    @Override
    public int version() {
        return 1;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            RigidSkin skin = new RigidSkin(animation, bones);
            skin.assign(new MotionClusters(animation, workers).of(bones));
            for (int round = 0; round < ROUNDS; round++) {
                skin.solveTransforms(workers);
                skin.solveWeights(1 + (round + 1) / 3, workers);
            }
            return errors(animation, skin.squaredError(workers));
        }
    }

    static Map<String, double[]> errors(Animation animation, double squared) {
        return Map.of(
                "erms", new double[] {animation.erms(squared)},
                "rmsePercent", new double[] {animation.rmsePercent(squared)});
    }
}
