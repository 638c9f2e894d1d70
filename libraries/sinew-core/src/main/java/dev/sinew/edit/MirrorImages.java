package dev.sinew.edit;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.MirrorPlane;
import dev.sinew.model.Skeleton;
import dev.sinew.solve.MirrorPairs;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Which bone is the mirror image of which: first by tree and place, then by names that say a side, last by place alone. A place
 * that is clear wins over names and trees: sides are numbered the other way round, or have a bone more, in files that people
 * made.
 */
final class MirrorImages {
    /** Joints whose images miss by more than this part of the size are not at the same place. */
    private static final double NEAR = 0.03;

    /** The same for the middle of what bones move, which one bone more in a limb shifts. */
    private static final double NEAR_MIDDLES = 0.1;

    /** A place that misses by less than this part of what another misses is clear. */
    private static final double CLEARLY = 0.25;

    private final Bones bones;
    private final MirrorPlane plane;
    private final double size;
    /** 3B: the middle of what each bone moves. */
    private final double[] middles;

    /** Joints that only mark where bones end: bones are never their images. */
    private final Set<Integer> ends;

    private final int[] images;

    private MirrorImages(Bones bones, MirrorPlane plane, double size) {
        this.bones = bones;
        this.plane = plane;
        this.size = size;
        this.middles = Nearest.middles(bones);
        this.ends = IntStream.range(0, bones.count())
                .boxed()
                .flatMap(j -> Ends.of(bones, j).stream())
                .collect(Collectors.toCollection(TreeSet::new));
        this.images = byTree();
    }

    /** The image of each bone: itself in the middle, {@link MirrorPairs#ALONE} where there is none. */
    static int[] of(Bones bones, MirrorPlane plane, double size) {
        MirrorImages all = new MirrorImages(bones, plane, size);
        int[] byTree = all.images.clone();
        all.pairNames();
        all.pairPlaces();
        all.pairAgain(byTree);
        all.keepMiddles();
        all.pairEnds();
        return all.images;
    }

    /** A single root is its own image; several hang on one that is nowhere else, number 0 of the pairs. */
    private int[] byTree() {
        int count = bones.count();
        long roots = IntStream.range(0, count)
                .filter(j -> bones.parent(j) == Skeleton.ROOT)
                .count();
        int shift = roots == 1 ? 0 : 1;
        List<List<Integer>> children = new ArrayList<>();
        IntStream.range(0, count + shift).forEach(j -> children.add(new ArrayList<>()));
        for (int j = 1 - shift; j < count; j++) {
            if (!ends.contains(j)) {
                children.get(bones.parent(j) + shift).add(j + shift);
            }
        }
        double[] places = new double[3 * (count + shift)];
        System.arraycopy(middles, 0, places, 3 * shift, 3 * count);
        int[] pairs = MirrorPairs.of(plane, size, places, children);
        return IntStream.range(shift, count + shift)
                .map(j -> pairs[j] == MirrorPairs.ALONE ? MirrorPairs.ALONE : pairs[j] - shift)
                .toArray();
    }

    /** A bone whose name says its side belongs to the one that is called the same on the other. */
    private void pairNames() {
        for (int j = 0; j < bones.count(); j++) {
            Optional<Integer> other =
                    SideWords.swapped(bones.name(j)).filter(bones::isTaken).map(bones::named);
            if (other.isPresent() && !ends.contains(j) && !ends.contains(other.get())) {
                pair(j, other.get());
            }
        }
    }

    /** Bones whose joint and middle are at the image of another's, the nearest first, where nothing nearly as near is known. */
    private void pairPlaces() {
        List<int[]> couples = new ArrayList<>();
        for (int a = 0; a < bones.count(); a++) {
            for (int b = a + 1; b < bones.count(); b++) {
                if (side(a) * side(b) < 0
                        && !ends.contains(a)
                        && !ends.contains(b)
                        && jointMiss(a, b) < NEAR * size
                        && middleMiss(a, b) < NEAR_MIDDLES * size) {
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
        return known == MirrorPairs.ALONE
                || miss(j, known) > NEAR * size
                        && jointMiss(j, other) < CLEARLY * jointMiss(j, known)
                        && middleMiss(j, other) < CLEARLY * middleMiss(j, known);
    }

    /** What trees said of bones whose images were found to be others' counts where nothing else is known. */
    private void pairAgain(int[] byTree) {
        for (int j = 0; j < byTree.length; j++) {
            int k = byTree[j];
            if (k != MirrorPairs.ALONE && images[j] == MirrorPairs.ALONE && images[k] == MirrorPairs.ALONE) {
                pair(j, k);
            }
        }
    }

    /** Bones that reach across the plane are their own image, wherever they hang. */
    private void keepMiddles() {
        for (int j = 0; j < images.length; j++) {
            if (images[j] == MirrorPairs.ALONE && Sides.isAcross(bones, plane, j)) {
                images[j] = j;
            }
        }
    }

    /** An end belongs to an end of its bone's image, the nearest first, and nowhere else. */
    private void pairEnds() {
        List<int[]> couples = new ArrayList<>();
        for (int a : ends) {
            for (int b : ends) {
                if (a <= b && images[bones.parent(a)] == bones.parent(b)) {
                    couples.add(new int[] {a, b});
                }
            }
        }
        couples.sort(Comparator.comparingDouble(couple -> jointMiss(couple[0], couple[1])));
        for (int[] couple : couples) {
            if (images[couple[0]] == MirrorPairs.ALONE && images[couple[1]] == MirrorPairs.ALONE) {
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
        if (images[j] != MirrorPairs.ALONE && images[images[j]] == j) {
            images[images[j]] = MirrorPairs.ALONE;
        }
        images[j] = MirrorPairs.ALONE;
    }

    private double side(int j) {
        return plane.side(middles[3 * j], middles[3 * j + 1], middles[3 * j + 2]);
    }

    /** How far the image of a bone lies from another, by joints and by what they move. */
    private double miss(int a, int b) {
        return jointMiss(a, b) + middleMiss(a, b);
    }

    private double jointMiss(int a, int b) {
        return miss(bones.pivot(a), bones.pivot(b));
    }

    private double middleMiss(int a, int b) {
        return miss(Arrays.copyOfRange(middles, 3 * a, 3 * a + 3), Arrays.copyOfRange(middles, 3 * b, 3 * b + 3));
    }

    private double miss(double[] p, double[] q) {
        double[] image = plane.mirrored(p[0], p[1], p[2]);
        return Vec3.distance(image, q);
    }
}
