package dev.sinew.fit;

import dev.sinew.mesh.Importance;
import dev.sinew.model.BoneType;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import dev.sinew.run.RestMode;
import java.util.Objects;
import java.util.Optional;

/**
 * What a fit is asked for.
 *
 * @param goal how many bones, or how small an error
 * @param boneType what a bone may do
 * @param influences most weights a vertex may have, 1 to 16, or of every bone: {@link #isDense}
 * @param rest what may happen to the rest pose
 * @param smooth LD14's ω, how much neighbouring vertices want the same weights, 0 to 1000
 * @param shading how much normals weigh beside positions, 0 to 1000: 0 not at all, 1 as usual
 * @param importance how much each vertex counts; all alike without
 * @param seed where chance decides, it starts here
 * @param effort its loop is the alternation, which ends when three steps gain less than the tolerance's part of {@code erms + 2}
 */
public record FitOptions(
        Goal goal,
        BoneType boneType,
        int influences,
        RestMode rest,
        double smooth,
        double shading,
        Optional<Importance> importance,
        long seed,
        Effort effort)
        implements Effort.Options<FitOptions> {
    public static final int DEFAULT_INFLUENCES = 4;

    public static final int DEFAULT_SMOOTH = 0;
    public static final int DEFAULT_SHADING = 1;
    public static final int DEFAULT_ITERATIONS = 90;

    /** Fraction of E_RMS + 2 that three iterations must gain. */
    public static final double DEFAULT_TOLERANCE = 0.004;

    public static final int MAX_INFLUENCES = Limits.MAX_INFLUENCES;

    /** Far beyond what anybody would want. */
    public static final double MAX_SHADING = 1000;

    /** The normal equations are dense in the bones; engines stop far below this anyway. */
    public static final int MAX_BONES = 1024;

    /** As many influences as there can be bones. */
    private static final int EVERY_BONE = MAX_BONES;

    /** What ends the search for the number of bones. */
    public sealed interface Goal {}

    /** So many bones, or fewer where the data does not support them. */
    public record Bones(int count) implements Goal {
        public Bones {
            Limits.requireWithin("bones", count, 1, MAX_BONES);
        }
    }

    /** The smallest number of bones whose {@code erms} is at most this. */
    public record Error(double erms) implements Goal {
        public Error {
            if (!(erms > 0) || Double.isInfinite(erms)) {
                throw new IllegalArgumentException("error " + erms + " must be positive");
            }
        }
    }

    public FitOptions {
        Objects.requireNonNull(effort);
        Objects.requireNonNull(goal);
        Objects.requireNonNull(boneType);
        Objects.requireNonNull(rest);
        Objects.requireNonNull(importance);
        if (influences < 1 || (influences > MAX_INFLUENCES && influences != EVERY_BONE)) {
            throw new IllegalArgumentException("influences " + influences + " must be from 1 to " + MAX_INFLUENCES);
        }
        Limits.requireWithin("smooth", smooth, 0, Limits.MAX_SMOOTH);
        Limits.requireWithin("shading", shading, 0, MAX_SHADING);
    }

    /** Defaults with a number of bones. */
    public static FitOptions bones(int count) {
        return defaults(new Bones(count));
    }

    /** Affine bones, four influences, rest pose solved, all processors. */
    public static FitOptions defaults(Goal goal) {
        return new FitOptions(
                goal,
                BoneType.AFFINE,
                DEFAULT_INFLUENCES,
                RestMode.SOLVE,
                DEFAULT_SMOOTH,
                DEFAULT_SHADING,
                Optional.empty(),
                Effort.DEFAULT_SEED,
                Effort.of(DEFAULT_ITERATIONS, DEFAULT_TOLERANCE));
    }

    public FitOptions withGoal(Goal newGoal) {
        return new FitOptions(newGoal, boneType, influences, rest, smooth, shading, importance, seed, effort);
    }

    public FitOptions withBoneType(BoneType newBoneType) {
        return new FitOptions(goal, newBoneType, influences, rest, smooth, shading, importance, seed, effort);
    }

    public FitOptions withInfluences(int newInfluences) {
        return new FitOptions(goal, boneType, newInfluences, rest, smooth, shading, importance, seed, effort);
    }

    /** Every bone may move every vertex. */
    public FitOptions withEveryBone() {
        return withInfluences(EVERY_BONE);
    }

    /** Whether every bone may move every vertex. */
    public boolean isDense() {
        return influences == EVERY_BONE;
    }

    public FitOptions withRest(RestMode newRest) {
        return new FitOptions(goal, boneType, influences, newRest, smooth, shading, importance, seed, effort);
    }

    public FitOptions withSmooth(double newSmooth) {
        return new FitOptions(goal, boneType, influences, rest, newSmooth, shading, importance, seed, effort);
    }

    public FitOptions withShading(double newShading) {
        return new FitOptions(goal, boneType, influences, rest, smooth, newShading, importance, seed, effort);
    }

    public FitOptions withSeed(long newSeed) {
        return new FitOptions(goal, boneType, influences, rest, smooth, shading, importance, newSeed, effort);
    }

    public FitOptions withImportance(Optional<Importance> newImportance) {
        return new FitOptions(goal, boneType, influences, rest, smooth, shading, newImportance, seed, effort);
    }

    @Override
    public FitOptions withEffort(Effort newEffort) {
        return new FitOptions(goal, boneType, influences, rest, smooth, shading, importance, seed, newEffort);
    }
}
