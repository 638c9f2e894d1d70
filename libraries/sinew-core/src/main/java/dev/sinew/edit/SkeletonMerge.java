package dev.sinew.edit;

import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.InvalidInputException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Merges a skeleton with several roots, as animation programs save them, into one tree. Removes control bones outside the tree that move no
 * vertex. Attaches other subtrees to the bone with which they share most vertices.
 *
 * @param removed roots that were removed with all their descendants
 * @param attached roots that got a parent
 */
public record SkeletonMerge(SkinnedModel model, List<String> removed, List<Attachment> attached) {
    /** A former root and its new parent. */
    public record Attachment(String bone, String parent) {}

    /**
     * Returns the model itself if it has one root.
     *
     * @throws InvalidInputException if no bone has a parent: that is a set of bones, not a skeleton
     */
    public static SkeletonMerge merge(SkinnedModel given) {
        Skeleton skeleton = given.skeleton();
        List<Integer> roots = roots(skeleton);
        if (roots.size() == 1) {
            return new SkeletonMerge(given, List.of(), List.of());
        }
        if (skeleton.isFlat()) {
            throw new InvalidInputException(
                    "none of its " + skeleton.boneCount()
                            + " bones has a parent, and fixed joints need a skeleton; 'sinew rig' without a given skeleton finds one");
        }
        double[] below = subtreeWeights(given);
        List<Integer> heaviestFirst = roots.stream()
                .sorted(Comparator.comparingDouble((Integer root) -> below[root])
                        .reversed())
                .toList();
        List<Edit> edits = new ArrayList<>();
        List<String> removed = new ArrayList<>();
        List<Attachment> attached = new ArrayList<>();
        int[] trees = rootOfBones(skeleton);
        for (int root : heaviestFirst.subList(1, roots.size())) {
            if (!(below[root] > 0)) {
                subtree(skeleton, root).forEach(j -> edits.add(new Edit.Remove(name(skeleton, j))));
                removed.add(name(skeleton, root));
                continue;
            }
            int parent = bestParent(given, trees, root, heaviestFirst.get(0));
            edits.add(new Edit.Parent(name(skeleton, root), name(skeleton, parent)));
            attached.add(new Attachment(name(skeleton, root), name(skeleton, parent)));
            IntStream.range(0, trees.length)
                    .filter(j -> trees[j] == root)
                    .forEach(j -> trees[j] = heaviestFirst.get(0));
        }
        return new SkeletonMerge(EditState.of(given).with(edits).model(), removed, attached);
    }

    private static String name(Skeleton skeleton, int j) {
        return skeleton.names().get(j);
    }

    private static List<Integer> roots(Skeleton skeleton) {
        return IntStream.range(0, skeleton.boneCount())
                .filter(j -> skeleton.parents()[j] == Skeleton.NONE)
                .boxed()
                .toList();
    }

    /** The root above each bone. */
    private static int[] rootOfBones(Skeleton skeleton) {
        return IntStream.range(0, skeleton.boneCount())
                .map(j -> {
                    int at = j;
                    while (skeleton.parents()[at] != Skeleton.NONE) {
                        at = skeleton.parents()[at];
                    }
                    return at;
                })
                .toArray();
    }

    /** Total weight of each root and its descendants; 0 for other bones. */
    private static double[] subtreeWeights(SkinnedModel model) {
        int[] trees = rootOfBones(model.skeleton());
        double[] own = model.weights().totals(model.boneCount());
        double[] below = new double[own.length];
        for (int j = 0; j < own.length; j++) {
            below[trees[j]] += own[j];
        }
        return below;
    }

    /** The root and its descendants, children before parents. */
    private static List<Integer> subtree(Skeleton skeleton, int root) {
        int[] trees = rootOfBones(skeleton);
        return IntStream.range(0, trees.length)
                .filter(j -> trees[j] == root)
                .boxed()
                .sorted(Comparator.comparingInt((Integer j) -> depth(skeleton, j))
                        .reversed())
                .collect(Collectors.toList());
    }

    private static int depth(Skeleton skeleton, int j) {
        int depth = 0;
        for (int at = j; at != Skeleton.NONE; at = skeleton.parents()[at]) {
            depth++;
        }
        return depth;
    }

    /** The bone of the main tree that shares most vertices with the subtree's root; if none does, the one with the nearest joint. */
    private static int bestParent(SkinnedModel model, int[] trees, int limb, int tree) {
        SkinWeights w = model.weights();
        double[] ofLimb = new double[w.vertexCount()];
        for (int at = 0; at < w.bones().length; at++) {
            ofLimb[at / w.influences()] += w.bones()[at] == limb ? w.weights()[at] : 0;
        }
        double[] shared = new double[model.boneCount()];
        for (int at = 0; at < w.bones().length; at++) {
            shared[w.bones()[at]] += ofLimb[at / w.influences()] * w.weights()[at];
        }
        double[] totals = w.totals(model.boneCount());
        Comparator<Integer> most = Comparator.comparingDouble(j -> -shared[j]);
        return IntStream.range(0, trees.length)
                .filter(j -> trees[j] == tree && totals[j] > 0)
                .boxed()
                .min(most.thenComparingDouble(j -> distance(model.skeleton(), j, limb)))
                .orElse(tree);
    }

    private static double distance(Skeleton skeleton, int a, int b) {
        double[] p = skeleton.pivot(a);
        double[] q = skeleton.pivot(b);
        return Math.hypot(Math.hypot(p[0] - q[0], p[1] - q[1]), p[2] - q[2]);
    }
}
