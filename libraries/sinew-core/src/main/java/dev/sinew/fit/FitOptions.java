package dev.sinew.fit;

import dev.sinew.mesh.Importance;
import dev.sinew.model.BoneType;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import dev.sinew.run.RestMode;
import java.util.Objects;
import java.util.Optional;

/**
 * Options of a fit.
 *
 * @param goal number of bones or maximum error
 * @param boneType what a bone's transform may contain
 * @param influences maximum weights per vertex, 1–16, or every bone: {@link #isDense}
 * @param rest how the rest pose may change
 * @param smooth LD14's ω, smoothness of weights between neighbouring vertices, 0–1000
 * @param shading weight of normals relative to positions, 0–1000 (default: 1; 0 ignores normals)
 * @param importance weight of each vertex in the error; empty if all are equal
 * @param seed random seed
 * @param effort the alternation stops when three iterations improve the error by less than {@code tolerance · (erms + 2)}
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

    /** Fraction of E_RMS + 2 by which three iterations must improve. */
    public static final double DEFAULT_TOLERANCE = 0.004;

    public static final int MAX_INFLUENCES = Limits.MAX_INFLUENCES;

    /** A generous bound that only rejects mistakes. */
    public static final double MAX_SHADING = 1000;

    /** The normal equations are dense in the bones; engines support far fewer bones anyway. */
    public static final int MAX_BONES = 1024;

    /** As many influences as there can be bones. */
    private static final int EVERY_BONE = MAX_BONES;

    /** Either the number of bones or the error to reach. */
    public sealed interface Goal {}

    /** A fixed number of bones, or fewer if the data does not support them. */
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

    /** Default options with a number of bones. */
    public static FitOptions bones(int count) {
        return defaults(new Bones(count));
    }

    /** Affine bones, four influences, solved rest pose, all processors. */
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

    /** Lets every bone influence every vertex. */
    public FitOptions withEveryBone() {
        return withInfluences(EVERY_BONE);
    }

    /** Whether every bone may influence every vertex. */
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
