package dev.sinew.io.parts;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Two skins of one mesh as one model: its own bones, followed by those of a fallback skin with four weights per vertex, for
 * engines that cannot play its own. Both have the same rest pose and clips.
 */
public final class FallbackBones {
    private static final String PREFIX = "stock_";

    private FallbackBones() {}

    /** Bones and motion of both; every vertex has half of its weights from each. */
    public static SkinnedModel combine(SkinnedModel model, SkinnedModel fallback) {
        return join(model, fallback, halves(model.weights(), fallback.weights(), model.boneCount()));
    }

    /** Bones and motion of both with only the fallback's weights: the other bones are used by separate layers. */
    public static SkinnedModel combineWithFallbackWeights(SkinnedModel model, SkinnedModel fallback) {
        int[] bones = Arrays.stream(fallback.weights().bones())
                .map(j -> j + model.boneCount())
                .toArray();
        return join(
                model,
                fallback,
                SkinWeights.of(
                        fallback.weights().influences(),
                        bones,
                        fallback.weights().weights()));
    }

    /** The bones {@code from ≤ j < to} of a model with their part of the weights, scaled to sum to one. */
    public static SkinnedModel extract(SkinnedModel whole, int from, int to) {
        SkinWeights all = whole.weights();
        int slots = all.influences();
        int[] bones = new int[all.bones().length];
        double[] weights = new double[bones.length];
        for (int i = 0; i < all.vertexCount(); i++) {
            double sum = 0;
            for (int at = i * slots; at < (i + 1) * slots; at++) {
                boolean within = all.bones()[at] >= from && all.bones()[at] < to;
                weights[at] = within ? all.weights()[at] : 0;
                bones[at] = within ? all.bones()[at] - from : 0;
                sum += weights[at];
            }
            for (int at = i * slots; at < (i + 1) * slots; at++) {
                weights[at] = sum > 0 ? weights[at] / sum : at == i * slots ? 1 : 0;
            }
        }
        SkinWeights kept = SkinWeights.of(slots, bones, weights);
        return new SkinnedModel(
                whole.rest(),
                narrow(kept),
                skeleton(whole.skeleton(), from, to),
                whole.boneType(),
                whole.clips().stream()
                        .map(clip -> clip.withMotion(motion(clip.motion(), from, to)))
                        .toList(),
                whole.correctives());
    }

    private static SkinWeights narrow(SkinWeights wide) {
        int slots = Math.max(1, wide.maxInfluences());
        int[] bones = new int[wide.vertexCount() * slots];
        double[] weights = new double[bones.length];
        for (int i = 0; i < wide.vertexCount(); i++) {
            System.arraycopy(wide.bones(), i * wide.influences(), bones, i * slots, slots);
            System.arraycopy(wide.weights(), i * wide.influences(), weights, i * slots, slots);
        }
        return SkinWeights.of(slots, bones, weights);
    }

    private static Skeleton skeleton(Skeleton all, int from, int to) {
        int[] parents = new int[to - from];
        Arrays.setAll(parents, j -> all.parents()[from + j] < from ? Skeleton.NONE : all.parents()[from + j] - from);
        return new Skeleton(
                all.names().subList(from, to),
                parents,
                Arrays.copyOfRange(all.pivots(), 3 * from, 3 * to),
                Arrays.copyOfRange(all.orientations(), 4 * from, 4 * to));
    }

    private static BoneMotion motion(BoneMotion all, int from, int to) {
        int numbers = (to - from) * BoneMotion.STRIDE;
        double[] matrices = new double[all.frameCount() * numbers];
        for (int f = 0; f < all.frameCount(); f++) {
            System.arraycopy(all.matrices(), all.offset(f, from), matrices, f * numbers, numbers);
        }
        return new BoneMotion(to - from, all.frameCount(), matrices);
    }

    private static SkinWeights halves(SkinWeights own, SkinWeights fallback, int ownBones) {
        int slots = own.influences() + fallback.influences();
        int[] bones = new int[Math.multiplyExact(own.vertexCount(), slots)];
        double[] weights = new double[bones.length];
        for (int i = 0; i < own.vertexCount(); i++) {
            for (int k = 0; k < slots; k++) {
                boolean first = k < own.influences();
                SkinWeights from = first ? own : fallback;
                int at = i * from.influences() + (first ? k : k - own.influences());
                bones[i * slots + k] = from.bones()[at] + (first ? 0 : ownBones);
                weights[i * slots + k] = from.weights()[at] / 2;
            }
        }
        return SkinWeights.of(slots, bones, weights);
    }

    private static SkinnedModel join(SkinnedModel model, SkinnedModel fallback, SkinWeights weights) {
        if (fallback.boneType() != model.boneType()
                || fallback.clips().size() != model.clips().size()) {
            throw new IllegalArgumentException("the fallback skin has " + fallback.boneType() + " bones and "
                    + fallback.clips().size() + " clips, but the model has " + model.boneType() + " bones and "
                    + model.clips().size());
        }
        List<Clip> clips = new ArrayList<>();
        for (int c = 0; c < model.clips().size(); c++) {
            Clip clip = model.clips().get(c);
            clips.add(
                    clip.withMotion(join(clip.motion(), fallback.clips().get(c).motion())));
        }
        return new SkinnedModel(
                model.rest(),
                weights,
                join(model.skeleton(), fallback.skeleton()),
                model.boneType(),
                clips,
                model.correctives());
    }

    private static Skeleton join(Skeleton own, Skeleton fallback) {
        int first = own.boneCount();
        List<String> names = new ArrayList<>(own.names());
        Set<String> taken = new HashSet<>(names);
        for (String name : fallback.names()) {
            String free = PREFIX + name;
            while (!taken.add(free)) {
                free = PREFIX + free;
            }
            names.add(free);
        }
        int[] parents = Arrays.copyOf(own.parents(), names.size());
        for (int j = 0; j < fallback.boneCount(); j++) {
            int parent = fallback.parents()[j];
            parents[first + j] = parent == Skeleton.NONE ? Skeleton.NONE : first + parent;
        }
        return new Skeleton(
                names,
                parents,
                join(own.pivots(), fallback.pivots()),
                join(own.orientations(), fallback.orientations()));
    }

    private static BoneMotion join(BoneMotion own, BoneMotion fallback) {
        int bones = own.boneCount() + fallback.boneCount();
        double[] matrices = new double[own.frameCount() * bones * BoneMotion.STRIDE];
        int first = own.boneCount() * BoneMotion.STRIDE;
        int second = fallback.boneCount() * BoneMotion.STRIDE;
        for (int f = 0; f < own.frameCount(); f++) {
            int at = f * bones * BoneMotion.STRIDE;
            System.arraycopy(own.matrices(), own.offset(f, 0), matrices, at, first);
            System.arraycopy(fallback.matrices(), fallback.offset(f, 0), matrices, at + first, second);
        }
        return new BoneMotion(bones, own.frameCount(), matrices);
    }

    private static double[] join(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
