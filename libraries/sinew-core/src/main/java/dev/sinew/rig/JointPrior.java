package dev.sinew.rig;

/** Where a joint is thought to be before the motion has spoken: the middle of what its two bones share. */
final class JointPrior {
    private JointPrior() {}

    /** Coordinate x for the joint of bone c with its parent. */
    static double of(BoneTree tree, double[] gram, int c, int x) {
        return of(tree.boneCount(), gram, c, tree.parents()[c], x);
    }

    /** The mean of u weighted by w_ij·w_ik, from the blocks of the free bones; halfway between the bones without such. */
    static double of(int boneCount, double[] gram, int j, int k, int x) {
        int n = 4 * boneCount;
        double shared = gram[(4 * j + 3) * n + 4 * k + 3];
        // A millionth of the smaller bone is chance, no seam.
        double least = 1e-6 * Math.min(gram[(4 * j + 3) * n + 4 * j + 3], gram[(4 * k + 3) * n + 4 * k + 3]);
        if (shared > least) {
            return gram[(4 * j + 3) * n + 4 * k + x] / shared;
        }
        return (middle(boneCount, gram, j, x) + middle(boneCount, gram, k, x)) / 2;
    }

    /** Coordinate x of the mean of u weighted by w_ij²: all that the blocks of the free bones know of a bone's middle. */
    static double middle(int boneCount, double[] gram, int j, int x) {
        int n = 4 * boneCount;
        double mass = gram[(4 * j + 3) * n + 4 * j + 3];
        return mass > 0 ? gram[(4 * j + 3) * n + 4 * j + x] / mass : 0;
    }
}
