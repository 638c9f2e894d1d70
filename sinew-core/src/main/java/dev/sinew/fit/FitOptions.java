package dev.sinew.fit;

import dev.sinew.model.BoneType;
import dev.sinew.run.RestMode;
import java.util.Objects;

/**
 * What a fit is asked for.
 *
 * @param goal how many bones, or how small an error
 * @param boneType what a bone may do
 * @param influences most weights a vertex may have, 1 to 16, or {@link #DENSE}
 * @param rest what may happen to the rest pose
 * @param smooth LD14's ω, how much neighbouring vertices want the same weights, at least 0
 * @param maxIterations bound on the alternation, at least 1
 * @param tolerance the alternation ends when three steps gain less than this part of {@code erms + 2}, 0 to 1
 * @param threads at least 1; results do not depend on it
 * @param seed where chance decides, it starts here
 */
public record FitOptions(
        Goal goal,
        BoneType boneType,
        int influences,
        RestMode rest,
        double smooth,
        int maxIterations,
        double tolerance,
        int threads,
        long seed) {
    public static final int MAX_INFLUENCES = 16;

    /** The normal equations are dense in the bones; engines stop far below this anyway. */
    public static final int MAX_BONES = 1024;

    /** As many influences as there can be bones: every bone may move every vertex. */
    public static final int DENSE = MAX_BONES;

    /** What ends the search for the number of bones. */
    public sealed interface Goal {}

    /** So many bones, or fewer where the data does not support them. */
    public record Bones(int count) implements Goal {
        public Bones {
            if (count < 1 || count > MAX_BONES) {
                throw new IllegalArgumentException("bones " + count + " must be from 1 to " + MAX_BONES);
            }
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
        Objects.requireNonNull(goal);
        Objects.requireNonNull(boneType);
        Objects.requireNonNull(rest);
        if (influences < 1 || (influences > MAX_INFLUENCES && influences != DENSE)) {
            throw new IllegalArgumentException("influences " + influences + " must be from 1 to " + MAX_INFLUENCES);
        }
        if (!(smooth >= 0) || Double.isInfinite(smooth)) {
            throw new IllegalArgumentException("smooth " + smooth + " must be at least 0");
        }
        if (maxIterations < 1) {
            throw new IllegalArgumentException("maxIterations " + maxIterations + " must be at least 1");
        }
        if (!(tolerance >= 0 && tolerance <= 1)) {
            throw new IllegalArgumentException("tolerance " + tolerance + " must be from 0 to 1");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " must be at least 1");
        }
    }

    /** Affine bones, four influences, rest pose solved, all processors. */
    public static FitOptions defaults(Goal goal) {
        return new FitOptions(
                goal,
                BoneType.AFFINE,
                4,
                RestMode.SOLVE,
                0,
                90,
                0.004,
                Runtime.getRuntime().availableProcessors(),
                1);
    }

    public FitOptions withGoal(Goal newGoal) {
        return new FitOptions(newGoal, boneType, influences, rest, smooth, maxIterations, tolerance, threads, seed);
    }

    public FitOptions withBoneType(BoneType newBoneType) {
        return new FitOptions(goal, newBoneType, influences, rest, smooth, maxIterations, tolerance, threads, seed);
    }

    public FitOptions withInfluences(int newInfluences) {
        return new FitOptions(goal, boneType, newInfluences, rest, smooth, maxIterations, tolerance, threads, seed);
    }

    public FitOptions withRest(RestMode newRest) {
        return new FitOptions(goal, boneType, influences, newRest, smooth, maxIterations, tolerance, threads, seed);
    }

    public FitOptions withSmooth(double newSmooth) {
        return new FitOptions(goal, boneType, influences, rest, newSmooth, maxIterations, tolerance, threads, seed);
    }

    public FitOptions withMaxIterations(int newMaxIterations) {
        return new FitOptions(goal, boneType, influences, rest, smooth, newMaxIterations, tolerance, threads, seed);
    }

    public FitOptions withTolerance(double newTolerance) {
        return new FitOptions(goal, boneType, influences, rest, smooth, maxIterations, newTolerance, threads, seed);
    }

    public FitOptions withThreads(int newThreads) {
        return new FitOptions(goal, boneType, influences, rest, smooth, maxIterations, tolerance, newThreads, seed);
    }

    public FitOptions withSeed(long newSeed) {
        return new FitOptions(goal, boneType, influences, rest, smooth, maxIterations, tolerance, threads, newSeed);
    }
}
