package dev.sinew.sample.solver;

import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Compares a skeleton with the true one. A true joint counts if its bone has vertices and rotates relative to its parent by more
 * than 15°. It is found if a joint of the other skeleton, except for end joints, is near it on average over the frames. Both must
 * have the same frames.
 *
 * @param percents distance to the nearest joint in percent of the size, by the name of the true bone
 */
record JointRecovery(Map<String, Double> percents) {
    private static final double TURNS = Math.toRadians(15);
    private static final double HOLDS = 0.3;

    public JointRecovery {
        percents = Map.copyOf(percents);
    }

    /** @param found its first clip has the frames of {@code clip} */
    static JointRecovery of(SkinnedModel truth, Clip clip, SkinnedModel found) {
        BoneMotion motion = clip.motion();
        BoneMotion other = found.clips().get(0).motion();
        if (motion.frameCount() != other.frameCount()) {
            throw new IllegalArgumentException(
                    motion.frameCount() + " true frames and " + other.frameCount() + " found must be equally many");
        }
        double size = Box.around(truth.rest().positions()).diagonal();
        Map<String, Double> percents = new LinkedHashMap<>();
        boolean[] ends = ends(found);
        for (int j : moving(truth, motion)) {
            double nearest = IntStream.range(0, found.boneCount())
                    .filter(k -> !ends[k])
                    .mapToDouble(k -> distance(truth.skeleton(), motion, j, found.skeleton(), other, k))
                    .min()
                    .orElse(Double.POSITIVE_INFINITY);
            percents.put(truth.skeleton().names().get(j), 100 * nearest / size);
        }
        return new JointRecovery(percents);
    }

    private static boolean[] ends(SkinnedModel found) {
        double[] holds = found.weights().totals(found.boneCount());
        boolean[] ends = new boolean[holds.length];
        for (int j = 0; j < ends.length; j++) {
            ends[j] = !(holds[j] > 0);
        }
        for (int parent : found.skeleton().parents()) {
            if (parent != Skeleton.NONE) {
                ends[parent] = false;
            }
        }
        return ends;
    }

    /** Fraction of the joints found within a distance in percent of the size. */
    public double within(double percent) {
        return percents.isEmpty()
                ? 1
                : (double) percents.values().stream().filter(p -> p < percent).count() / percents.size();
    }

    public double medianPercent() {
        double[] sorted = percents.values().stream()
                .mapToDouble(Double::doubleValue)
                .sorted()
                .toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }

    private static List<Integer> moving(SkinnedModel truth, BoneMotion motion) {
        boolean[] holds = new boolean[truth.boneCount()];
        for (int k = 0; k < truth.weights().bones().length; k++) {
            holds[truth.weights().bones()[k]] |= truth.weights().weights()[k] > HOLDS;
        }
        List<Integer> moving = new ArrayList<>();
        for (int j = 0; j < truth.boneCount(); j++) {
            int parent = truth.skeleton().parents()[j];
            if (parent != Skeleton.NONE && holds[j] && turn(motion, parent, j) > TURNS) {
                moving.add(j);
            }
        }
        return moving;
    }

    /** The largest angle between a bone's rotation relative to its parent in the first frame and in another. */
    private static double turn(BoneMotion motion, int parent, int j) {
        double[] first = against(motion, 0, parent, j);
        double most = 0;
        for (int f = 1; f < motion.frameCount(); f++) {
            double[] now = against(motion, f, parent, j);
            double trace = 0;
            for (int k = 0; k < 9; k++) {
                trace += first[k] * now[k];
            }
            most = Math.max(most, Math.acos(Math.max(-1, Math.min(1, (trace - 1) / 2))));
        }
        return most;
    }

    /** R_pᵀ·R_j, without scale. */
    private static double[] against(BoneMotion motion, int f, int parent, int j) {
        double[] r = new double[9];
        double[] m = motion.matrices();
        int a = motion.offset(f, parent);
        int b = motion.offset(f, j);
        for (int k = 0; k < 9; k++) {
            for (int x = 0; x < 3; x++) {
                r[k] += m[a + 4 * x + k / 3] * m[b + 4 * x + k % 3];
            }
        }
        double scale = Math.sqrt(Arrays.stream(r).map(x -> x * x).sum() / 3);
        return Arrays.stream(r).map(x -> x / scale).toArray();
    }

    private static double distance(Skeleton a, BoneMotion m, int i, Skeleton b, BoneMotion n, int j) {
        double sum = 0;
        for (int f = 0; f < m.frameCount(); f++) {
            double squared = 0;
            for (int r = 0; r < 3; r++) {
                double d = image(m, f, i, a.pivots(), r) - image(n, f, j, b.pivots(), r);
                squared += d * d;
            }
            sum += Math.sqrt(squared);
        }
        return sum / m.frameCount();
    }

    private static double image(BoneMotion motion, int f, int j, double[] pivots, int r) {
        int at = motion.offset(f, j) + 4 * r;
        double[] m = motion.matrices();
        return m[at] * pivots[3 * j] + m[at + 1] * pivots[3 * j + 1] + m[at + 2] * pivots[3 * j + 2] + m[at + 3];
    }
}
