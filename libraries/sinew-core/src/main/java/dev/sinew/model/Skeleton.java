package dev.sinew.model;

import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

/**
 * The bones by name, their hierarchy and their rest positions.
 *
 * @param names one per bone, unique
 * @param parents index of the parent bone, {@link #NONE} for roots
 * @param pivots 3B rest positions: the joint of a bone, or the centroid of its vertices
 * @param orientations 4B, orientation of each bone's axes in the rest pose, as quaternions x, y, z, w; for files and animators only,
 *     without effect on the motion
 */
public record Skeleton(List<String> names, int[] parents, double[] pivots, double[] orientations) {
    /** No bone: the parent of a root, the counterpart of a bone that has none. */
    public static final int NONE = -1;

    public Skeleton {
        names = List.copyOf(names);
        Objects.requireNonNull(parents);
        Objects.requireNonNull(pivots);
        if (orientations.length != 4 * names.size()) {
            throw new IllegalArgumentException(
                    names.size() + " names and " + orientations.length / 4 + " orientations must match in number");
        }
        if (parents.length != names.size() || pivots.length != 3 * names.size()) {
            throw new IllegalArgumentException(names.size() + " names, " + parents.length + " parents and "
                    + pivots.length / 3 + " pivots must match in number");
        }
        for (int j = 0; j < parents.length; j++) {
            if (parents[j] != NONE && (parents[j] < 0 || parents[j] >= j)) {
                throw new IllegalArgumentException(
                        "bone " + j + " has the parent " + parents[j] + "; parents must come before their children");
            }
        }
    }

    /** Bones with the axes of the model. */
    public Skeleton(List<String> names, int[] parents, double[] pivots) {
        this(names, parents, pivots, upright(names.size()));
    }

    private static double[] upright(int bones) {
        double[] orientations = new double[4 * bones];
        for (int j = 0; j < bones; j++) {
            orientations[4 * j + 3] = 1;
        }
        return orientations;
    }

    public Skeleton withNames(List<String> newNames) {
        return new Skeleton(newNames, parents, pivots, orientations);
    }

    public Skeleton withOrientations(double[] newOrientations) {
        return new Skeleton(names, parents, pivots, newOrientations);
    }

    public int boneCount() {
        return names.size();
    }

    /** Whether no bone has a parent. */
    public boolean isFlat() {
        return Arrays.stream(parents).allMatch(p -> p == NONE);
    }

    /** Position of bone j, a copy. */
    public double[] pivot(int j) {
        return Arrays.copyOfRange(pivots, 3 * j, 3 * j + 3);
    }

    /** Independent bones without parents, named bone_00, bone_01 … */
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
