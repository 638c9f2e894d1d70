package dev.sinew.linearize;

import dev.sinew.math.Affine3;
import dev.sinew.math.Quaternions;
import dev.sinew.math.Vec3;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.RestPose;
import dev.sinew.model.Skeleton;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Training poses for a rig without any: every joint is swung both ways about two axes and twisted both ways about its bone, about half of
 * the joints in each pose. In twelve poses every joint takes each of its six extremes once.
 *
 * @param swingDegrees 0–180
 * @param twistDegrees 0–180
 */
public record RangeOfMotion(double swingDegrees, double twistDegrees) {
    /** Degrees. */
    public static final int DEFAULT_SWING = 45;

    /** Degrees. */
    public static final int DEFAULT_TWIST = 60;

    private static final List<Integer> EXTREMES_OF_JOINT = List.of(0, 1, 2, 3, 4, 5);

    private static final int EXTREMES = EXTREMES_OF_JOINT.size();

    /** More than the joints of any rig, so that no two seeds share orders. */
    private static final int SEED_STRIDE = 1_000_003;

    private static final double MAX_DEGREES = 180;

    public RangeOfMotion {
        if (!(swingDegrees >= 0 && swingDegrees <= MAX_DEGREES)
                || !(twistDegrees >= 0 && twistDegrees <= MAX_DEGREES)) {
            throw new IllegalArgumentException("a swing of " + swingDegrees + " and a twist of " + twistDegrees
                    + " degrees must be from 0 to 180");
        }
    }

    /** Default swing and twist, both ways. */
    public static RangeOfMotion defaults() {
        return new RangeOfMotion(DEFAULT_SWING, DEFAULT_TWIST);
    }

    /** Poses of a rig; deterministic. */
    public BoneMotion poses(RestPose rest, int frames) {
        return poses(rest, frames, 0);
    }

    /** The same with the extremes in another order for each seed, so that other joints meet. */
    public BoneMotion poses(RestPose rest, int frames, int seed) {
        Skeleton skeleton = rest.skeleton();
        int bones = skeleton.boneCount();
        Map<Integer, int[]> decks = decks(rest, frames, seed);
        double[] axes = axes(rest);
        double[] moved = new double[Affine3.STRIDE * bones];
        double[] local = new double[Affine3.STRIDE];
        double[] matrices = new double[frames * bones * Affine3.STRIDE];
        for (int f = 0; f < frames; f++) {
            for (int j = 0; j < bones; j++) {
                int at = Affine3.STRIDE * j;
                rotation(decks.get(rest.joints()[j])[f], axes, 9 * j, rest.positions(), 3 * j, local);
                int parent = skeleton.parents()[j];
                if (parent == Skeleton.NONE) {
                    System.arraycopy(local, 0, moved, at, Affine3.STRIDE);
                } else {
                    Affine3.multiply(moved, Affine3.STRIDE * parent, local, 0, moved, at);
                }
                Affine3.multiply(moved, at, rest.matrices(), at, matrices, f * bones * Affine3.STRIDE + at);
            }
        }
        return new BoneMotion(bones, frames, matrices);
    }

    /**
     * The extreme of each joint in each pose, or none. A joint and its parent take turns, so that the vertices between them show each range
     * separately; the order of the extremes differs between joints
     * and between each twelve poses.
     */
    private static Map<Integer, int[]> decks(RestPose rest, int frames, int seed) {
        Map<Integer, int[]> decks = new HashMap<>();
        int[] depths = new int[rest.joints().length];
        for (int j = 0; j < depths.length; j++) {
            int parent = rest.skeleton().parents()[j];
            depths[j] = parent == Skeleton.NONE ? 0 : depths[parent] + 1;
            int turn = depths[j] % 2;
            int number = decks.size();
            decks.computeIfAbsent(rest.joints()[j], key -> {
                Random random = new Random(number + SEED_STRIDE * seed);
                int[] deck = new int[frames];
                List<Integer> order = List.of();
                for (int f = 0; f < frames; f++) {
                    if (f % (2 * EXTREMES) == 0) {
                        order = new ArrayList<>(EXTREMES_OF_JOINT);
                        Collections.shuffle(order, random);
                    }
                    deck[f] = f % 2 == turn ? order.get(f / 2 % EXTREMES) : EXTREMES;
                }
                return deck;
            });
        }
        return decks;
    }

    /** The rotation about a joint that takes it to an extreme: two swings and the twist, each both ways. */
    private void rotation(int extreme, double[] axes, int axesAt, double[] places, int at, double[] out) {
        if (extreme == EXTREMES) {
            Affine3.identity(out, 0);
            return;
        }
        int axis = axesAt + 3 * (extreme / 2);
        double degrees = (extreme / 2 == 2 ? twistDegrees : swingDegrees) * (extreme % 2 == 0 ? 1 : -1);
        double half = Math.toRadians(degrees) / 2;
        double[] q = {
            Math.sin(half) * axes[axis],
            Math.sin(half) * axes[axis + 1],
            Math.sin(half) * axes[axis + 2],
            Math.cos(half)
        };
        Quaternions.toMatrix(q, 0, out, 0, 4);
        for (int r = 0; r < 3; r++) {
            out[4 * r + 3] = places[at + r];
            for (int c = 0; c < 3; c++) {
                out[4 * r + 3] -= out[4 * r + c] * places[at + c];
            }
        }
    }

    /** Nine numbers per bone: two swing axes, and the bone's own twist axis. */
    private static double[] axes(RestPose rest) {
        int bones = rest.skeleton().boneCount();
        double[] axes = new double[9 * bones];
        for (int j = 0; j < bones; j++) {
            double[] d = direction(rest, j);
            int least = Math.abs(d[0]) <= Math.abs(d[1]) && Math.abs(d[0]) <= Math.abs(d[2])
                    ? 0
                    : Math.abs(d[1]) <= Math.abs(d[2]) ? 1 : 2;
            double[] beside = new double[3];
            beside[least] = 1;
            double[] swing = Vec3.unit(Vec3.cross(d, beside));
            System.arraycopy(swing, 0, axes, 9 * j, 3);
            System.arraycopy(Vec3.cross(d, swing), 0, axes, 9 * j + 3, 3);
            System.arraycopy(d, 0, axes, 9 * j + 6, 3);
        }
        return axes;
    }

    /** From the joint to the centroid of its children; at the end of a chain, from its parent to it. */
    private static double[] direction(RestPose rest, int j) {
        int[] parents = rest.skeleton().parents();
        double[] d = new double[3];
        for (int child = j + 1; child < parents.length; child++) {
            for (int x = 0; parents[child] == j && x < 3; x++) {
                d[x] += rest.positions()[3 * child + x] - rest.positions()[3 * j + x];
            }
        }
        if (Vec3.length(d) < 1e-9 && parents[j] != Skeleton.NONE) {
            for (int x = 0; x < 3; x++) {
                d[x] = rest.positions()[3 * j + x] - rest.positions()[3 * parents[j] + x];
            }
        }
        return Vec3.length(d) < 1e-9 ? new double[] {0, 1, 0} : Vec3.unit(d);
    }
}
