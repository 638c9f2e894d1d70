package dev.sinew.rig;

import dev.sinew.mesh.Box;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.solve.MirrorPairs;
import dev.sinew.solve.MirrorPlane;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Names for the bones of a tree that say where they are, in words that claim nothing about anatomy: {@code root};
 * {@code trunk_1 …} for the longest chain in the middle of a symmetric shape and {@code stem1_1 …} for others there;
 * {@code limb1_left_1 …} and {@code limb1_right_1 …} for chains that are each other's mirror image, the longest first;
 * {@code branch1_1 …} for chains without one. Without symmetry all are {@code chain1_1 …}, the longest first.
 * {@link MirrorPlane} says which side is left.
 */
public final class BoneNames {
    private final int[] parents;
    private final List<List<Integer>> children = new ArrayList<>();
    /** Bones on the longest way down from a bone, itself among them. */
    private final int[] heights;
    /** Length of that way in space, to tell chains of as many bones apart. */
    private final double[] lengths;

    /** 3B: the middle of what each bone moves, its pivot where it moves nothing. */
    private final double[] middles;

    private final Optional<MirrorPlane> plane;
    private final int[] images;
    private final String[] names;

    private BoneNames(float[] rest, SkinWeights weights, int[] parents, double[] pivots) {
        this.parents = parents;
        this.middles = weights.middles(rest, pivots);
        parentsToChildren();
        this.heights = new int[parents.length];
        this.lengths = new double[parents.length];
        measure(pivots);
        this.plane = MirrorPlane.of(rest);
        double size = rest.length == 0 ? 0 : Box.around(rest).diagonal();
        this.images = plane.map(p -> MirrorPairs.of(p, size, middles, children)).orElseGet(() -> alone(parents.length));
        this.names = new String[parents.length];
    }

    /**
     * @param rest 3N rest positions, not modified
     * @param weights says which part of the shape a bone is
     * @param parents a tree: bone 0 is the root, and parents stand before their children
     * @param pivots 3B, the joint each bone turns about
     * @return one unique name a bone
     */
    public static List<String> of(float[] rest, SkinWeights weights, int[] parents, double[] pivots) {
        if (parents.length == 0) {
            return List.of();
        }
        return new BoneNames(rest, weights, parents, pivots).name();
    }

    private static int[] alone(int bones) {
        int[] images = new int[bones];
        Arrays.fill(images, MirrorPairs.ALONE);
        return images;
    }

    private void parentsToChildren() {
        for (int j = 0; j < parents.length; j++) {
            children.add(new ArrayList<>());
            if ((parents[j] == Skeleton.ROOT) != (j == 0) || parents[j] >= j) {
                throw new IllegalArgumentException(
                        "bone " + j + " has the parent " + parents[j] + " where a tree with bone 0 as root is needed");
            }
            if (j > 0) {
                children.get(parents[j]).add(j);
            }
        }
    }

    private void measure(double[] pivots) {
        for (int j = parents.length - 1; j >= 0; j--) {
            heights[j]++;
            double own = distance(pivots, j, middles, j);
            lengths[j] = Math.max(lengths[j], own);
            if (j > 0) {
                int p = parents[j];
                heights[p] = Math.max(heights[p], heights[j]);
                lengths[p] = Math.max(lengths[p], lengths[j] + distance(pivots, p, pivots, j));
            }
        }
    }

    private static double distance(double[] a, int i, double[] b, int j) {
        double x = a[3 * i] - b[3 * j];
        double y = a[3 * i + 1] - b[3 * j + 1];
        double z = a[3 * i + 2] - b[3 * j + 2];
        return Math.sqrt(x * x + y * y + z * z);
    }

    private List<String> name() {
        names[0] = "root";
        List<List<Integer>> chains = chains();
        // Both of a pair have the same number: the left one names both.
        int trunks = 0;
        int limbs = 0;
        int others = 0;
        for (List<Integer> chain : chains) {
            int first = chain.get(0);
            int image = images[first];
            if (image == first) {
                number(chain, trunks == 0 ? "trunk" : "stem" + trunks);
                trunks++;
            } else if (image == MirrorPairs.ALONE) {
                others++;
                number(chain, (plane.isPresent() ? "branch" : "chain") + others);
            } else if (names[first] == null) {
                limbs++;
                number(chain, "limb" + limbs + side(first));
                number(chainFrom(chains, image), "limb" + limbs + side(image));
            }
        }
        return List.of(names);
    }

    private String side(int j) {
        MirrorPlane p = plane.orElseThrow();
        double mine = p.side(middles[3 * j], middles[3 * j + 1], middles[3 * j + 2]);
        int k = images[j];
        double theirs = p.side(middles[3 * k], middles[3 * k + 1], middles[3 * k + 2]);
        return mine > theirs || mine == theirs && j < k ? "_left" : "_right";
    }

    private static List<Integer> chainFrom(List<List<Integer>> chains, int first) {
        return chains.stream().filter(c -> c.get(0) == first).findFirst().orElseThrow();
    }

    private void number(List<Integer> chain, String word) {
        for (int k = 0; k < chain.size(); k++) {
            names[chain.get(k)] = word + "_" + (k + 1);
        }
    }

    /** All chains, those of more bones first, then the longer ones, then as they come. */
    private List<List<Integer>> chains() {
        List<List<Integer>> chains = new ArrayList<>();
        for (int j = 1; j < parents.length; j++) {
            if (parents[j] == 0 || next(parents[j]) != j) {
                List<Integer> chain = new ArrayList<>();
                for (int at = j; at > 0; at = next(at)) {
                    chain.add(at);
                }
                chains.add(chain);
            }
        }
        chains.sort(Comparator.<List<Integer>>comparingInt(chain -> -chain.size())
                .thenComparingDouble(chain -> -lengths[chain.get(0)])
                .thenComparingInt(chain -> chain.get(0)));
        return chains;
    }

    /** The child that goes on where a bone ends: of the same kind and with most below it; 0 where there is none. */
    private int next(int j) {
        return children.get(j).stream()
                .filter(c -> isCentral(c) == isCentral(j))
                .filter(c -> (images[c] == MirrorPairs.ALONE) == (images[j] == MirrorPairs.ALONE))
                .max(Comparator.<Integer>comparingInt(c -> pairHeight(c))
                        .thenComparingDouble(this::pairLength)
                        .thenComparingInt(c -> -Math.min(c, other(c))))
                .orElse(0);
    }

    private boolean isCentral(int j) {
        return images[j] == j;
    }

    private int other(int j) {
        return images[j] == MirrorPairs.ALONE ? j : images[j];
    }

    /** Both of a pair must go the same way, so that their chains are images too. */
    private int pairHeight(int j) {
        return Math.max(heights[j], heights[other(j)]);
    }

    private double pairLength(int j) {
        return Math.max(lengths[j], lengths[other(j)]);
    }
}
