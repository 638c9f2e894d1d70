package dev.sinew.io.gltf.curve;

import java.util.ArrayList;
import java.util.List;

/**
 * All bones between two frames: the keys each has there so far, and how far each misses the mean in the middle of the
 * part that is being looked at.
 */
final class KeyInterval {
    /** No two keys are nearer than this part of a frame. */
    private static final double SHORTEST = 1.0 / 32;

    private final AffineTracker tracker;
    private final Halfway halfway = new Halfway();
    private final List<List<AffineKey>> keys = new ArrayList<>();
    /** 3×3 a bone. */
    private final double[][] misses;

    private final double[] squaredNorms;
    private final double[] spare = new double[9];
    private double from;
    private double to;
    private boolean disturbed;

    /**
     * @param before the key of every bone in the first frame
     * @param after the key of every bone in the second, to be renamed so that it follows
     */
    KeyInterval(List<AffineKey> before, List<AffineKey> after, AffineTracker tracker) {
        this.tracker = tracker;
        for (int j = 0; j < before.size(); j++) {
            keys.add(new ArrayList<>(List.of(before.get(j), after.get(j))));
            follow(j, 1);
        }
        misses = new double[before.size()][9];
        squaredNorms = new double[before.size()];
    }

    /** Starts a round of looking at all parts. */
    void begin() {
        disturbed = false;
    }

    /** Whether a key of this round stands outside the middle of its part: then what was found good before may not be. */
    boolean disturbed() {
        return disturbed;
    }

    /** The keys of bone j, those of the two frames first and last. */
    List<AffineKey> keys(int j) {
        return keys.get(j);
    }

    boolean anyKeyAt(double frame) {
        return keys.stream().anyMatch(bone -> bone.stream().anyMatch(key -> key.frame() == frame));
    }

    /** Whether a part is long enough to get a key in its middle. */
    boolean divisible(double start, double end) {
        return end - start > 1.5 * SHORTEST;
    }

    void lookAt(double start, double end) {
        from = start;
        to = end;
        for (int j = 0; j < misses.length; j++) {
            update(j);
        }
    }

    /** What bone j does in the middle of the part less the mean of what it does at its ends. */
    double[] miss(int j) {
        return misses[j];
    }

    double squaredNorm(int j) {
        return squaredNorms[j];
    }

    private void update(int j) {
        double[] miss = misses[j];
        matrix(j, 0.5 * (from + to), miss);
        for (double end : new double[] {from, to}) {
            matrix(j, end, spare);
            for (int k = 0; k < 9; k++) {
                miss[k] -= 0.5 * spare[k];
            }
        }
        squaredNorms[j] = Halfway.squaredNorm(miss);
    }

    private void matrix(int j, double frame, double[] out) {
        List<AffineKey> bone = keys.get(j);
        int after = after(j, frame);
        AffineKey a = bone.get(after - 1);
        AffineKey b = bone.get(after);
        halfway.matrix(a, b, (frame - a.frame()) / (b.frame() - a.frame()), out);
    }

    /** The first key later than a time, or the last of all. */
    private int after(int j, double frame) {
        List<AffineKey> bone = keys.get(j);
        int after = 1;
        while (after < bone.size() - 1 && bone.get(after).frame() <= frame) {
            after++;
        }
        return after;
    }

    /** Lets the keys of bone j from k on follow the one before: the way there may have led to other names. */
    private void follow(int j, int k) {
        List<AffineKey> bone = keys.get(j);
        AffineTracker.Naming naming = tracker.naming(bone.get(k), bone.get(k - 1));
        bone.subList(k, bone.size()).replaceAll(key -> tracker.renamed(key, naming));
    }

    boolean canInsert(int j) {
        int after = after(j, 0.5 * (from + to));
        AffineKey before = keys.get(j).get(after - 1);
        return before.frame() != 0.5 * (from + to)
                && divisible(before.frame(), keys.get(j).get(after).frame());
    }

    /** Gives bone j a key in the middle of what holds the part being looked at; false where it has one or is too fine. */
    boolean insert(int j) {
        if (!canInsert(j)) {
            return false;
        }
        List<AffineKey> bone = keys.get(j);
        int after = after(j, 0.5 * (from + to));
        AffineKey key = tracker.between(bone.get(after - 1), bone.get(after));
        bone.add(after, key);
        follow(j, after + 1);
        disturbed |= key.frame() != 0.5 * (from + to);
        update(j);
        return true;
    }
}
