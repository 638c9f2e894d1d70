package dev.sinew.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The bones by name, how they hang together, and where each sits in the rest pose.
 *
 * @param names one per bone, unique
 * @param parents index of the parent bone, {@link #NONE} for those without
 * @param pivots 3B rest positions: the joint a bone turns about, or the middle of what it moves
 * @param turns 4B, how the axes of each bone lie in the rest pose, as quaternions x, y, z, w: what files and animators see, no
 *     motion depends on it
 */
public record Skeleton(List<String> names, int[] parents, double[] pivots, double[] turns) {
    /** No bone: the parent of a root, the counterpart of a bone that has none. */
    public static final int NONE = -1;

    public Skeleton {
        names = List.copyOf(names);
        Objects.requireNonNull(parents);
        Objects.requireNonNull(pivots);
        if (turns.length != 4 * names.size()) {
            throw new IllegalArgumentException(
                    names.size() + " names and " + turns.length / 4 + " turns must be equally many");
        }
        if (parents.length != names.size() || pivots.length != 3 * names.size()) {
            throw new IllegalArgumentException(names.size() + " names, " + parents.length + " parents and "
                    + pivots.length / 3 + " pivots must be equally many");
        }
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] != NONE && (parents[j] < 0 || parents[j] >= j)) {
                throw new IllegalArgumentException(
                        "bone " + j + " has the parent " + parents[j] + ", parents must stand before their children");
            }
        }
    }

    /** Bones whose axes are those of the model. */
    public Skeleton(List<String> names, int[] parents, double[] pivots) {
        this(names, parents, pivots, upright(names.size()));
    }

    private static double[] upright(int bones) {
        double[] turns = new double[4 * bones];
        for (int j = 0; j < bones; j++) {
            turns[4 * j + 3] = 1;
        }
        return turns;
    }

    public Skeleton withNames(List<String> newNames) {
        return new Skeleton(newNames, parents, pivots, turns);
    }

    public Skeleton withTurns(double[] newTurns) {
        return new Skeleton(names, parents, pivots, newTurns);
    }

    public int boneCount() {
        return names.size();
    }

    /** Whether no bone hangs on another. */
    public boolean isFlat() {
        return Arrays.stream(parents).allMatch(p -> p == NONE);
    }

    /** Where bone j sits, a copy. */
    public double[] pivot(int j) {
        return Arrays.copyOfRange(pivots, 3 * j, 3 * j + 3);
    }

    /** Bones side by side, none the parent of another, named bone_00, bone_01 … */
    public static Skeleton flat(double[] pivots) {
        int count = pivots.length / 3;
        int digits = Math.max(2, String.valueOf(Math.max(0, count - 1)).length());
        List<String> names = IntStream.range(0, count)
                .mapToObj(j -> String.format("bone_%0" + digits + "d", j))
                .toList();
        int[] parents = new int[count];
        Arrays.fill(parents, NONE);
        return new Skeleton(names, parents, pivots);
    }
}
