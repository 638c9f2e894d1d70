package dev.sinew.solve.pass;

import dev.sinew.math.Vec3;
import dev.sinew.solve.SkinState;
import java.util.Arrays;

/** Initial assignment of vertices to bones: seeds are as far from each other as possible, and each vertex goes to the nearest. */
public final class Seeds {
    private Seeds() {}

    /**
     * Attaches every vertex of the state to its nearest seed. Returns the number of seeds: fewer than wanted if there are fewer distinct
     * positions.
     */
    public static int attachNearest(SkinState state, int wanted) {
        double[] u = state.rest();
        int n = state.vertexCount();
        double[] distance = new double[n];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        int seed = 0;
        for (int s = 0; s < wanted; s++) {
            int farthest = 0;
            for (int i = 0; i < n; i++) {
                double squared = Vec3.squaredDistance(u, 3 * i, u, 3 * seed);
                if (squared < distance[i]) {
                    distance[i] = squared;
                    state.attach(i, s);
                }
                farthest = distance[i] > distance[farthest] ? i : farthest;
            }
            if (distance[farthest] == 0) {
                return s + 1;
            }
            seed = farthest;
        }
        return wanted;
    }
}
