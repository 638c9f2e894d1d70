package dev.sinew.io.gltf;

import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps what is seen between two keys of an affine bone near the straight way: where the halfway point of some vertex
 * would stray from the mean of its two positions, the mean matrix becomes a key, and the halves are looked at in turn.
 *
 * <p>A vertex is a convex mix of its bones, so it is enough that each bone alone stays within what the vertex allows:
 * 5 % of its step or 0.1 % of the size, whichever is more. A tenth of both is left for rounding.
 */
final class KeyInserter {
    private static final double OF_STEP = 0.9 * 0.05;
    private static final double OF_SIZE = 0.9 * 0.001;
    /** Halvings of an interval. */
    private static final int DEPTH = 5;
    /** In longer clips float times of finer steps would run together. */
    private static final int LONGEST = 1 << 18;

    private final float[] rest;
    private final SkinWeights weights;
    private final double[] pivots;
    private final BoneReach reach;
    private final BoneMotion motion;
    private final AffineTracker tracker;
    private final int depth;
    private final Halfway halfway = new Halfway();

    KeyInserter(SkinnedModel model, BoneReach reach, BoneMotion motion, AffineTracker tracker) {
        this.rest = model.rest().positions();
        this.weights = model.weights();
        this.pivots = model.skeleton().pivots();
        this.reach = reach;
        this.motion = motion;
        this.tracker = tracker;
        this.depth = motion.frameCount() > LONGEST ? 0 : DEPTH;
    }

    /** The keys of bone j, one a frame, with those in between that are needed. */
    List<AffineKey> withInserted(int j, List<AffineKey> keys) {
        List<AffineKey> all = new ArrayList<>(keys.size());
        all.add(keys.get(0));
        for (int f = 0; f + 1 < keys.size(); f++) {
            halve(j, f, keys.get(f), keys.get(f + 1), 0, all);
            all.add(keys.get(f + 1));
        }
        return all;
    }

    private void halve(int j, int f, AffineKey a, AffineKey b, int level, List<AffineKey> out) {
        if (level == depth || !strays(j, f, halfway.miss(a, b), Math.scalb(OF_STEP, -level))) {
            return;
        }
        AffineKey middle = tracker.between(a, b);
        halve(j, f, a, middle, level + 1, out);
        out.add(middle);
        halve(j, f, middle, b, level + 1, out);
    }

    /**
     * Whether some vertex of the bone is led off by more than it allows.
     *
     * @param miss 3×3, what the bone does wrong about its pivot
     * @param ofStep part of the vertex's step between frames f and f + 1 that is allowed
     */
    private boolean strays(int j, int f, double[] miss, double ofStep) {
        double floor = OF_SIZE * reach.size();
        double norm = Math.sqrt(Halfway.squaredNorm(miss));
        for (int k = reach.start(j); k < reach.start(j + 1); k++) {
            int i = reach.vertex(k);
            double x = rest[3 * i] - pivots[3 * j];
            double y = rest[3 * i + 1] - pivots[3 * j + 1];
            double z = rest[3 * i + 2] - pivots[3 * j + 2];
            if (norm * Math.sqrt(x * x + y * y + z * z) <= floor) {
                // The rest are nearer to the pivot still.
                return false;
            }
            double off = length(
                    miss[0] * x + miss[1] * y + miss[2] * z,
                    miss[3] * x + miss[4] * y + miss[5] * z,
                    miss[6] * x + miss[7] * y + miss[8] * z);
            if (off > floor && off > ofStep * step(i, f)) {
                return true;
            }
        }
        return false;
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
