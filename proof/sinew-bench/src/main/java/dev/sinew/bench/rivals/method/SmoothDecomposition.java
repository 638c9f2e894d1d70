package dev.sinew.bench.rivals.method;

import dev.sinew.platform.Workers;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * SSDR: Le and Deng 2012, "Smooth Skinning Decomposition with Rigid Bones", as LD14 §5 runs it before it looks for a skeleton:
 * alternates weights and transforms, with one influence per vertex at first and one more every third round. No joints.
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

    /**
     * LD14 §4: clusters of rigidly moving vertices; repeatedly splits the worst and alternates assignment and fitting (Linde,
     * Buzo and Gray 1980).
     */
    private static final class MotionClusters {
        private static final int ROUNDS = 4;

        private final Animation animation;
        private final Workers workers;

        MotionClusters(Animation animation, Workers workers) {
            this.animation = animation;
            this.workers = workers;
        }

        /** @return the cluster of each vertex, at most the wanted number */
        int[] of(int wanted) {
            int[] cluster = new int[animation.vertices()];
            int count = 1;
            while (count < wanted) {
                int next = Math.min(2 * count, wanted);
                split(cluster, count, next - count);
                count = next;
                for (int round = 0; round < ROUNDS; round++) {
                    cluster = fitted(cluster, count).nearest(workers);
                }
            }
            return cluster;
        }

        private RigidSkin fitted(int[] cluster, int count) {
            RigidSkin skin = new RigidSkin(animation, count);
            skin.assign(cluster);
            skin.solveTransforms(workers);
            return skin;
        }

        private void split(int[] cluster, int count, int more) {
            RigidSkin skin = fitted(cluster, count);
            double[] errors = new double[cluster.length];
            double[] sums = new double[count];
            double[] all = new double[count];
            for (int i = 0; i < cluster.length; i++) {
                skin.errors(i, all);
                errors[i] = Math.sqrt(all[cluster[i]]);
                sums[cluster[i]] += all[cluster[i]];
            }
            int[] worst = IntStream.range(0, count)
                    .boxed()
                    .sorted(Comparator.comparingDouble(j -> -sums[j]))
                    .limit(more)
                    .mapToInt(j -> j)
                    .toArray();
            for (int k = 0; k < worst.length; k++) {
                halve(cluster, worst[k], count + k, errors);
            }
        }

        /** Eq. 1a: the seed is far from the centre with a large error; the nearer half of the cluster becomes a new one. */
        private void halve(int[] cluster, int j, int other, double[] errors) {
            double[] u = animation.rest();
            int[] own = IntStream.range(0, cluster.length)
                    .filter(i -> cluster[i] == j)
                    .toArray();
            if (own.length < 2) {
                return;
            }
            double[] middle = new double[3];
            for (int i : own) {
                for (int c = 0; c < 3; c++) {
                    middle[c] += u[3 * i + c] / own.length;
                }
            }
            int seed = Arrays.stream(own)
                    .boxed()
                    .max(Comparator.comparingDouble(i -> errors[i] * Math.sqrt(Spread.squared(u, 3 * i, middle, 0, 3))))
                    .orElseThrow();
            Arrays.stream(own)
                    .boxed()
                    .sorted(Comparator.comparingDouble(i -> Spread.squared(u, 3 * i, u, 3 * seed, 3)))
                    .limit(own.length / 2)
                    .forEach(i -> cluster[i] = other);
        }
    }
}
