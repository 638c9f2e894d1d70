package dev.sinew.io.gltf.curve;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what is seen between frames near the straight way: halfway between two keys every vertex stays within 5 % of its
 * step, or 0.1 % of the size if that is more, of the mean of its two positions. Where one would not, the bone that leads
 * it off most gets the mean matrix as a key, and the halves are looked at in turn. A tenth of what is allowed is left for
 * rounding. For one thread.
 *
 * <p>NOTE: small files may stray four times as far, for half a frame: 3,222 instead of 16,788 keys are inserted into a flag of 30
 * bones, 12 instead of 1,179 into horse-gallop/30. To allow what the straight way itself is off a smooth one (Catmull and Rom's)
 * spared 4 % of them and was left out.
 */
public final class KeyInserter {
    private static final double OF_STEP = 0.9 * 0.05;
    private static final double OF_SIZE = 0.9 * 0.001;
    /** In longer clips float times of finer steps would run together. */
    private static final int LONGEST = 1 << 18;

    private final float[] rest;
    private final SkinWeights weights;
    private final double[] pivots;
    private final BoneReach reach;
    private final BoneMotion motion;
    private final AffineTracker tracker;
    private final double floor;
    private final double ofStep;
    /** In which state of the bones a vertex was last found to be near enough: several bones lead to the same vertex. */
    private final int[] found;

    /** Counts what may move a vertex: another part that is looked at, another key. */
    private int state;

    /** @param leeway how many times as far as said above vertices may stray */
    public KeyInserter(SkinnedModel model, BoneReach reach, BoneMotion motion, AffineTracker tracker, double leeway) {
        this.ofStep = leeway * OF_STEP;
        this.rest = model.rest().positions();
        this.weights = model.weights();
        this.pivots = model.skeleton().pivots();
        this.reach = reach;
        this.motion = motion;
        this.tracker = tracker;
        this.floor = leeway * OF_SIZE * reach.size();
        this.found = new int[model.vertexCount()];
    }

    /**
     * The keys of every bone with those in between that are needed.
     *
     * @param keys one per frame for every bone
     */
    public List<List<AffineKey>> withInserted(List<List<AffineKey>> keys) {
        if (motion.frameCount() > LONGEST) {
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

    /** Looks at the middle of a part of the interval, then at its halves where a bone has a key there. */
    private void visit(KeyInterval interval, int f, double from, double to) {
        settle(interval, f, from, to);
        double middle = 0.5 * (from + to);
        if (interval.anyKeyAt(middle) && interval.divisible(from, middle)) {
            visit(interval, f, from, middle);
            visit(interval, f, middle, to);
        }
    }

    /** Inserts keys until no vertex strays halfway between two times. */
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

    /** Only a vertex that one of its bones alone would lead off can be led off by all: it is a convex mix of them. */
    private boolean settleBone(KeyInterval interval, int f, int j, double span) {
        boolean inserted = false;
        for (int k = reach.start(j); k < reach.start(j + 1); k++) {
            double x = reach.offset(k, 0);
            double y = reach.offset(k, 1);
            double z = reach.offset(k, 2);
            if (interval.squaredNorm(j) * (x * x + y * y + z * z) <= floor * floor) {
                // The rest are nearer to the pivot still.
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

    /** How far all its bones lead vertex i off. */
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

    /** The bone that leads vertex i off most and can still be given a key. */
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

    /** A row of a bone's miss times the vertex's place about the pivot. */
    private double off(double[] miss, int row, int i, int j) {
        return miss[row] * (rest[3 * i] - pivots[3 * j])
                + miss[row + 1] * (rest[3 * i + 1] - pivots[3 * j + 1])
                + miss[row + 2] * (rest[3 * i + 2] - pivots[3 * j + 2]);
    }

    /** How far vertex i goes from frame f to f + 1. */
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
}
