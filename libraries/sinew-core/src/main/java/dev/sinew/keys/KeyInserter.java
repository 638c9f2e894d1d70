package dev.sinew.keys;

import dev.sinew.keys.AffineTracker.AffineKey;
import dev.sinew.math.Quaternions;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Inserts keys so that the motion between frames stays almost linear. Halfway between two keys, every vertex stays within 5 % of its step,
 * or 0.1 % of the size if that is more, of the mean of its two positions. Otherwise the bone that deviates most gets the mean matrix as a
 * key, and both halves are checked in turn. A tenth of the tolerance is reserved for rounding. Not thread-safe.
 *
 * <p>NOTE: small files may deviate four times as far, which needs far fewer keys.
 */
public final class KeyInserter {
    private static final double STEP_TOLERANCE = 0.9 * 0.05;
    private static final double SIZE_TOLERANCE = 0.9 * 0.001;
    /** In longer clips float times of finer steps would coincide. */
    private static final int MAX_FRAMES = 1 << 18;

    private final float[] rest;
    private final SkinWeights weights;
    private final double[] pivots;
    private final BoneReach reach;
    private final BoneMotion motion;
    private final AffineTracker tracker;
    private final double floor;
    private final double ofStep;
    /** The state of the bones in which a vertex was last within tolerance: several bones share a vertex. */
    private final int[] found;

    /** Incremented whenever a vertex may move: another interval or another key. */
    private int state;

    /** @param leeway factor on the tolerances above */
    public KeyInserter(SkinnedModel model, BoneReach reach, BoneMotion motion, AffineTracker tracker, double leeway) {
        this.ofStep = leeway * STEP_TOLERANCE;
        this.rest = model.rest().positions();
        this.weights = model.weights();
        this.pivots = model.skeleton().pivots();
        this.reach = reach;
        this.motion = motion;
        this.tracker = tracker;
        this.floor = leeway * SIZE_TOLERANCE * reach.size();
        this.found = new int[model.vertexCount()];
    }

    /**
     * The keys of every bone with the necessary keys in between.
     *
     * @param keys one per frame for every bone
     */
    public List<List<AffineKey>> insertKeys(List<List<AffineKey>> keys) {
        if (motion.frameCount() > MAX_FRAMES) {
            return keys;
        }
        List<List<AffineKey>> all = new ArrayList<>();
        keys.forEach(bone -> all.add(new ArrayList<>(List.of(bone.get(0)))));
        for (int f = 0; f + 1 < motion.frameCount(); f++) {
            int next = f + 1;
            KeyInterval interval = new KeyInterval(
                    all.stream().map(bone -> bone.get(bone.size() - 1)).toList(),
                    keys.stream().map(bone -> bone.get(next)).toList(),
                    tracker);
            do {
                interval.begin();
                visit(interval, f, f, f + 1);
            } while (interval.disturbed());
            for (int j = 0; j < all.size(); j++) {
                List<AffineKey> added = interval.keys(j);
                all.get(j).addAll(added.subList(1, added.size()));
            }
        }
        return all;
    }

    /** Checks the middle of a part of the interval, then its halves if a bone has a key there. */
    private void visit(KeyInterval interval, int f, double from, double to) {
        settle(interval, f, from, to);
        double middle = 0.5 * (from + to);
        if (interval.anyKeyAt(middle) && interval.divisible(from, middle)) {
            visit(interval, f, from, middle);
            visit(interval, f, middle, to);
        }
    }

    /** Inserts keys until no vertex deviates halfway between two times. */
    private void settle(KeyInterval interval, int f, double from, double to) {
        interval.lookAt(from, to);
        state++;
        boolean inserted = true;
        while (inserted) {
            inserted = false;
            for (int j = 0; j < reach.bones(); j++) {
                inserted |= settleBone(interval, f, j, to - from);
            }
        }
    }

    /** A vertex is a convex combination of its bones' positions, so it deviates only if one of them alone would. */
    private boolean settleBone(KeyInterval interval, int f, int j, double span) {
        boolean inserted = false;
        for (int k = reach.start(j); k < reach.start(j + 1); k++) {
            double x = reach.offset(k, 0);
            double y = reach.offset(k, 1);
            double z = reach.offset(k, 2);
            if (interval.squaredNorm(j) * (x * x + y * y + z * z) <= floor * floor) {
                // The remaining vertices are closer to the pivot.
                break;
            }
            if (squaredProduct(interval.miss(j), x, y, z) > floor * floor) {
                inserted |= settleVertex(interval, f, reach.vertex(k), span);
            }
        }
        return inserted;
    }

