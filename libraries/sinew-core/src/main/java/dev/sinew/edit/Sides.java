package dev.sinew.edit;

import dev.sinew.mesh.MirrorPlane;
import dev.sinew.model.BoneNameWords;
import dev.sinew.model.BoneSymmetry;
import dev.sinew.model.Skeleton;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.IntStream;

/** On which sides of a plane bones have what they move. */
final class Sides {
    private Sides() {}

    /**
     * The bone in the middle that is nearest to a root on one side. Such a root has no place in a tree that is its own mirror
     * image; empty where the root may stay, or where there is nothing better.
     */
    static Optional<Integer> middleBelow(Bones bones, MirrorPlane plane, int root) {
        // Roots without weights are nodes that figures stand on, wherever those are, unless a limb's end was made the
        // root.
        boolean node = bones.totals()[root] == 0 && !BoneNameWords.saysEnd(bones.name(root));
        if (node || !BoneSymmetry.isBeside(bones.model(), plane, root)) {
            return Optional.empty();
        }
        Queue<Integer> next = new ArrayDeque<>(List.of(root));
        while (!next.isEmpty()) {
            int j = next.remove();
            if (BoneSymmetry.isAcross(bones.model(), plane, j)) {
                return Optional.of(j);
            }
            next.addAll(bones.children(j));
        }
        return Optional.empty();
    }

    /** The bone that all others hang on, below one that only carries; empty where there are several. */
    static Optional<Integer> root(Bones bones) {
        List<Integer> roots = IntStream.range(0, bones.count())
                .filter(j -> bones.parent(j) == Skeleton.ROOT)
                .boxed()
                .toList();
        if (roots.size() == 1 && NewRoot.isCarrier(bones, roots.get(0))) {
            roots = bones.children(roots.get(0));
        }
        return roots.size() == 1 ? Optional.of(roots.get(0)) : Optional.empty();
    }
}
