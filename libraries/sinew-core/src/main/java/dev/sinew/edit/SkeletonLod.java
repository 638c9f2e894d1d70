package dev.sinew.edit;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.symmetry.BoneSymmetry;
import dev.sinew.symmetry.MirrorPlane;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Reduces the number of bones of a skeleton for a level of detail. Bones go first whose vertices move almost like the bones above would
 * move them; mirrored bones go in pairs, and limbs keep their ends.
 */
public final class SkeletonLod {
    private final SkinnedModel model;
    private final Skeleton skeleton;
    private final double[] totals;
    private final int[] counterparts;

    private SkeletonLod(SkinnedModel model, Optional<MirrorPlane> plane) {
        this.model = model;
        this.skeleton = model.skeleton();
        this.totals = model.weights().totals(model.boneCount());
        this.counterparts =
                plane.map(p -> BoneSymmetry.of(model, p)).orElseGet(() -> BoneSymmetry.byNames(skeleton.names()));
    }

    /**
     * Bones that are removed together.
     *
     * @param cost mean cost per bone
     */
    private record Removal(List<Integer> bones, double cost) {}

    /**
     * Returns the model with {@code bones} bones that move vertices, chosen by the first clip. Weights of the others go to their parents.
     */
    public static SkinnedModel reduce(SkinnedModel model, int bones) {
        Optional<MirrorPlane> plane = MirrorPlane.of(model.rest().positions());
        SkinnedModel at = model;
        for (int excess = at.movingBoneCount() - bones; excess > 0; excess = at.movingBoneCount() - bones) {
            SkeletonLod now = new SkeletonLod(at, plane);
            Optional<Removal> next = now.next(excess);
            if (next.isEmpty()) {
                break;
            }
            at = now.without(next.get().bones);
        }
        return at;
    }

    /** Removes whole pairs while the number allows it. A single bone comes from the plane of symmetry if there is one there. */
    private Optional<Removal> next(int excess) {
        double[] costs = costs();
        List<Removal> whole = new ArrayList<>();
        List<Removal> single = new ArrayList<>();
        for (int j = 0; j < costs.length; j++) {
            if (!(totals[j] > 0) || Double.isInfinite(costs[j])) {
                continue;
            }
            int image = counterpart(j);
            single.add(new Removal(List.of(j), costs[j]));
            if (image == j) {
                whole.add(new Removal(List.of(j), costs[j]));
            } else if (image > j && !Double.isInfinite(costs[image])) {
                whole.add(new Removal(List.of(j, image), (costs[j] + costs[image]) / 2));
            }
        }
        long middle =
                whole.stream().filter(leaving -> leaving.bones.size() == 1).count();
        Comparator<Removal> cheapest = Comparator.comparingDouble(Removal::cost);
        return whole.stream()
                .filter(leaving -> keepsPairs(excess - leaving.bones.size(), middle - leaving.bones.size() % 2))
                .min(cheapest)
                .or(() -> single.stream().min(cheapest));
    }

    /** Whether {@code excess} bones can go without splitting a pair: an odd number needs a bone on the plane of symmetry. */
    private static boolean keepsPairs(int excess, long middle) {
        return excess >= 0 && (excess % 2 == 0 || middle > 0);
    }

    /** The mirrored counterpart that moves vertices; the bone itself if none exists. */
    private int counterpart(int j) {
        int image = counterparts[j];
        return image != Skeleton.NONE && totals[image] > 0 ? image : j;
    }

    private SkinnedModel without(List<Integer> bones) {
        List<Edit> edits = new ArrayList<>();
        for (int bone : bones) {
            int parent = skeleton.parents()[bone];
            boolean endsTheParent = children(parent).equals(List.of(bone));
            for (int end : children(bone)) {
                if (!isEnd(end)) {
                    continue;
                }
                edits.add(
                        endsTheParent && children(bone).stream().allMatch(this::isEnd)
                                ? new Edit.Parent(name(end), name(parent))
                                : new Edit.Remove(name(end)));
            }
            edits.add(new Edit.Remove(name(bone)));
        }
        return EditState.of(model).with(edits).model();
    }

    private String name(int j) {
        return skeleton.names().get(j);
    }

    private List<Integer> children(int j) {
        return IntStream.range(0, model.boneCount())
                .filter(c -> skeleton.parents()[c] == j)
                .boxed()
                .toList();
    }

    private boolean isEnd(int j) {
        return !(totals[j] > 0) && children(j).isEmpty();
    }

    /** Σ_f Σ_i w_ij²·‖M_j·u_i − M_p·u_i‖² with p the nearest ancestor that moves vertices; infinite if none exists. */
    private double[] costs() {
        SkinWeights w = model.weights();
        double[] costs = new double[model.boneCount()];
        int[] above = IntStream.range(0, costs.length).map(this::movingAncestor).toArray();
        for (int at = 0; at < w.bones().length; at++) {
            int j = w.bones()[at];
            if (w.weights()[at] > 0) {
                costs[j] += above[j] == Skeleton.NONE
                        ? Double.POSITIVE_INFINITY
                        : w.weights()[at] * w.weights()[at] * squaredDeviation(at / w.influences(), j, above[j]);
            }
        }
        return costs;
    }

    private int movingAncestor(int j) {
        int at = skeleton.parents()[j];
        while (at != Skeleton.NONE && !(totals[at] > 0)) {
            at = skeleton.parents()[at];
        }
        return at;
    }

    private double squaredDeviation(int i, int j, int other) {
        BoneMotion motion = model.clips().get(0).motion();
        float[] u = model.rest().positions();
        double[] m = motion.matrices();
        double sum = 0;
        for (int f = 0; f < motion.frameCount(); f++) {
            for (int r = 0; r < 12; r += 4) {
                int own = motion.offset(f, j) + r;
                int above = motion.offset(f, other) + r;
                double d = (m[own] - m[above]) * u[3 * i]
                        + (m[own + 1] - m[above + 1]) * u[3 * i + 1]
                        + (m[own + 2] - m[above + 2]) * u[3 * i + 2]
                        + (m[own + 3] - m[above + 3]);
                sum += d * d;
            }
        }
        return sum;
    }
}