    private boolean settleVertex(KeyInterval interval, int f, int i, double span) {
        if (found[i] == state) {
            return false;
        }
        int before = state;
        double off = offTogether(interval, i);
        if (off > floor) {
            double allowed = Math.max(floor, ofStep * span * step(i, f));
            while (off > allowed && interval.insert(worst(interval, i))) {
                state++;
                off = offTogether(interval, i);
            }
        }
        found[i] = state;
        return state != before;
    }

    private static double squaredProduct(double[] m, double x, double y, double z) {
        double a = m[0] * x + m[1] * y + m[2] * z;
        double b = m[3] * x + m[4] * y + m[5] * z;
        double c = m[6] * x + m[7] * y + m[8] * z;
        return a * a + b * b + c * c;
    }

    /** The deviation of vertex i with all its bones. */
    private double offTogether(KeyInterval interval, int i) {
        double x = 0;
        double y = 0;
        double z = 0;
        int k = weights.influences();
        for (int at = i * k; at < (i + 1) * k && weights.weights()[at] > 0; at++) {
            int j = weights.bones()[at];
            double w = weights.weights()[at];
            x += w * off(interval.miss(j), 0, i, j);
            y += w * off(interval.miss(j), 3, i, j);
            z += w * off(interval.miss(j), 6, i, j);
        }
        return length(x, y, z);
    }

    /** The bone that contributes most to the deviation of vertex i and can still get a key. */
    private int worst(KeyInterval interval, int i) {
        int worst = weights.bones()[i * weights.influences()];
        double most = 0;
        int k = weights.influences();
        for (int at = i * k; at < (i + 1) * k && weights.weights()[at] > 0; at++) {
            int j = weights.bones()[at];
            double[] miss = interval.miss(j);
            double share = weights.weights()[at] * length(off(miss, 0, i, j), off(miss, 3, i, j), off(miss, 6, i, j));
            if (share > most && interval.canInsert(j)) {
                most = share;
                worst = j;
            }
        }
        return worst;
    }

    /** A row of a bone's deviation times the vertex's position relative to the pivot. */
    private double off(double[] miss, int row, int i, int j) {
        return miss[row] * (rest[3 * i] - pivots[3 * j])
                + miss[row + 1] * (rest[3 * i + 1] - pivots[3 * j + 1])
                + miss[row + 2] * (rest[3 * i + 2] - pivots[3 * j + 2]);
    }

    /** Distance of vertex i between frames f and f + 1. */
    private double step(int i, int f) {
        double x = 0;
        double y = 0;
        double z = 0;
        int k = weights.influences();
        double[] m = motion.matrices();
        for (int at = i * k; at < (i + 1) * k && weights.weights()[at] > 0; at++) {
            int a = motion.offset(f, weights.bones()[at]);
            int b = motion.offset(f + 1, weights.bones()[at]);
            double w = weights.weights()[at];
            x += w * row(m, a, b, i);
            y += w * row(m, a + 4, b + 4, i);
            z += w * row(m, a + 8, b + 8, i);
        }
        return length(x, y, z);
    }

    private double row(double[] m, int a, int b, int i) {
        return (m[b] - m[a]) * rest[3 * i]
                + (m[b + 1] - m[a + 1]) * rest[3 * i + 1]
                + (m[b + 2] - m[a + 2]) * rest[3 * i + 2]
                + (m[b + 3] - m[a + 3]);
    }

    private static double length(double x, double y, double z) {
        return Math.sqrt(x * x + y * y + z * z);
    }

    /** All bones between two frames: the keys of each so far, and the deviation of each from the mean in the middle of the current part. */
    private static final class KeyInterval {
        /** Minimum distance of two keys in frames. */
        private static final double MIN_KEY_DISTANCE = 1.0 / 32;

        private final AffineTracker tracker;
        private final Halfway halfway = new Halfway();
        private final List<List<AffineKey>> keys = new ArrayList<>();
        /** 3×3 per bone. */
        private final double[][] misses;

        private final double[] squaredNorms;
        private final double[] spare = new double[9];
        private double from;
        private double to;
        private boolean disturbed;

