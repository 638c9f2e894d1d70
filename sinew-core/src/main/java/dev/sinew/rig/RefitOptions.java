package dev.sinew.rig;

import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;
import java.util.Set;

/**
 * How a skeleton that is given is solved for.
 *
 * @param influences most weights per vertex
 * @param smooth how much neighbouring vertices want the same weights, as in {@link RigOptions}
 * @param joints whether they may move
 * @param locked names of the bones that keep weights and rotations
 * @param seed where chance decides
 */
public record RefitOptions(int influences, double smooth, Joints joints, Set<String> locked, long seed, Effort effort)
        implements Effort.Options<RefitOptions> {
    /** What becomes of the given joints. */
    public enum Joints {
        /** They stay where they are. */
        KEEP,
        /** Each may move a little, where the motion says so: by at most {@link SkeletonRefit#PLAY} of the size. */
        CORRECT
    }

    public RefitOptions {
        Objects.requireNonNull(joints);
        Objects.requireNonNull(effort);
        locked = Set.copyOf(locked);
        Limits.requireWithin("influences", influences, 1, RigOptions.MAX_INFLUENCES);
        Limits.requireWithin("smooth", smooth, 0, Limits.MAX_SMOOTH);
    }

    /** Four influences, joints as they are given, nothing locked. */
    public static RefitOptions defaults() {
        return new RefitOptions(4, 1e-4, Joints.KEEP, Set.of(), 1, Effort.of(30, 0.003));
    }

    public RefitOptions withInfluences(int value) {
        return new RefitOptions(value, smooth, joints, locked, seed, effort);
    }

    public RefitOptions withSmooth(double value) {
        return new RefitOptions(influences, value, joints, locked, seed, effort);
    }

    public RefitOptions withJoints(Joints value) {
        return new RefitOptions(influences, smooth, value, locked, seed, effort);
    }

    public RefitOptions withLocked(Set<String> value) {
        return new RefitOptions(influences, smooth, joints, value, seed, effort);
    }

    public RefitOptions withSeed(long value) {
        return new RefitOptions(influences, smooth, joints, locked, value, effort);
    }

    @Override
    public RefitOptions withEffort(Effort value) {
        return new RefitOptions(influences, smooth, joints, locked, seed, value);
    }
}
