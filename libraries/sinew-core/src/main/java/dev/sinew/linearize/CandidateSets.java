package dev.sinew.linearize;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;

/**
 * The sets of bones that may drive a blend bone, each with a few initial u-weights (KCO09 §4.1): all sets of two to four bones that share a
 * vertex.
 */
final class CandidateSets {
    /** Maximum number of drivers of a blend bone. */
    static final int MAX_DRIVERS = 4;

    /**
     * Weights tried on each set, in every order of the bones. NOTE: the paper takes three samples per degree of freedom, 27 for four bones;
     * the corners of that grid are samples of smaller sets.
     */
    private static final double[][][] SAMPLES = {
        {{0.25, 0.75}, {0.5, 0.5}},
        {{0.5, 0.25, 0.25}, {0.4, 0.4, 0.2}},
        {{0.25, 0.25, 0.25, 0.25}, {0.4, 0.2, 0.2, 0.2}}
    };

    /**
     * A candidate for a blend bone.
     *
     * @param vertices blended vertices that two bones of the set move: those it is likely to help
     */
    record Candidate(BlendBone bone, int[] vertices) {}

    private CandidateSets() {}

    static List<Candidate> of(Training training) {
        List<Candidate> candidates = new ArrayList<>();
        for (List<Integer> set : overlapping(training)) {
            int[] bones = set.stream().mapToInt(b -> b).toArray();
            int[] vertices = affectedVertices(training, bones);
            for (double[] u : samples(bones.length)) {
                candidates.add(new Candidate(training.pose(bones, u), vertices));
            }
        }
        return candidates;
    }

    /** All sets of two to four bones that share a vertex, in a fixed order. */
    static List<List<Integer>> overlapping(Training training) {
        TreeSet<List<Integer>> sets = new TreeSet<>(CandidateSets::compare);
        TreeSet<List<Integer>> seen = new TreeSet<>(CandidateSets::compare);
        for (int a = 0; a < training.count(); a++) {
            int row = training.row(a);
            int n = Math.min(MAX_DRIVERS, training.masters(a));
            int[] bones = Arrays.copyOfRange(training.weights.bones(), row, row + n);
            Arrays.sort(bones);
            if (seen.add(Arrays.stream(bones).boxed().toList())) {
                addSubsets(bones, sets);
            }
        }
        return List.copyOf(sets);
    }

    private static void addSubsets(int[] bones, TreeSet<List<Integer>> sets) {
        for (int mask = 0; mask < 1 << bones.length; mask++) {
            List<Integer> subset = new ArrayList<>();
            for (int k = 0; k < bones.length; k++) {
                if ((mask >> k & 1) == 1 && !subset.contains(bones[k])) {
                    subset.add(bones[k]);
                }
            }
            if (subset.size() > 1) {
                sets.add(subset);
            }
        }
    }

    private static int compare(List<Integer> a, List<Integer> b) {
        for (int k = 0; k < Math.min(a.size(), b.size()); k++) {
            int order = Integer.compare(a.get(k), b.get(k));
            if (order != 0) {
                return order;
            }
        }
        return Integer.compare(a.size(), b.size());
    }

    private static int[] affectedVertices(Training training, int[] bones) {
        int[] found = new int[training.count()];
        int count = 0;
        for (int a = 0; a < training.count(); a++) {
            int shared = 0;
            int row = training.row(a);
            for (int k = row; k < row + training.masters(a); k++) {
                for (int bone : bones) {
                    shared += training.weights.bones()[k] == bone ? 1 : 0;
                }
            }
            if (shared > 1) {
                found[count++] = a;
            }
        }
        return Arrays.copyOf(found, count);
    }

    private static List<double[]> samples(int bones) {
        TreeSet<double[]> distinct = new TreeSet<>(Arrays::compare);
        for (double[] sample : SAMPLES[bones - 2]) {
            permute(sample.clone(), 0, distinct);
        }
        return List.copyOf(distinct);
    }

    private static void permute(double[] u, int from, TreeSet<double[]> out) {
        if (from == u.length) {
            out.add(u.clone());
        }
        for (int k = from; k < u.length; k++) {
            swap(u, from, k);
            permute(u, from + 1, out);
            swap(u, from, k);
        }
    }

    private static void swap(double[] u, int a, int b) {
        double kept = u[a];
        u[a] = u[b];
        u[b] = kept;
    }
}
