package dev.sinew.rig;

import dev.sinew.math.Symmetric3;
import dev.sinew.model.Skeleton;
import dev.sinew.rig.JointStep.JointPrior;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The skeleton's topology: the minimum spanning tree over all pairs of bones, LD14 §5. A pair is cheap when one point of the
 * rest pose moves the same way with both bones, and when the evidence says that they are neighbours.
 */
final class SpanningTree {
    /** γ of LD14 §5: how firmly a centre of rotation stays in the middle of what two bones share. */
    private static final double CENTRE_FIRMNESS = 1e-2;

    /** Parts: how far a common centre may move apart and still count as exact, as a fraction of the size. */
    private static final double PART_NOISE = 5e-4;

    /**
     * Parts: standard deviation of a joint around the middle of the border, as a fraction of the size. Where two parts have no exact centre, or a
     * hinge leaves it open, the joint stays at the border.
     */
    private static final double JOINT_SPREAD = 0.05;

    /** The residual of a centre says how far it can be trusted, and moves it: solved this number of times. */
    private static final int CENTRE_ROUNDS = 4;

    /** Squared distance between the two positions of a joint that counts as zero, per frame, in a shape of unit size. */
    private static final double EXACT = 1e-6;

    /** ε of {@link Evidence#BORDERS}, as a part of the size: the residual that the fit itself leaves. */
    private static final double RESIDUAL_NOISE = 1e-3;

    /** Beside this, no joint that blends anything costs much: pairs of other shells come last, the nearest first. */
    private static final double APART = 1e12;

    /**
     * Bones that share vertices but do not touch come before those of other shells only: two hooves that move alike would be joined by
     * a bone from one leg to the other.
     */
    private static final double ACROSS = 1e6;

    /** What makes two bones neighbours, besides a common centre of rotation. */
    enum Evidence {
        /** LD14 eq. 2: residual²/Σ w_ij·w_ik, for bones whose weights spread over several parts. */
        BLENDING,
        /**
         * (residual + ε)/share², with the share of {@link BoneContact}, for bones that are parts. With the same bones on 13 characters of known skeletons
         * this puts 98.5 % of the links right, eq. 2 97.3 %.
         */
        BORDERS
    }

    private final int b;
    private final int frames;
    private final double size;
    private final double[] gram;
    private final double[] t;
    private final BoneContact contact;
    private final int[] images;
    private final Evidence evidence;

    /**
     * @param frames of the bones
     * @param size of the shape, in solver units
     * @param gram 4B×4B
     * @param t the bones, 3F×4B
     * @param contact which bones touch on the surface
     * @param images of {@link BoneTree#images}: the tree is to be its own mirror image, too
     */
    SpanningTree(
            int frames, double size, double[] gram, double[] t, BoneContact contact, int[] images, Evidence evidence) {
        this.b = contact.bones();
        this.frames = frames;
        this.size = size;
        this.gram = gram;
        this.t = t;
        this.contact = contact;
        this.images = images;
        this.evidence = evidence;
    }

    /** A pair of bones that may be joined. */
    private record Edge(int one, int other, double cost, double[] centre) {}

    /** Kruskal's algorithm on pairs of symmetric edges; remaining components are joined by single edges. Rooted at the bone that moves most. */
    BoneTree find() {
        Edge[] all = edges();
        List<Edge> sorted = Arrays.stream(all)
                .filter(edge -> edge != null)
                .sorted(Comparator.comparingDouble(edge -> cost(edge, all)))
                .toList();
        int[] group = IntStream.range(0, b).toArray();
        List<Edge> tree = new ArrayList<>();
        for (Edge edge : sorted) {
            Edge image = imageOf(edge, all);
            int[] before = group.clone();
            // Two bones that are each other's image, once joined, would leave no place for a third one between them.
            boolean across = images.length > 0 && images[edge.one] == edge.other;
            boolean both = !across && join(group, edge) && (image == edge || join(group, image));
            if (both) {
                tree.add(edge);
                if (image != edge) {
                    tree.add(image);
                }
            } else {
                group = before;
            }
        }
        for (Edge edge : sorted) {
            if (join(group, edge)) {
                tree.add(edge);
            }
        }
        return rooted(tree);
    }

    /** Upper half of B×B. */
    private Edge[] edges() {
        Edge[] all = new Edge[b * b];
        for (int j = 0; j < b; j++) {
            for (int k = j + 1; k < b; k++) {
                double[] centre = new double[3];
                all[j * b + k] = new Edge(j, k, cost(j, k, centre), centre);
            }
        }
        return all;
    }

