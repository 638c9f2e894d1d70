package dev.sinew.reduce;

import dev.sinew.linalg.SimplexQuadratic;
import dev.sinew.model.SkinWeights;
import dev.sinew.platform.Workers;
import dev.sinew.solve.examples.ExamplePoses;

/**
 * Selects the K bones of each vertex that reproduce its example poses best, with optimal convex weights (James and Twigg 2005, as described
 * in LD13 §4). NOTE: selects greedily, with an exact solve after each bone; also tries the bones of the K largest weights and keeps the
 * better set. Never adds new bones to a vertex: they would fit these poses but no others.
 */
final class GeometryWeights {
    private static final int CHUNK = 256;

    private final ExamplePoses poses;
    private final int influences;
    private final SimplexQuadratic simplex;
    private final double[] gram;
    private final double[] h;
    private final int[] chosen;
    private final int[] best;
    private final double[] bestWeights;
    private int bestCount;
    private double bestObjective;

    private GeometryWeights(ExamplePoses poses, int influences) {
        this.poses = poses;
        this.influences = influences;
        simplex = new SimplexQuadratic(influences);
        gram = new double[poses.boneCount() * poses.boneCount()];
        h = new double[poses.boneCount()];
        chosen = new int[influences];
        best = new int[influences];
        bestWeights = new double[influences];
    }

    static SkinWeights of(SkinWeights weights, ExamplePoses poses, int most, Workers workers) {
        int places = Math.min(most, weights.influences());
        int n = weights.vertexCount();
        int[] bones = new int[n * places];
        double[] kept = new double[n * places];
        workers.forChunks(n, CHUNK, (chunk, from, to) -> {
            GeometryWeights step = new GeometryWeights(poses, places);
            for (int i = from; i < to; i++) {
                step.choose(i, weights);
                for (int k = 0; k < step.bestCount; k++) {
                    bones[i * places + k] = step.best[k];
                    kept[i * places + k] = step.bestWeights[k];
                }
            }
        });
        return SkinWeights.of(places, bones, kept);
    }

    private void choose(int i, SkinWeights weights) {
        int own = weights.influencesOf(i);
        int at = i * weights.influences();
        poses.gram(i, gram);
        poses.h(i, h);
        bestObjective = Double.POSITIVE_INFINITY;
        for (int k = 0; k < Math.min(own, influences); k++) {
            chosen[k] = weights.bones()[at + k];
        }
        fit(Math.min(own, influences));
        for (int count = 0; count < Math.min(own, influences); count++) {
            double lowest = Double.POSITIVE_INFINITY;
            int next = -1;
            for (int k = at; k < at + own; k++) {
                if (!isChosen(weights.bones()[k], count)) {
                    chosen[count] = weights.bones()[k];
                    double objective = minimise(count + 1);
                    if (objective < lowest) {
                        lowest = objective;
                        next = weights.bones()[k];
                    }
                }
            }
            chosen[count] = next;
            fit(count + 1);
        }
    }

    private boolean isChosen(int bone, int count) {
        for (int k = 0; k < count; k++) {
            if (chosen[k] == bone) {
                return true;
            }
        }
        return false;
    }

    private double minimise(int count) {
        int b = poses.boneCount();
        for (int r = 0; r < count; r++) {
            for (int c = 0; c < count; c++) {
                simplex.g()[r * simplex.stride() + c] = gram[chosen[r] * b + chosen[c]];
            }
            simplex.b()[r] = h[chosen[r]];
        }
        return simplex.minimise(count);
    }

    private void fit(int count) {
        double objective = minimise(count);
        if (objective < bestObjective) {
            bestObjective = objective;
            bestCount = count;
            System.arraycopy(chosen, 0, best, 0, count);
            System.arraycopy(simplex.x(), 0, bestWeights, 0, count);
        }
    }
}
