package dev.sinew.rig;

import dev.sinew.solve.SkinState;
import java.util.List;

/**
 * Where a skeleton is rooted by itself: at the bone whose limbs are lightest, and there at the joint with the heaviest of
 * them. That is the trunk, whatever the pose; the middle of the vertices may lie at an elbow.
 */
final class MassCentre {
    private MassCentre() {}

    /** The bone whose joint with its parent is to be the root, {@link BoneTree#NONE} where there is one bone only. */
    static int joint(BoneTree tree, SkinState state) {
        int b = tree.boneCount();
        double[] below = new double[b];
        for (int k = 0; k < state.bones().length; k++) {
            below[state.bones()[k]] += state.weights()[k];
        }
        int[] order = tree.order();
        for (int k = b - 1; k > 0; k--) {
            below[tree.parents()[order[k]]] += below[order[k]];
        }
        double all = below[order[0]];
        int centre = order[0];
        double lightest = Double.POSITIVE_INFINITY;
        List<List<Integer>> children = tree.children();
        for (int j : order) {
            double heaviest = all - below[j];
            for (int c : children.get(j)) {
                heaviest = Math.max(heaviest, below[c]);
            }
            if (heaviest < lightest) {
                lightest = heaviest;
                centre = j;
            }
        }
        int best = tree.parents()[centre] == BoneTree.NONE ? BoneTree.NONE : centre;
        double most = best == BoneTree.NONE ? -1 : all - below[centre];
        for (int c : children.get(centre)) {
            if (below[c] > most) {
                most = below[c];
                best = c;
            }
        }
        return best;
    }
}
