package dev.sinew.bench.rivals.method;

import dev.sinew.math.Workers;
import java.util.Arrays;
import java.util.Map;

/**
 * SMA: James and Twigg 2005, "Skinning Mesh Animations", with affine bones as in KSO10 §5: mean shift on the triangles' rotations finds
 * parts that turn as one (§3), least squares give each part's transforms (§4), the four bones that predict a vertex best get convex
 * weights (§4).
 *
 * <p>NOTE: the 9F numbers of a triangle are first projected on their leading directions, and modes are sought on a sample: mean shift on
 * all takes the paper minutes. Its bandwidth is set so that there are P modes, where JT05 sets it by hand.
 */
public final class SkinningMeshAnimations implements Rival {
    @Override
    public String title() {
        return "SMA";
    }

    @Override
    public int version() {
        return 2;
    }

    @Override
    public Map<String, double[]> run(Animation animation, int bones) {
        try (Workers workers = new Workers(Runtime.getRuntime().availableProcessors())) {
            int[] cluster = clusters(animation, bones, workers);
            // Where mean shift finds fewer modes than wanted, there are fewer bones.
            int found = 1 + Arrays.stream(cluster).max().orElse(0);
            return ArbitraryDeformations.errors(animation, cluster, found, workers);
        }
    }

    /** A bone for each vertex: that of the triangle around it whose rotations are nearest to a mode. */
    private static int[] clusters(Animation animation, int bones, Workers workers) {
        int[] triangles = animation.triangles();
        int count = triangles.length / 3;
        TriangleRotations.Points rotations = TriangleRotations.projected(animation, workers);
        double[] points = rotations.x();
        int d = rotations.d();
        double[][] modes = new MeanShift(points, d, workers).modes(bones);
        int[] cluster = new int[animation.vertices()];
        double[] nearest = new double[animation.vertices()];
        Arrays.fill(cluster, -1);
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        for (int t = 0; t < count; t++) {
            for (int j = 0; j < modes.length; j++) {
                double far = Spread.squared(points, t * d, modes[j], 0, d);
                for (int k = 3 * t; k < 3 * t + 3; k++) {
                    if (far < nearest[triangles[k]]) {
                        nearest[triangles[k]] = far;
                        cluster[triangles[k]] = j;
                    }
                }
            }
        }
        return cluster;
    }
}
