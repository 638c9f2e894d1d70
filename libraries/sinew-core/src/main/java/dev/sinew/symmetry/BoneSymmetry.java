package dev.sinew.symmetry;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Finds the mirrored counterpart of each bone: one number per bone, its own for bones across the plane, {@link Skeleton#NONE} for bones
 * without one.
 *
 * <p>{@link #of} pairs the bones of a skeleton by tree and position, then by names that contain a side, finally by position alone. {@link
 * #byRegion} pairs bones without a tree by the vertices they move.
 */
public final class BoneSymmetry {
    /** Joints farther from the mirrored position than this fraction of the size do not match. */
    private static final double JOINT_TOLERANCE = 0.03;

    /** The same for centroids of regions: walking figures rarely have an exactly symmetric rest pose. */
    private static final double CENTROID_TOLERANCE = 0.15;

    /** The same for centroids and tips when only positions are known. */
    private static final double TREELESS_CENTROID_TOLERANCE = 0.1;

    /** A match is clear if its distance is below this fraction of the next one's. */
    private static final double CLEAR_RATIO = 0.25;

    /** A bone with at least this fraction of its weights on each side of the plane is across it. */
    private static final double SHARE_ACROSS = 0.2;

    /** The same for a bone whose joint is on the plane: it may have inherited weights of a removed bone on one side. */
    private static final double SHARE_ACROSS_WITH_JOINT = 0.05;

    /** Minimum cosine between the weights of a bone and the mirrored ones of another with the same region. */
    private static final double SAME_REGION = 0.5;

    /** Bones whose region shares this fraction with its mirror image lie across the plane, even if mostly on one side. */
    private static final double REGION_ACROSS = 0.25;

    private final SkinnedModel model;
    private final MirrorPlane plane;
    private final double size;
    private final double[] centroids;
    private final List<List<Integer>> children;
    /** End joints: bones are never their counterparts. */
    private final Set<Integer> ends = new TreeSet<>();

    private final int[] counterparts;

    private BoneSymmetry(SkinnedModel model, MirrorPlane plane) {
        this.model = model;
        this.plane = plane;
        Skeleton skeleton = model.skeleton();
        float[] rest = model.rest().positions();
        this.size = Box.around(rest).diagonal();
        this.centroids = model.weights().centroids(rest, skeleton.pivots());
        int count = skeleton.boneCount();
        this.children = lists(count);
        double[] totals = model.weights().totals(count);
        for (int j = 0; j < count; j++) {
            if (parent(j) != Skeleton.NONE) {
                children.get(parent(j)).add(j);
            }
        }
        for (int j = 0; j < count; j++) {
            boolean last = children.get(j).isEmpty() && parent(j) != Skeleton.NONE;
            if (last
                    && totals[j] == 0
                    && BoneNameWords.isEndJointName(skeleton.names().get(j))) {
                ends.add(j);
            }
        }
        this.counterparts = withRoots();
    }

    /**
     * The counterparts of a skeleton's bones. A clear position wins over names and trees: in files made by hand, sides may be numbered in
     * opposite order or have an extra bone.
     */
    public static int[] of(SkinnedModel model, MirrorPlane plane) {
        BoneSymmetry all = new BoneSymmetry(model, plane);
        int[] byTree = all.counterparts.clone();
        all.pairByName();
        all.pairByPosition();
        all.pairAgain(byTree);
        all.pairAcrossWithThemselves();
        all.pairEnds();
        return all.counterparts;
    }

    /** The counterparts by name only, for shapes without a plane; no bone is its own. */
    public static int[] byNames(List<String> names) {
        return names.stream()
                .mapToInt(name ->
                        BoneNameWords.otherSide(name).map(names::indexOf).orElse(Skeleton.NONE))
                .toArray();
    }

    private static List<List<Integer>> lists(int count) {
        List<List<Integer>> lists = new ArrayList<>();
        IntStream.range(0, count).forEach(j -> lists.add(new ArrayList<>()));
        return lists;
    }

    private int parent(int j) {
        return model.skeleton().parents()[j];
    }

    /** By tree. A single root is its own counterpart; several get a virtual parent, index 0 of the pairs. */
    private int[] withRoots() {
        int count = children.size();
        long roots = IntStream.range(0, count)
                .filter(j -> parent(j) == Skeleton.NONE)
                .count();
        int shift = roots == 1 ? 0 : 1;
        List<List<Integer>> shifted = lists(count + shift);
        for (int j = 1 - shift; j < count; j++) {
            if (!ends.contains(j)) {
                shifted.get(parent(j) + shift).add(j + shift);
            }
        }
        double[] places = new double[3 * (count + shift)];
        System.arraycopy(centroids, 0, places, 3 * shift, 3 * count);
        int[] pairs = byTree(plane, size, places, shifted);
        return IntStream.range(shift, count + shift)
                .map(j -> pairs[j] == Skeleton.NONE ? Skeleton.NONE : pairs[j] - shift)
                .toArray();
    }

    /** Pairs bones whose names differ only in the side. */
    private void pairByName() {
        int[] named = byNames(model.skeleton().names());
        for (int j = 0; j < named.length; j++) {
            if (named[j] != Skeleton.NONE && !ends.contains(j) && !ends.contains(named[j])) {
                pair(j, named[j]);
            }
        }
    }

    /**
     * Pairs bones whose joint and centroid match the mirrored ones of another, the nearest first, if no other known match is almost as
     * near.
     */
    private void pairByPosition() {
        List<int[]> couples = new ArrayList<>();
        for (int a = 0; a < counterparts.length; a++) {
            for (int b = a + 1; b < counterparts.length; b++) {
                if (side(a) * side(b) < 0
                        && !ends.contains(a)
                        && !ends.contains(b)
                        && jointMiss(a, b) < JOINT_TOLERANCE * size
                        && centroidMiss(a, b) < TREELESS_CENTROID_TOLERANCE * size) {
                    couples.add(new int[] {a, b});
                }
            }
        }
        couples.sort(Comparator.comparingDouble(couple -> miss(couple[0], couple[1])));
        for (int[] couple : couples) {
            int a = couple[0];
            int b = couple[1];
            if (counterparts[a] != b && isClear(a, b) && isClear(b, a)) {
                pair(a, b);
            }
        }
    }

    /**
     * Whether the counterpart of a bone is clearly another than was known: by its joint, which may have been moved, and by its vertices.
     */
    private boolean isClear(int j, int other) {
        int known = counterparts[j];
        return known == Skeleton.NONE
                || miss(j, known) > JOINT_TOLERANCE * size
                        && jointMiss(j, other) < CLEAR_RATIO * jointMiss(j, known)
                        && centroidMiss(j, other) < CLEAR_RATIO * centroidMiss(j, known);
    }

    /** Uses the pairs from the tree for bones that lost their counterpart. */
    private void pairAgain(int[] byTree) {
        for (int j = 0; j < byTree.length; j++) {
            int k = byTree[j];
            if (k != Skeleton.NONE && counterparts[j] == Skeleton.NONE && counterparts[k] == Skeleton.NONE) {
                pair(j, k);
            }
        }
    }

    /** Bones that reach across the plane are their own counterpart, whatever their parent. */
    private void pairAcrossWithThemselves() {
        for (int j = 0; j < counterparts.length; j++) {
            if (counterparts[j] == Skeleton.NONE && isAcross(model, plane, j)) {
                counterparts[j] = j;
            }
        }
    }

    /** Pairs end joints only with end joints of the counterpart, the nearest first. */
    private void pairEnds() {
        List<int[]> couples = new ArrayList<>();
        for (int a : ends) {
            for (int b : ends) {
                if (a <= b && counterparts[parent(a)] == parent(b)) {
                    couples.add(new int[] {a, b});
                }
            }
        }
        couples.sort(Comparator.comparingDouble(couple -> jointMiss(couple[0], couple[1])));
        for (int[] couple : couples) {
            if (counterparts[couple[0]] == Skeleton.NONE && counterparts[couple[1]] == Skeleton.NONE) {
                pair(couple[0], couple[1]);
            }
        }
    }

    private void pair(int a, int b) {
        release(a);
        release(b);
        counterparts[a] = b;
        counterparts[b] = a;
    }

    private void release(int j) {
        if (counterparts[j] != Skeleton.NONE && counterparts[counterparts[j]] == j) {
            counterparts[counterparts[j]] = Skeleton.NONE;
        }
        counterparts[j] = Skeleton.NONE;
    }

    private double side(int j) {
        return plane.side(Vec3.at(centroids, 3 * j));
    }

    /** Distance of the mirrored bone from another, by joints and by centroids. */
    private double miss(int a, int b) {
        return jointMiss(a, b) + centroidMiss(a, b);
    }

    private double jointMiss(int a, int b) {
        return Vec3.distance(
                plane.mirrored(model.skeleton().pivot(a)), model.skeleton().pivot(b));
    }

    private double centroidMiss(int a, int b) {
        return Vec3.distance(plane.mirrored(Vec3.at(centroids, 3 * a)), 0, centroids, 3 * b);
    }

    /**
     * By position only, for bones with two ends: both must match the mirrored ends of another, and vice versa.
     *
     * @param joints 3B, starts of bones
     * @param tips 3B, ends of bones
     */
    public static int[] byEnds(MirrorPlane plane, double size, double[] joints, double[] tips) {
        int[] nearest = none(joints.length / 3);
        for (int j = 0; j < nearest.length; j++) {
            double[] joint = plane.mirrored(Vec3.at(joints, 3 * j));
            double[] tip = plane.mirrored(Vec3.at(tips, 3 * j));
            double least = TREELESS_CENTROID_TOLERANCE * size;
            for (int k = 0; k < nearest.length; k++) {
                double miss = Vec3.distance(tip, 0, tips, 3 * k);
                if (miss < least && Vec3.distance(joint, 0, joints, 3 * k) < JOINT_TOLERANCE * size) {
                    least = miss;
                    nearest[j] = k;
                }
            }
        }
        return mutual(nearest);
    }

    private static int[] mutual(int[] nearest) {
        return IntStream.range(0, nearest.length)
                .map(j -> nearest[j] != Skeleton.NONE && nearest[nearest[j]] == j ? nearest[j] : Skeleton.NONE)
                .toArray();
    }

    /** Whether a bone has enough weight on both sides of a plane. */
    public static boolean isAcross(SkinnedModel model, MirrorPlane plane, int j) {
        double size = Box.around(model.rest().positions()).diagonal();
        boolean joint = Math.abs(plane.side(model.skeleton().pivot(j))) < JOINT_TOLERANCE * size;
        return smallerShare(model, plane, j) >= (joint ? SHARE_ACROSS_WITH_JOINT : SHARE_ACROSS);
    }

    /** Whether a bone has almost all its weight on one side of a plane, or none. */
    public static boolean isBeside(SkinnedModel model, MirrorPlane plane, int j) {
        return smallerShare(model, plane, j) < SHARE_ACROSS_WITH_JOINT;
    }

    /** The fraction of its weight on the side where it has less; 0 without weights. */
    private static double smallerShare(SkinnedModel model, MirrorPlane plane, int j) {
        float[] u = model.rest().positions();
        SkinWeights w = model.weights();
        double left = 0;
        double all = 0;
        for (int at = 0; at < w.bones().length; at++) {
            if (w.bones()[at] == j) {
                all += w.weights()[at];
                left += plane.side(Vec3.at(u, 3 * (at / w.influences()))) > 0 ? w.weights()[at] : 0;
            }
        }
        return all > 0 ? Math.min(left, all - left) / all : 0;
    }

    /**
     * By tree and position: looks for counterparts only among the children of one bone that is its own counterpart, or of two that are each
     * other's.
     *
     * @param centroids 3B: positions of bones
     * @param children of every bone; bone 0 is the root
     */
    public static int[] byTree(MirrorPlane plane, double size, double[] centroids, List<List<Integer>> children) {
        Tree tree = new Tree(plane, size, centroids, children, none(children.size()));
        tree.counterparts[0] = 0;
        tree.match(0, 0);
        return tree.counterparts;
    }

    /** No bone has a counterpart. */
    public static int[] none(int bones) {
        int[] counterparts = new int[bones];
        Arrays.fill(counterparts, Skeleton.NONE);
        return counterparts;
    }

    private record Tree(
            MirrorPlane plane, double size, double[] centroids, List<List<Integer>> children, int[] counterparts) {
        void match(int a, int b) {
            if (a == b) {
                children.get(a).stream()
                        .filter(c -> Math.abs(side(c)) < JOINT_TOLERANCE * size)
                        .forEach(c -> counterparts[c] = c);
            }
            List<int[]> couples = new ArrayList<>();
            for (int c : children.get(a)) {
                for (int d : children.get(b)) {
                    boolean opposite = side(c) * side(d) < 0 || a != b;
                    if (c != d
                            && opposite
                            && counterparts[c] == Skeleton.NONE
                            && counterparts[d] == Skeleton.NONE
                            && (a != b || c < d)) {
                        couples.add(new int[] {c, d});
                    }
                }
            }
            couples.sort(Comparator.comparingDouble(couple -> miss(couple[0], couple[1])));
            for (int[] couple : couples) {
                if (counterparts[couple[0]] == Skeleton.NONE
                        && counterparts[couple[1]] == Skeleton.NONE
                        && miss(couple[0], couple[1]) < CENTROID_TOLERANCE * size) {
                    counterparts[couple[0]] = couple[1];
                    counterparts[couple[1]] = couple[0];
                }
            }
            for (int c : children.get(a)) {
                if (counterparts[c] != Skeleton.NONE) {
                    match(c, counterparts[c]);
                }
            }
        }

        private double side(int j) {
            return plane.side(Vec3.at(centroids, 3 * j));
        }

        private double miss(int a, int b) {
            return Vec3.distance(plane.mirrored(Vec3.at(centroids, 3 * a)), 0, centroids, 3 * b);
        }
    }

    /**
     * By regions, for bones without a tree: two bones are counterparts if the vertices of one are the mirrored vertices of the other.
     * Centroids would mislead for a small bone near the plane or near the mirror image of a large one.
     *
     * @param mirrored the vertex nearest to the mirrored position of each vertex
     * @param influences entries per vertex in the following arrays
     */
    public static int[] byRegion(int[] mirrored, int influences, int[] bones, double[] weights, int boneCount) {
        double[] shared = shared(mirrored, influences, bones, weights, boneCount);
        double[] own = own(bones, weights, boneCount);
        int[] nearest = new int[boneCount];
        Arrays.setAll(nearest, j -> mostAlike(j, shared, own));
        return mutual(nearest);
    }

    /** The same; bones without a counterpart that lie on both sides of the plane become their own. */
    public static int[] withThoseAcross(
            int[] counterparts, int[] mirrored, int influences, int[] bones, double[] weights) {
        int count = counterparts.length;
        double[] shared = shared(mirrored, influences, bones, weights, count);
        double[] own = own(bones, weights, count);
        int[] all = counterparts.clone();
        Arrays.setAll(all, j -> all[j] == Skeleton.NONE && shared[j * count + j] > REGION_ACROSS * own[j] ? j : all[j]);
        return all;
    }

    /** Σ w² of each bone. */
    private static double[] own(int[] bones, double[] weights, int boneCount) {
        double[] own = new double[boneCount];
        for (int at = 0; at < bones.length; at++) {
            own[bones[at]] += weights[at] * weights[at];
        }
        return own;
    }

    /** B×B: Σ w_ij·w_mk over the vertices i, with m the vertex nearest to the mirrored position of i. */
    private static double[] shared(int[] mirrored, int influences, int[] bones, double[] weights, int boneCount) {
        double[] sums = new double[boneCount * boneCount];
        for (int i = 0; i < bones.length / influences; i++) {
            int m = mirrored[i];
            for (int a = i * influences; a < (i + 1) * influences; a++) {
                for (int c = m * influences; c < (m + 1) * influences; c++) {
                    sums[bones[a] * boneCount + bones[c]] += weights[a] * weights[c];
                }
            }
        }
        return sums;
    }

    /** The bone whose region is most similar to the mirrored region of bone j. */
    private static int mostAlike(int j, double[] shared, double[] own) {
        int best = Skeleton.NONE;
        double most = SAME_REGION;
        for (int k = 0; k < own.length; k++) {
            double alike = shared[j * own.length + k] / Math.sqrt(own[j] * own[k]);
            if (alike > most) {
                most = alike;
                best = k;
            }
        }
        return best;
    }

    /**
     * Adds counterparts of bones without conclusive vertices that connect mirrored bones: two collar bones between chest and upper arms.
     *
     * @param counterparts not modified
     */
    public static int[] withThoseBetween(int[] counterparts, int[] parents) {
        int[] all = counterparts.clone();
        for (int j = 0; j < all.length; j++) {
            for (int k = j + 1; k < all.length && all[j] == Skeleton.NONE; k++) {
                if (all[k] == Skeleton.NONE && areBetween(all, parents, j, k)) {
                    all[j] = k;
                    all[k] = j;
                }
            }
        }
        return all;
    }

    /** Whether at least two neighbours of bone j have counterparts, each a neighbour of bone k. */
    private static boolean areBetween(int[] counterparts, int[] parents, int j, int k) {
        int known = 0;
        for (int n = 0; n < counterparts.length; n++) {
            if (areJoined(parents, n, j) && counterparts[n] != Skeleton.NONE) {
                if (!areJoined(parents, counterparts[n], k)) {
                    return false;
                }
                known++;
            }
        }
        return known > 1;
    }

    private static boolean areJoined(int[] parents, int a, int b) {
        return parents[a] == b || parents[b] == a;
    }
}
