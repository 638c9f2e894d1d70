package dev.sinew.rig;

import dev.sinew.math.Symmetric3;
import java.util.Arrays;

/**
 * The skeleton's topology: the minimum spanning tree over all pairs of bones, LD14 §5. A pair is cheap when one point of the
 * rest pose goes the same way with both bones, and when many vertices blend them.
 */
final class SpanningTree {
    /** γ of LD14 §5: how firmly a centre of rotation stays in the middle of what two bones share. */
    private static final double CENTRE_FIRMNESS = 1e-2;

    /** Squared distance between the two images of a joint that is no worse than none, a frame, in a shape of unit size. */
    private static final double EXACT = 1e-6;

    /** Beside this, no joint that blends anything costs much: pairs of other shells come last, the nearest first. */
    private static final double APART = 1e12;

    /**
     * Bones that share vertices but do not touch come before those of other shells only: two hooves that move alike would be joined by
     * a bone from one leg to the other.
     */
    private static final double ACROSS = 1e6;

    private final int b;
    private final int frames;
    private final double[] gram;
    private final double[] t;
    private final BoneContact contact;

    /**
     * @param gram 4B×4B
     * @param t the bones, 3F×4B
     */
    SpanningTree(int boneCount, int frames, double[] gram, double[] t) {
        this(boneCount, frames, gram, t, BoneContact.everywhere());
    }

    /** @param contact which bones touch on the surface */
    SpanningTree(int boneCount, int frames, double[] gram, double[] t, BoneContact contact) {
        this.b = boneCount;
        this.frames = frames;
        this.gram = gram;
        this.t = t;
        this.contact = contact;
    }

    /** Prim's algorithm from the bone that moves most. */
    BoneTree find() {
        int root = heaviest();
        int[] parents = new int[b];
        double[] joints = new double[3 * b];
        boolean[] inside = new boolean[b];
        double[] cost = new double[b];
        double[] centre = new double[3];
        double[] candidates = new double[3 * b];
        Arrays.fill(cost, Double.POSITIVE_INFINITY);
        Arrays.fill(parents, BoneTree.NONE);
        int last = root;
        inside[root] = true;
        for (int k = 1; k < b; k++) {
            for (int j = 0; j < b; j++) {
                if (!inside[j]) {
                    double c = cost(last, j, centre);
                    if (c < cost[j]) {
                        cost[j] = c;
                        parents[j] = last;
                        System.arraycopy(centre, 0, candidates, 3 * j, 3);
                    }
                }
            }
            last = cheapest(cost, inside);
            inside[last] = true;
            System.arraycopy(candidates, 3 * last, joints, 3 * last, 3);
        }
        return new BoneTree(parents, joints);
    }

    private int heaviest() {
        int best = 0;
        for (int j = 1; j < b; j++) {
            best = mass(j, j) > mass(best, best) ? j : best;
        }
        return best;
    }

    private static int cheapest(double[] cost, boolean[] inside) {
        int best = -1;
        for (int j = 0; j < cost.length; j++) {
            if (!inside[j] && (best < 0 || cost[j] < cost[best])) {
                best = j;
            }
        }
        return best;
    }

    /** Σ_i w_ij·w_ik */
    private double mass(int j, int k) {
        return gram[(4 * j + 3) * 4 * b + 4 * k + 3];
    }

    /** LD14 eq. 2; leaves the centre of rotation of the pair in {@code centre}. */
    private double cost(int j, int k, double[] centre) {
        double misfit = centreOfRotation(j, k, centre) + EXACT * frames;
        double blending = mass(j, k);
        double least = 1e-6 * Math.min(mass(j, j), mass(k, k));
        if (blending > least) {
            return misfit / blending * (contact.touch(j, k) ? 1 : ACROSS);
        }
        // NOTE: eq. 2 is infinite here, and with several shells there would be no tree.
        double apart = 0;
        for (int x = 0; x < 3; x++) {
            double d = JointPrior.middle(b, gram, j, x) - JointPrior.middle(b, gram, k, x);
            apart += d * d;
        }
        return APART * (apart + misfit);
    }

    /**
     * Anguelov et al. 2004: the point C that minimises Σ_f ‖(M_j − M_k)·C̃‖² + γ·‖C − prior‖²; returns the first sum.
     */
    private double centreOfRotation(int j, int k, double[] centre) {
        double[] a = new double[6];
        double[] side = new double[3];
        double constant = 0;
        for (int row = 0; row < 3 * frames; row++) {
            int at = row * 4 * b;
            double x = t[at + 4 * j] - t[at + 4 * k];
            double y = t[at + 4 * j + 1] - t[at + 4 * k + 1];
            double z = t[at + 4 * j + 2] - t[at + 4 * k + 2];
            double w = t[at + 4 * j + 3] - t[at + 4 * k + 3];
            a[0] += x * x;
            a[1] += x * y;
            a[2] += x * z;
            a[3] += y * y;
            a[4] += y * z;
            a[5] += z * z;
            side[0] -= x * w;
            side[1] -= y * w;
            side[2] -= z * w;
            constant += w * w;
        }
        double hold = CENTRE_FIRMNESS * frames;
        double[] held = {a[0] + hold, a[1], a[2], a[3] + hold, a[4], a[5] + hold};
        double[] heldSide = new double[3];
        for (int x = 0; x < 3; x++) {
            centre[x] = JointPrior.of(b, gram, j, k, x);
            heldSide[x] = side[x] + hold * centre[x];
        }
        Symmetric3.solve(held, heldSide, centre, 0);
        double cx = centre[0];
        double cy = centre[1];
        double cz = centre[2];
        double squares = a[0] * cx * cx + a[3] * cy * cy + a[5] * cz * cz;
        double products = a[1] * cx * cy + a[2] * cx * cz + a[4] * cy * cz;
        double linear = side[0] * cx + side[1] * cy + side[2] * cz;
        return Math.max(0, constant + squares + 2 * products - 2 * linear);
    }
}
