package dev.sinew.rig;

import dev.sinew.math.Vec3;
import dev.sinew.mesh.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.symmetry.BoneSymmetry;
import dev.sinew.symmetry.MirrorPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * A tree of bones taken apart into chains: what goes on where a bone ends is the child of the same kind (in the middle of a
 * symmetric shape, with a mirror image, or neither) with most below it.
 */
final class BoneChains {
    private final int[] parents;
    private final double[] pivots;
    private final List<List<Integer>> children = new ArrayList<>();
    /** Bones on the longest way down from a bone, itself among them. */
    private final int[] heights;
    /** Length of that way in space, to tell chains of as many bones apart. */
    private final double[] lengths;

    /** 3B: the middle of what each bone moves, its pivot where it moves nothing. */
    private final double[] centroids;

    /** The height of the lowest vertex that is mostly each bone's, that of its middle where it has none. */
    private final double[] lows;

    private final Optional<Box> box;
    private final double size;
    private final Optional<MirrorPlane> plane;
    private final int[] images;
    private final List<List<Integer>> chains;

    /**
     * @param rest 3N rest positions, not modified
     * @param weights says which part of the shape a bone is
     * @param parents a tree: bone 0 is the root, and parents stand before their children
     * @param pivots 3B, the joint each bone turns about
     */
    BoneChains(float[] rest, SkinWeights weights, int[] parents, double[] pivots) {
        this.parents = parents;
        this.pivots = pivots;
        this.centroids = weights.centroids(rest, pivots);
        parentsToChildren();
        this.heights = new int[parents.length];
        this.lengths = new double[parents.length];
        measure();
        this.lows = lows(rest, weights);
        this.plane = MirrorPlane.of(rest);
        this.box = rest.length == 0 ? Optional.empty() : Optional.of(Box.around(rest));
        this.size = box.map(Box::diagonal).orElse(0.0);
        this.images = plane.map(p -> BoneSymmetry.byTree(p, size, centroids, children))
                .orElseGet(() -> BoneSymmetry.none(parents.length));
        this.chains = chains();
    }

    private double[] lows(float[] rest, SkinWeights weights) {
        double[] lows = new double[parents.length];
        Arrays.fill(lows, Double.POSITIVE_INFINITY);
        for (int at = 0; at < weights.bones().length; at++) {
            int j = weights.bones()[at];
            double y = rest[3 * (at / weights.influences()) + 1];
            lows[j] = weights.weights()[at] > 0.5 ? Math.min(lows[j], y) : lows[j];
        }
        for (int j = 0; j < lows.length; j++) {
            lows[j] = lows[j] < Double.POSITIVE_INFINITY ? lows[j] : centroids[3 * j + 1];
        }
        return lows;
    }

    /** How high above the ground a chain's lowest vertex is, as a part of the shape's height. */
    double aboveGround(List<Integer> chain) {
        double ground = box.map(Box::minY).orElse(0.0);
        double height = box.map(Box::maxY).orElse(0.0) - ground;
        double lowest = chain.stream().mapToDouble(j -> lows[j]).min().orElse(ground);
        return height > 0 ? (lowest - ground) / height : 0;
    }

    private void parentsToChildren() {
        for (int j = 0; j < parents.length; j++) {
            children.add(new ArrayList<>());
            if ((parents[j] == Skeleton.NONE) != (j == 0) || parents[j] >= j) {
                throw new IllegalArgumentException(
                        "bone " + j + " has the parent " + parents[j] + " where a tree with bone 0 as root is needed");
            }
            if (j > 0) {
                children.get(parents[j]).add(j);
            }
        }
    }

    private void measure() {
        for (int j = parents.length - 1; j >= 0; j--) {
            heights[j]++;
            double own = Vec3.distance(pivots, 3 * j, centroids, 3 * j);
            lengths[j] = Math.max(lengths[j], own);
            if (j > 0) {
                int p = parents[j];
                heights[p] = Math.max(heights[p], heights[j]);
                lengths[p] = Math.max(lengths[p], lengths[j] + Vec3.distance(pivots, 3 * p, pivots, 3 * j));
            }
        }
    }

    /** All chains, those of more bones first, then the longer ones, then as they come. */
    private List<List<Integer>> chains() {
        List<List<Integer>> found = new ArrayList<>();
        for (int j = 1; j < parents.length; j++) {
            if (parents[j] == 0 || next(parents[j]) != j) {
                List<Integer> chain = new ArrayList<>();
                for (int at = j; at > 0; at = next(at)) {
                    chain.add(at);
                }
                found.add(chain);
            }
        }
        found.sort(Comparator.<List<Integer>>comparingInt(chain -> -chain.size())
                .thenComparingDouble(chain -> -lengths[chain.get(0)])
                .thenComparingInt(chain -> chain.get(0)));
        return found;
    }

    /** The child that continues a bone: of the same kind and with the most descendants; 0 if no child does. */
    private int next(int j) {
        return children.get(j).stream()
                .filter(c -> isCentral(c) == isCentral(j))
                .filter(c -> (images[c] == Skeleton.NONE) == (images[j] == Skeleton.NONE))
                .max(Comparator.<Integer>comparingInt(c -> pairHeight(c))
                        .thenComparingDouble(this::pairLength)
                        .thenComparingInt(c -> -Math.min(c, other(c))))
                .orElse(0);
    }

    private int other(int j) {
        return images[j] == Skeleton.NONE ? j : images[j];
    }

    /** Both of a pair must go the same way, so that their chains are images too. */
    private int pairHeight(int j) {
        return Math.max(heights[j], heights[other(j)]);
    }

    private double pairLength(int j) {
        return Math.max(lengths[j], lengths[other(j)]);
    }

    /** Those of more bones first, the root in none of them; not to be modified. */
    List<List<Integer>> all() {
        return chains;
    }

    List<Integer> from(int first) {
        return chains.stream().filter(c -> c.get(0) == first).findFirst().orElseThrow();
    }

    int boneCount() {
        return parents.length;
    }

    int parent(int j) {
        return parents[j];
    }

    List<Integer> children(int j) {
        return children.get(j);
    }

    /** The symmetric counterpart of a bone; the bone itself if it is central, {@link Skeleton#NONE} if it has no counterpart. */
    int image(int j) {
        return images[j];
    }

    boolean isCentral(int j) {
        return images[j] == j;
    }

    boolean isPaired(int j) {
        return images[j] != Skeleton.NONE && images[j] != j;
    }

    boolean isSymmetric() {
        return plane.isPresent();
    }

    /** Whether of a bone and its image the bone lies on the side that is called left. */
    boolean isLeft(int j) {
        double mine = side(j);
        double theirs = side(images[j]);
        return mine > theirs || mine == theirs && j < images[j];
    }

    private double side(int j) {
        return plane.orElseThrow().side(centroids[3 * j], centroids[3 * j + 1], centroids[3 * j + 2]);
    }

    /** The direction that is called left; only where the shape is symmetric. */
    double[] left() {
        return plane.orElseThrow().normal();
    }

    /** A copy. */
    double[] pivot(int j) {
        return Arrays.copyOfRange(pivots, 3 * j, 3 * j + 3);
    }

    /** The middle of what a bone moves, a copy. */
    double[] middle(int j) {
        return Arrays.copyOfRange(centroids, 3 * j, 3 * j + 3);
    }

    /** Diagonal of the rest pose's box. */
    double size() {
        return size;
    }
}
