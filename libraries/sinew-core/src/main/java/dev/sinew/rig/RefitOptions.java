package dev.sinew.rig;

import dev.sinew.mesh.Importance;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/**
 * How a skeleton that is given is solved for.
 *
 * @param influences most weights per vertex
 * @param smooth how much neighbouring vertices want the same weights, as in {@link RigOptions}
 * @param weights whether they are solved for
 * @param joints whether they may move
 * @param locked names of the bones that keep weights and rotations
 * @param importance how much each vertex counts; all alike without
 * @param seed where chance decides
 */
public record RefitOptions(
        int influences,
        double smooth,
        Weights weights,
        Joints joints,
        Set<String> locked,
        Optional<Importance> importance,
        long seed,
        Effort effort)
        implements Effort.Options<RefitOptions> {
    /** What becomes of the given weights. */
    public enum Weights {
        SOLVE,
        /** They stay, and motion alone is found: further clips of a finished rig. */
        KEEP
    }

    /** What becomes of the given joints. */
    public enum Joints {
        /** They stay where they are. */
        KEEP,
        /** Each may move a little, where the motion says so: by at most {@link SkeletonRefit#PLAY} of the size. */
        CORRECT
    }

    public RefitOptions {
        Objects.requireNonNull(weights);
        Objects.requireNonNull(joints);
        Objects.requireNonNull(effort);
        locked = Set.copyOf(locked);
        Limits.requireWithin("influences", influences, 1, RigOptions.MAX_INFLUENCES);
        Limits.requireWithin("smooth", smooth, 0, Limits.MAX_SMOOTH);
    }

    /** Four influences, joints as they are given, nothing locked. */
    public static RefitOptions defaults() {
        return new RefitOptions(
                4, 1e-4, Weights.SOLVE, Joints.KEEP, Set.of(), Optional.empty(), 1, Effort.of(30, 0.003));
    }

    public RefitOptions withInfluences(int value) {
        return new RefitOptions(value, smooth, weights, joints, locked, importance, seed, effort);
    }

    public RefitOptions withSmooth(double value) {
        return new RefitOptions(influences, value, weights, joints, locked, importance, seed, effort);
    }

    public RefitOptions withWeights(Weights value) {
        return new RefitOptions(influences, smooth, value, joints, locked, importance, seed, effort);
    }

    public RefitOptions withJoints(Joints value) {
        return new RefitOptions(influences, smooth, weights, value, locked, importance, seed, effort);
    }

    public RefitOptions withLocked(Set<String> value) {
        return new RefitOptions(influences, smooth, weights, joints, value, importance, seed, effort);
    }

    public RefitOptions withSeed(long value) {
        return new RefitOptions(influences, smooth, weights, joints, locked, importance, value, effort);
    }

    public RefitOptions withImportance(Optional<Importance> value) {
        return new RefitOptions(influences, smooth, weights, joints, locked, value, seed, effort);
    }

    @Override
    public RefitOptions withEffort(Effort value) {
        return new RefitOptions(influences, smooth, weights, joints, locked, importance, seed, value);
    }
}
