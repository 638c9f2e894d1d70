package dev.sinew.solve.examples;

import dev.sinew.platform.Workers;
import dev.sinew.solve.Momentum;
import dev.sinew.solve.normals.Shading;
import dev.sinew.solve.transform.BoneForms;

/** Bones moved to where given weights follow poses and their normals best; at most {@link Shading#DEAREST} of the error is paid for that. */
public final class ShadedMotion {
    /** Normals that may weigh less than this part of the usual are left out. */
    private static final double SLIGHT = 1e-3;

    private ShadedMotion() {}

    /**
     * @param poses with normals, whose bones move
     * @param strength how much normals weigh, 1 as usual
     */
    public static void solve(ExamplePoses poses, ExamplePoses.WeightsOf weights, double strength, Workers workers) {
        double before = poses.squaredError(weights, workers);
        BoneForms given = poses.bones();
        for (double part = strength; part > SLIGHT * strength; part /= 4) {
            if (!poses.weighNormals(weights, i -> 1, part, workers)) {
                return;
            }
            poses.moveBones(weights, i -> 1, new Momentum(), workers);
            if (poses.squaredError(weights, workers) <= Shading.DEAREST * Shading.DEAREST * before) {
                return;
            }
            poses.setBones(given, workers);
        }
    }
}
