package dev.sinew.edit;

import dev.sinew.mesh.Box;
import dev.sinew.mesh.MirrorPlane;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import java.util.ArrayDeque;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.stream.IntStream;

/** On which sides of a plane bones have what they move. */
final class Sides {
    /** A bone with this part of its weights on either side is in the middle. */
    private static final double ACROSS = 0.2;

    /** A bone with less than this part of its weights on one side is on the other. */
    private static final double BARELY = 0.05;

    /** Joints nearer to the plane than this part of the size are on it. */
    private static final double CENTRAL = 0.03;

    private Sides() {}

    /** A bone that took over what a removed one had on one side is still known by its joint. */
    static boolean isAcross(Bones bones, MirrorPlane plane, int j) {
        double[] joint = bones.pivot(j);
        double size = Box.around(bones.model().rest().positions()).diagonal();
        boolean central = Math.abs(plane.side(joint[0], joint[1], joint[2])) < CENTRAL * size;
        return smallerShare(bones, plane, j) >= (central ? BARELY : ACROSS);
    }

    /** The part of its weights that a bone has on the side where it has less; 0 where it has none. */
    private static double smallerShare(Bones bones, MirrorPlane plane, int j) {
        float[] u = bones.model().rest().positions();
        SkinWeights w = bones.weights();
        double left = 0;
        double all = 0;
        for (int at = 0; at < w.bones().length; at++) {
            if (w.bones()[at] == j) {
                int i = at / w.influences();
                double side = plane.side(u[3 * i], u[3 * i + 1], u[3 * i + 2]);
                all += w.weights()[at];
                left += side > 0 ? w.weights()[at] : 0;
            }
        }
        return all > 0 ? Math.min(left, all - left) / all : 0;
    }

    /**
     * The bone in the middle that is nearest to a root on one side. Such a root has no place in a tree that is its own mirror
     * image; empty where the root may stay, or where there is nothing better.
     */
    static Optional<Integer> middleBelow(Bones bones, MirrorPlane plane, int root) {
        // Roots without weights are nodes that figures stand on, wherever those are, unless a limb's end was made the
        // root.
        boolean node = bones.totals()[root] == 0 && !Ends.saysEnd(bones.name(root));
        if (node || smallerShare(bones, plane, root) >= BARELY) {
            return Optional.empty();
        }
        Queue<Integer> next = new ArrayDeque<>(List.of(root));
        while (!next.isEmpty()) {
            int j = next.remove();
            if (isAcross(bones, plane, j)) {
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