        /**
         * @param before the key of every bone in the first frame
         * @param after the key of every bone in the second, renamed to follow the first
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

        /** Starts a round over all parts. */
        void begin() {
            disturbed = false;
        }

        /** Whether a key of this round is outside the middle of its part: then earlier checks may be invalid. */
        boolean disturbed() {
            return disturbed;
        }

        /** The keys of bone j, including those of the two frames. */
        List<AffineKey> keys(int j) {
            return keys.get(j);
        }

        boolean anyKeyAt(double frame) {
            return keys.stream().anyMatch(bone -> bone.stream().anyMatch(key -> key.frame() == frame));
        }

        /** Whether a part is long enough for a key in its middle. */
        boolean divisible(double start, double end) {
            return end - start > 1.5 * MIN_KEY_DISTANCE;
        }

        void lookAt(double start, double end) {
            from = start;
            to = end;
            for (int j = 0; j < misses.length; j++) {
                update(j);
            }
        }

        /** The matrix of bone j in the middle of the part minus the mean of those at its ends. */
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

        /** The first key after a time, or the last of all. */
        private int after(int j, double frame) {
            List<AffineKey> bone = keys.get(j);
            int after = 1;
            while (after < bone.size() - 1 && bone.get(after).frame() <= frame) {
                after++;
            }
            return after;
        }

        /** Renames the keys of bone j from k on to follow the one before. */
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

        /**
         * Adds a key of bone j in the middle of the interval that contains the current part; false if it has one or the interval is too
         * short.
         */
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

    /** Interpolates between two affine keys like a player. Not thread-safe. */
    static final class Halfway {
        private final double[] q = new double[4];
        private final double[] left = new double[9];
        private final double[] right = new double[9];
        private final double[] miss = new double[9];

        /**
         * The 3×3 part halfway between two keys minus the mean of theirs, row-major; the pivot itself never deviates. Overwritten by the
         * next call.
         */
        double[] miss(AffineKey a, double[] global, double[] u, double[] sigma, double[] v) {
            middle(a.u(), u, left);
            middle(a.v(), v, right);
            for (int c = 0; c < 3; c++) {
                scaleColumn(c, 0.5 * (a.sigma()[c] + sigma[c]));
            }
            product(miss);
            for (int r = 0; r < 3; r++) {
                for (int c = 0; c < 3; c++) {
                    miss[3 * r + c] -= 0.5 * (a.global()[4 * r + c] + global[4 * r + c]);
                }
            }
            return miss;
        }

        /**
         * The 3×3 part at fraction t between two keys.
         *
         * @param out 9 numbers, row-major, modified
         */
        void matrix(AffineKey a, AffineKey b, double t, double[] out) {
            Quaternions.slerp(a.u(), 0, b.u(), 0, t, q, 0);
            Quaternions.toMatrix(q, 0, left, 0, 3);
            Quaternions.slerp(a.v(), 0, b.v(), 0, t, q, 0);
            Quaternions.toMatrix(q, 0, right, 0, 3);
            for (int c = 0; c < 3; c++) {
                scaleColumn(c, (1 - t) * a.sigma()[c] + t * b.sigma()[c]);
            }
            product(out);
        }

        private void scaleColumn(int c, double s) {
            left[c] *= s;
            left[3 + c] *= s;
            left[6 + c] *= s;
        }

        /** left·rightᵀ */
        private void product(double[] out) {
            for (int r = 0; r < 9; r += 3) {
                for (int c = 0; c < 3; c++) {
                    out[r + c] =
                            left[r] * right[3 * c] + left[r + 1] * right[3 * c + 1] + left[r + 2] * right[3 * c + 2];
                }
            }
        }

        /** Normalising the sum of two unit quaternions is slerp halfway, without its angles. */
        private void middle(double[] a, double[] b, double[] matrix) {
            double sign = Quaternions.dot(a, 0, b, 0) < 0 ? -1 : 1;
            for (int k = 0; k < 4; k++) {
                q[k] = a[k] + sign * b[k];
            }
            Quaternions.normalise(q, 0);
            Quaternions.toMatrix(q, 0, matrix, 0, 3);
        }

        static double squaredNorm(double[] m) {
            double sum = 0;
            for (double x : m) {
                sum += x * x;
            }
            return sum;
        }
    }
}