    private double cost(Edge edge, Edge[] all) {
        return (edge.cost + imageOf(edge, all).cost) / 2;
    }

    /** The edge itself where it has no image. */
    private Edge imageOf(Edge edge, Edge[] all) {
        int one = images.length > 0 ? images[edge.one] : Skeleton.NONE;
        int other = images.length > 0 ? images[edge.other] : Skeleton.NONE;
        return one == Skeleton.NONE || other == Skeleton.NONE
                ? edge
                : all[Math.min(one, other) * b + Math.max(one, other)];
    }

    /** Whether an edge joins what was apart. */
    private static boolean join(int[] group, Edge edge) {
        int from = group[edge.one];
        int to = group[edge.other];
        for (int j = 0; j < group.length; j++) {
            group[j] = group[j] == from ? to : group[j];
        }
        return from != to;
    }

    private BoneTree rooted(List<Edge> tree) {
        int[] parents = new int[b];
        double[] joints = new double[3 * b];
        boolean[] seen = new boolean[b];
        Arrays.fill(parents, Skeleton.NONE);
        Deque<Integer> next = new ArrayDeque<>(List.of(heaviest()));
        seen[next.peek()] = true;
        while (!next.isEmpty()) {
            int at = next.remove();
            for (Edge edge : tree) {
                int far = edge.one == at ? edge.other : edge.other == at ? edge.one : at;
                if (!seen[far]) {
                    seen[far] = true;
                    parents[far] = at;
                    System.arraycopy(edge.centre, 0, joints, 3 * far, 3);
                    next.add(far);
                }
            }
        }
        return new BoneTree(parents, joints, images);
    }

    private int heaviest() {
        int best = 0;
        for (int j = 1; j < b; j++) {
            best = mass(j, j) > mass(best, best) ? j : best;
        }
        return best;
    }

    /** Σ_i w_ij·w_ik */
    private double mass(int j, int k) {
        return gram[(4 * j + 3) * 4 * b + 4 * k + 3];
    }

    /** Leaves the centre of rotation of the pair in {@code centre}. */
    private double cost(int j, int k, double[] centre) {
        double squared = centreOfRotation(j, k, centre);
        double share = contact.share(j, k);
        if (evidence == Evidence.BORDERS && share > 0) {
            return (Math.sqrt(squared / frames) / size + RESIDUAL_NOISE) / (share * share);
        }
        double misfit = squared + EXACT * frames;
        double blending = mass(j, k);
        double least = 1e-6 * Math.min(mass(j, j), mass(k, k));
        if (evidence == Evidence.BLENDING && blending > least) {
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
     * Anguelov et al. 2004: the point C that minimises Σ_f ‖(M_j − M_k)·C̃‖² + γ·‖C − prior‖²; returns the first sum. For parts, γ follows
     * from the first sum itself: (residual² + noise²)/spread².
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
        boolean parts = evidence == Evidence.BORDERS;
        double[] prior = new double[3];
        boolean border = parts && contact.share(j, k) > 0;
        for (int x = 0; x < 3; x++) {
            prior[x] = border ? contact.middles()[3 * (j * b + k) + x] : JointPrior.of(b, gram, j, k, x);
        }
        double noise = Math.pow(PART_NOISE * size, 2);
        double spread = Math.pow(JOINT_SPREAD * size, 2);
        double squared = 0;
        for (int round = 0; round < (parts ? CENTRE_ROUNDS : 1); round++) {
            double hold = parts ? (squared + noise * frames) / spread : CENTRE_FIRMNESS * frames;
            double[] held = {a[0] + hold, a[1], a[2], a[3] + hold, a[4], a[5] + hold};
            double[] heldSide = new double[3];
            for (int x = 0; x < 3; x++) {
                heldSide[x] = side[x] + hold * prior[x];
            }
            Symmetric3.solve(held, heldSide, centre, 0);
            double cx = centre[0];
            double cy = centre[1];
            double cz = centre[2];
            double squares = a[0] * cx * cx + a[3] * cy * cy + a[5] * cz * cz;
            double products = a[1] * cx * cy + a[2] * cx * cz + a[4] * cy * cz;
            double linear = side[0] * cx + side[1] * cy + side[2] * cz;
            squared = Math.max(0, constant + squares + 2 * products - 2 * linear);
        }
        return squared;
    }
}
