package dev.sinew.linearize;

import dev.sinew.math.Quaternions;
import dev.sinew.math.Svd3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;

/**
 * Picks the frames of a model's clips that cover its motion. Each is the frame whose rotations between overlapping bones are farthest from
 * those of all frames picked so far, weighted by the affected vertices.
 */
public final class TrainingFrames {
    /**
     * A frame of a clip.
     *
     * @param clip index of the clip
     */
    public record Picked(int clip, int frame) {}

    private TrainingFrames() {}

    /** The picked frames in clip order; all frames if there are at most {@code count}. */
    public static List<Picked> pick(SkinnedModel model, List<Clip> clips, int count) {
        List<Picked> all = new ArrayList<>();
        for (int c = 0; c < clips.size(); c++) {
            for (int f = 0; f < clips.get(c).motion().frameCount(); f++) {
                all.add(new Picked(c, f));
            }
        }
        if (all.size() <= count) {
            return all;
        }
        Pairs pairs = Pairs.of(model.weights());
        double[][] features = new double[all.size()][];
        for (int k = 0; k < features.length; k++) {
            features[k] = pairs.features(clips.get(all.get(k).clip).motion(), all.get(k).frame);
        }
        return farthest(features, count).stream().sorted().map(all::get).toList();
    }

    /** The frames as one motion. */
    public static BoneMotion motion(List<Clip> clips, List<Picked> picked) {
        int width = clips.get(0).motion().boneCount() * BoneMotion.STRIDE;
        double[] matrices = new double[picked.size() * width];
        for (int k = 0; k < picked.size(); k++) {
            BoneMotion motion = clips.get(picked.get(k).clip).motion();
            System.arraycopy(motion.matrices(), motion.offset(picked.get(k).frame, 0), matrices, k * width, width);
        }
        return new BoneMotion(width / BoneMotion.STRIDE, picked.size(), matrices);
    }

    private static List<Integer> farthest(double[][] features, int count) {
        double[] nearest = new double[features.length];
        // The rest pose counts as picked, because linear skinning is exact there.
        double[] last = new double[features[0].length];
        Arrays.fill(nearest, Double.POSITIVE_INFINITY);
        List<Integer> picked = new ArrayList<>();
        while (picked.size() < count) {
            int best = 0;
            for (int k = 0; k < features.length; k++) {
                nearest[k] = Math.min(nearest[k], squaredDistance(features[k], last));
                best = nearest[k] > nearest[best] ? k : best;
            }
            if (nearest[best] <= 0) {
                break;
            }
            picked.add(best);
            last = features[best];
        }
        return picked.isEmpty() ? List.of(0) : picked;
    }

    private static double squaredDistance(double[] a, double[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += (a[k] - b[k]) * (a[k] - b[k]);
        }
        return sum;
    }

    /** Pairs of bones that share vertices: first bone, second bone, square root of the number of vertices. */
    private record Pairs(int[] first, int[] second, double[] importance) {
        static Pairs of(SkinWeights weights) {
            TreeMap<Long, Integer> counts = new TreeMap<>();
            int k = weights.influences();
            for (int i = 0; i < weights.vertexCount(); i++) {
                int n = weights.influencesOf(i);
                for (int a = i * k; a < i * k + n; a++) {
                    for (int b = i * k; b < i * k + n; b++) {
                        if (weights.bones()[a] < weights.bones()[b]) {
                            counts.merge((long) weights.bones()[a] << 32 | weights.bones()[b], 1, Integer::sum);
                        }
                    }
                }
            }
            return new Pairs(
                    counts.keySet().stream().mapToInt(p -> (int) (p >> 32)).toArray(),
                    counts.keySet().stream().mapToInt(Long::intValue).toArray(),
                    counts.values().stream().mapToDouble(Math::sqrt).toArray());
        }

        /** The vector part of each relative rotation, times its importance. */
        double[] features(BoneMotion motion, int f) {
            Svd3 svd = new Svd3();
            double[] r = new double[9];
            double[] q = new double[4 * motion.boneCount()];
            for (int j = 0; j < motion.boneCount(); j++) {
                svd.decompose(motion.matrices(), motion.offset(f, j), 4);
                svd.rotation(r, 0, 3);
                Quaternions.fromMatrix(r, 0, 3, q, 4 * j);
            }
            double[] features = new double[3 * first.length];
            double[] relative = new double[4];
            for (int p = 0; p < first.length; p++) {
                Quaternions.conjugate(q, 4 * first[p], relative, 0);
                Quaternions.multiply(relative, 0, q, 4 * second[p], relative, 0);
                double sign = relative[3] < 0 ? -1 : 1;
                for (int x = 0; x < 3; x++) {
                    features[3 * p + x] = sign * importance[p] * relative[x];
                }
            }
            return features;
        }
    }
}
