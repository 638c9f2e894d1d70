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
 * Which bone is the mirrored counterpart of which: one number per bone, its own for bones across the plane, {@link Skeleton#NONE} for
 * bones without.
 *
 * <p>Bones of a skeleton are paired by {@link #of}: by tree and place, then by names that say a side, last by place alone. Bones that have
 * no tree yet are paired by {@link #byRegion}, by what they move.
 */
public final class BoneSymmetry {
    /** Joints that miss each other's image by more than this part of the size are not at the same place. */
    private static final double JOINT_TOLERANCE = 0.03;

    /** The same for the centroids of what bones move: rest poses of figures that walk are hardly ever quite symmetric. */
    private static final double CENTROID_TOLERANCE = 0.15;

    /** The same for centroids and tips where only places say it, and no tree. */
    private static final double TREELESS_CENTROID_TOLERANCE = 0.1;

    /** A place that misses by less than this part of what another misses is clear. */
    private static final double CLEAR_RATIO = 0.25;

    /** A bone with this part of its weights on either side of the plane is across it. */
    private static final double SHARE_ACROSS = 0.2;

    /** The same for one whose joint is on the plane: it may have taken over what a removed bone had on one side. */
    private static final double SHARE_ACROSS_WITH_JOINT = 0.05;

    /** Cosine between the weights of a bone and the mirrored ones of another from which on they have the same region. */
    private static final double SAME_REGION = 0.5;

    /** Bones whose region shares this part with its own image lie across the plane, if more to one side. */
    private static final double REGION_ACROSS = 0.25;

    private final SkinnedModel model;
    private final MirrorPlane plane;
    private final double size;
    private final double[] centroids;
    private final List<List<Integer>> children;
    /** Joints that only mark where bones end: bones are never their counterparts. */
    private final Set<Integer> ends = new TreeSet<>();

    private final int[] images;

    private BoneSymmetry(SkinnedModel model, MirrorPlane plane) {
        this.model = model;
        this.plane = plane;
        Skeleton skeleton = model.skeleton();
        float[] rest = model.rest().positions();
        this.size = Box.around(rest).diagonal();
        this.centroids = model.weights().middles(rest, skeleton.pivots());
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
            if (last && totals[j] == 0 && BoneNameWords.saysEnd(skeleton.names().get(j))) {
                ends.add(j);
            }
        }
        this.images = withRoots();
    }

    /**
     * The counterparts of a skeleton's bones. A place that is clear wins over names and trees: sides are numbered the other way
     * round, or have a bone more, in files that people made.
     */
    public static int[] of(SkinnedModel model, MirrorPlane plane) {
        BoneSymmetry all = new BoneSymmetry(model, plane);
        int[] byTree = all.images.clone();
        all.pairNames();
        all.pairPlaces();
        all.pairAgain(byTree);
        all.keepThoseAcross();
        all.pairEnds();
        return all.images;
    }

    /** The counterparts that names say alone, for shapes without a plane; no bone is its own. */
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

    /** By tree. A single root is its own image; several hang on one that is nowhere else, number 0 of the pairs. */
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

    /** A bone whose name says its side belongs to the one that is called the same on the other. */
    private void pairNames() {
        int[] named = byNames(model.skeleton().names());
        for (int j = 0; j < named.length; j++) {
            if (named[j] != Skeleton.NONE && !ends.contains(j) && !ends.contains(named[j])) {
                pair(j, named[j]);
            }
        }
    }

    /** Bones whose joint and centroid are at the image of another's, the nearest first, where nothing nearly as near is known. */
    private void pairPlaces() {
        List<int[]> couples = new ArrayList<>();
        for (int a = 0; a < images.length; a++) {
            for (int b = a + 1; b < images.length; b++) {
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
            if (images[a] != b && isClear(a, b) && isClear(b, a)) {
                pair(a, b);
            }
        }
    }

    /** Whether a bone's image is clearly another than was known: by its joint, which may have been moved, and by what it moves. */
    private boolean isClear(int j, int other) {
        int known = images[j];
        return known == Skeleton.NONE
                || miss(j, known) > JOINT_TOLERANCE * size
                        && jointMiss(j, other) < CLEAR_RATIO * jointMiss(j, known)
                        && centroidMiss(j, other) < CLEAR_RATIO * centroidMiss(j, known);
    }

    /** What trees said of bones whose images were found to be others' counts where nothing else is known. */
    private void pairAgain(int[] byTree) {
        for (int j = 0; j < byTree.length; j++) {
            int k = byTree[j];
            if (k != Skeleton.NONE && images[j] == Skeleton.NONE && images[k] == Skeleton.NONE) {
                pair(j, k);
            }
        }
    }

    /** Bones that reach across the plane are their own image, wherever they hang. */
    private void keepThoseAcross() {
        for (int j = 0; j < images.length; j++) {
            if (images[j] == Skeleton.NONE && isAcross(model, plane, j)) {
                images[j] = j;
            }
        }
    }

    /** An end belongs to an end of its bone's image, the nearest first, and nowhere else. */
    private void pairEnds() {
        List<int[]> couples = new ArrayList<>();
        for (int a : ends) {
            for (int b : ends) {
                if (a <= b && images[parent(a)] == parent(b)) {
                    couples.add(new int[] {a, b});
                }
            }
        }
        couples.sort(Comparator.comparingDouble(couple -> jointMiss(couple[0], couple[1])));
        for (int[] couple : couples) {
            if (images[couple[0]] == Skeleton.NONE && images[couple[1]] == Skeleton.NONE) {
                pair(couple[0], couple[1]);
            }
        }
    }

    private void pair(int a, int b) {
        release(a);
        release(b);
        images[a] = b;
        images[b] = a;
    }

    private void release(int j) {
        if (images[j] != Skeleton.NONE && images[images[j]] == j) {
            images[images[j]] = Skeleton.NONE;
        }
        images[j] = Skeleton.NONE;
    }

    private double side(int j) {
        return plane.side(Vec3.at(centroids, 3 * j));
    }

    /** How far the image of a bone lies from another, by joints and by what they move. */
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
     * By place alone, for bones that each have two ends: the two must be at the images of another's, and it in turn at theirs.
     *
     * @param joints 3B, where bones begin
     * @param tips 3B, where they end; vertices and weights are not images of each other to the last one
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

    /** Whether a bone has enough of what it moves on both sides of a plane. */
    public static boolean isAcross(SkinnedModel model, MirrorPlane plane, int j) {
        double size = Box.around(model.rest().positions()).diagonal();
        boolean joint = Math.abs(plane.side(model.skeleton().pivot(j))) < JOINT_TOLERANCE * size;
        return smallerShare(model, plane, j) >= (joint ? SHARE_ACROSS_WITH_JOINT : SHARE_ACROSS);
    }

    /** Whether a bone has nearly all it moves on one side of a plane; so has one that moves nothing. */
    public static boolean isBeside(SkinnedModel model, MirrorPlane plane, int j) {
        return smallerShare(model, plane, j) < SHARE_ACROSS_WITH_JOINT;
    }

    /** The part of its weights that a bone has on the side where it has less; 0 where it has none. */
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
     * By tree and place: images are looked for where they can be only, among children of one bone that is its own image, or of two that are
     * each other's.
     *
     * @param centroids 3B: where bones are
     * @param children of every bone; bone 0 is the root
     */
    public static int[] byTree(MirrorPlane plane, double size, double[] centroids, List<List<Integer>> children) {
        Tree tree = new Tree(plane, size, centroids, children, none(children.size()));
        tree.images[0] = 0;
        tree.match(0, 0);
        return tree.images;
    }

    /** No bone has a counterpart. */
    public static int[] none(int bones) {
        int[] images = new int[bones];
        Arrays.fill(images, Skeleton.NONE);
        return images;
    }

    private record Tree(
            MirrorPlane plane, double size, double[] centroids, List<List<Integer>> children, int[] images) {
        void match(int a, int b) {
            if (a == b) {
                children.get(a).stream()
                        .filter(c -> Math.abs(side(c)) < JOINT_TOLERANCE * size)
                        .forEach(c -> images[c] = c);
            }
            List<int[]> couples = new ArrayList<>();
            for (int c : children.get(a)) {
                for (int d : children.get(b)) {
                    boolean opposite = side(c) * side(d) < 0 || a != b;
                    if (c != d
                            && opposite
                            && images[c] == Skeleton.NONE
                            && images[d] == Skeleton.NONE
                            && (a != b || c < d)) {
                        couples.add(new int[] {c, d});
                    }
                }
            }
            couples.sort(Comparator.comparingDouble(couple -> miss(couple[0], couple[1])));
            for (int[] couple : couples) {
                if (images[couple[0]] == Skeleton.NONE
                        && images[couple[1]] == Skeleton.NONE
                        && miss(couple[0], couple[1]) < CENTROID_TOLERANCE * size) {
                    images[couple[0]] = couple[1];
                    images[couple[1]] = couple[0];
                }
            }
            for (int c : children.get(a)) {
                if (images[c] != Skeleton.NONE) {
                    match(c, images[c]);
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
     * By what bones move, where they have no tree yet: two bones are images where the vertices of one are those at the images of the other's. A small
     * bone beside the plane, or beside the image of a large one, has its centroid near it all the same.
     *
     * @param mirrored the vertex nearest to the image of each vertex
     * @param influences so many of the following belong to each vertex
     */
    public static int[] byRegion(int[] mirrored, int influences, int[] bones, double[] weights, int boneCount) {
        double[] shared = shared(mirrored, influences, bones, weights, boneCount);
        double[] own = own(bones, weights, boneCount);
        int[] nearest = new int[boneCount];
        Arrays.setAll(nearest, j -> mostAlike(j, shared, own));
        return mutual(nearest);
    }

    /** The same where bones that are left alone but lie on both sides of the plane are their own images. */
    public static int[] withThoseAcross(int[] images, int[] mirrored, int influences, int[] bones, double[] weights) {
        int count = images.length;
        double[] shared = shared(mirrored, influences, bones, weights, count);
        double[] own = own(bones, weights, count);
        int[] all = images.clone();
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

    /** B×B: Σ w_ij·w_mk over the vertices i, m being the one nearest to the image of i. */
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

    /** The bone whose region is most like the image of that of bone j. */
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
     * The counterparts of bones with those whose vertices say nothing, but who hold together what is each other's image: two collar bones
     * between chest and upper arms.
     *
     * @param images not modified
     */
    public static int[] withThoseBetween(int[] images, int[] parents) {
        int[] all = images.clone();
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

    /** Whether two neighbours of bone j at least have an image, and each of them a neighbour of bone k. */
    private static boolean areBetween(int[] images, int[] parents, int j, int k) {
        int known = 0;
        for (int n = 0; n < images.length; n++) {
            if (areJoined(parents, n, j) && images[n] != Skeleton.NONE) {
                if (!areJoined(parents, images[n], k)) {
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
