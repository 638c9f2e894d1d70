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
 * Two skins of one mesh as one model: its own bones, and behind them those of a fallback skin, four weights a vertex, that engines play which
 * cannot play its own. Both have the same rest pose and the same clips.
 */
public final class FallbackBones {
    private static final String PREFIX = "stock_";

    private FallbackBones() {}

    /** Bones and motion of both; every vertex has half of its weights from either. */
    public static SkinnedModel behind(SkinnedModel model, SkinnedModel fallback) {
        return join(model, fallback, halves(model.weights(), fallback.weights(), model.boneCount()));
    }

    /** Bones and motion of both, moved by the fallback's weights alone: the others are for layers of their own. */
    public static SkinnedModel playing(SkinnedModel model, SkinnedModel fallback) {
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

    /** The bones {@code from ≤ j < to} of a model and the share of the weights that they have, scaled to one. */
    public static SkinnedModel only(SkinnedModel whole, int from, int to) {
        SkinWeights all = whole.weights();
        int places = all.influences();
        int[] bones = new int[all.bones().length];
        double[] weights = new double[bones.length];
        for (int i = 0; i < all.vertexCount(); i++) {
            double sum = 0;
            for (int at = i * places; at < (i + 1) * places; at++) {
                boolean within = all.bones()[at] >= from && all.bones()[at] < to;
                weights[at] = within ? all.weights()[at] : 0;
                bones[at] = within ? all.bones()[at] - from : 0;
                sum += weights[at];
            }
            for (int at = i * places; at < (i + 1) * places; at++) {
                weights[at] = sum > 0 ? weights[at] / sum : at == i * places ? 1 : 0;
            }
        }
        SkinWeights kept = SkinWeights.of(places, bones, weights);
        return new SkinnedModel(
                whole.rest(),
                narrowed(kept),
                skeleton(whole.skeleton(), from, to),
                whole.boneType(),
                whole.clips().stream()
                        .map(clip -> clip.withMotion(motion(clip.motion(), from, to)))
                        .toList(),
                whole.correctives());
    }

    private static SkinWeights narrowed(SkinWeights wide) {
        int places = Math.max(1, wide.maxInfluences());
        int[] bones = new int[wide.vertexCount() * places];
        double[] weights = new double[bones.length];
        for (int i = 0; i < wide.vertexCount(); i++) {
            System.arraycopy(wide.bones(), i * wide.influences(), bones, i * places, places);
            System.arraycopy(wide.weights(), i * wide.influences(), weights, i * places, places);
        }
        return SkinWeights.of(places, bones, weights);
    }

    private static Skeleton skeleton(Skeleton all, int from, int to) {
        int[] parents = new int[to - from];
        Arrays.setAll(parents, j -> all.parents()[from + j] < from ? Skeleton.NONE : all.parents()[from + j] - from);
        return new Skeleton(
                all.names().subList(from, to),
                parents,
                Arrays.copyOfRange(all.pivots(), 3 * from, 3 * to),
                Arrays.copyOfRange(all.turns(), 4 * from, 4 * to));
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
        int places = own.influences() + fallback.influences();
        int[] bones = new int[Math.multiplyExact(own.vertexCount(), places)];
        double[] weights = new double[bones.length];
        for (int i = 0; i < own.vertexCount(); i++) {
            for (int k = 0; k < places; k++) {
                boolean first = k < own.influences();
                SkinWeights from = first ? own : fallback;
                int at = i * from.influences() + (first ? k : k - own.influences());
                bones[i * places + k] = from.bones()[at] + (first ? 0 : ownBones);
                weights[i * places + k] = from.weights()[at] / 2;
            }
        }
        return SkinWeights.of(places, bones, weights);
    }

    private static SkinnedModel join(SkinnedModel model, SkinnedModel fallback, SkinWeights weights) {
        if (fallback.boneType() != model.boneType()
                || fallback.clips().size() != model.clips().size()) {
            throw new IllegalArgumentException("a fallback skin of " + fallback.boneType() + " bones and "
                    + fallback.clips().size() + " clips beside " + model.boneType() + " bones and "
                    + model.clips().size());
        }
        List<Clip> clips = new ArrayList<>();
        for (int c = 0; c < model.clips().size(); c++) {
            Clip clip = model.clips().get(c);
            clips.add(clip.withMotion(
                    joined(clip.motion(), fallback.clips().get(c).motion())));
        }
        return new SkinnedModel(
                model.rest(),
                weights,
                joined(model.skeleton(), fallback.skeleton()),
                model.boneType(),
                clips,
                model.correctives());
    }

    private static Skeleton joined(Skeleton own, Skeleton fallback) {
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
                names, parents, joined(own.pivots(), fallback.pivots()), joined(own.turns(), fallback.turns()));
    }

    private static BoneMotion joined(BoneMotion own, BoneMotion fallback) {
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

    private static double[] joined(double[] a, double[] b) {
        double[] both = Arrays.copyOf(a, a.length + b.length);
        System.arraycopy(b, 0, both, a.length, b.length);
        return both;
    }
}
