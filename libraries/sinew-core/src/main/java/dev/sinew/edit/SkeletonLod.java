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
 * A skeleton with fewer of its bones, for a level of detail: those go whose vertices move most as the bones above would move them,
 * left and right together, and limbs keep their ends.
 *
 * <p>NOTE: taken out one by one they leave a figure with one leg.
 */
public final class SkeletonLod {
    private final SkinnedModel model;
    private final Skeleton skeleton;
    private final double[] totals;
    private final int[] images;

    private SkeletonLod(SkinnedModel model, Optional<MirrorPlane> plane) {
        this.model = model;
        this.skeleton = model.skeleton();
        this.totals = model.weights().totals(model.boneCount());
        this.images = plane.map(p -> BoneSymmetry.of(model, p)).orElseGet(() -> BoneSymmetry.byNames(skeleton.names()));
    }

    /**
     * Bones that leave together.
     *
     * @param cost of one of them in the mean
     */
    private record Leaving(List<Integer> bones, double cost) {}

    /** The model with so many bones that move something, as its first clip says; weights of the others go to their parents. */
    public static SkinnedModel reduce(SkinnedModel model, int bones) {
        Optional<MirrorPlane> plane = MirrorPlane.of(model.rest().positions());
        SkinnedModel at = model;
        for (int excess = at.movingBoneCount() - bones; excess > 0; excess = at.movingBoneCount() - bones) {
            SkeletonLod now = new SkeletonLod(at, plane);
            Optional<Leaving> next = now.next(excess);
            if (next.isEmpty()) {
                break;
            }
            at = now.without(next.get().bones);
        }
        return at;
    }

    /** Whole pairs as long as the number allows it; a single bone is one of the middle, of a side only where there is none. */
    private Optional<Leaving> next(int excess) {
        double[] costs = costs();
        List<Leaving> whole = new ArrayList<>();
        List<Leaving> single = new ArrayList<>();
        for (int j = 0; j < costs.length; j++) {
            if (!(totals[j] > 0) || Double.isInfinite(costs[j])) {
                continue;
            }
            int image = image(j);
            single.add(new Leaving(List.of(j), costs[j]));
            if (image == j) {
                whole.add(new Leaving(List.of(j), costs[j]));
            } else if (image > j && !Double.isInfinite(costs[image])) {
                whole.add(new Leaving(List.of(j, image), (costs[j] + costs[image]) / 2));
            }
        }
        long middle =
                whole.stream().filter(leaving -> leaving.bones.size() == 1).count();
        Comparator<Leaving> cheapest = Comparator.comparingDouble(Leaving::cost);
        return whole.stream()
                .filter(leaving -> leavesPairs(excess - leaving.bones.size(), middle - leaving.bones.size() % 2))
                .min(cheapest)
                .or(() -> single.stream().min(cheapest));
    }

    /** Whether so many more can go without one of a pair: an odd number needs a bone of the middle. */
    private static boolean leavesPairs(int excess, long middle) {
        return excess >= 0 && (excess % 2 == 0 || middle > 0);
    }

    /** The bone's mirrored counterpart that moves something; the bone itself without such. */
    private int image(int j) {
        int image = images[j];
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
        return Edited.of(model).with(edits).model();
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

    /** Σ_f Σ_i w_ij²·‖M_j·u_i − M_p·u_i‖² with p the next bone above that moves something, infinite where there is none. */
    private double[] costs() {
        SkinWeights w = model.weights();
        double[] costs = new double[model.boneCount()];
        int[] above = IntStream.range(0, costs.length).map(this::holderAbove).toArray();
        for (int at = 0; at < w.bones().length; at++) {
            int j = w.bones()[at];
            if (w.weights()[at] > 0) {
                costs[j] += above[j] == Skeleton.NONE
                        ? Double.POSITIVE_INFINITY
                        : w.weights()[at] * w.weights()[at] * strays(at / w.influences(), j, above[j]);
            }
        }
        return costs;
    }

    private int holderAbove(int j) {
        int at = skeleton.parents()[j];
        while (at != Skeleton.NONE && !(totals[at] > 0)) {
            at = skeleton.parents()[at];
        }
        return at;
    }

    private double strays(int i, int j, int other) {
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
