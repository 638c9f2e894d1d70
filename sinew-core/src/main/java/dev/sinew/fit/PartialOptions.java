package dev.sinew.fit;

import dev.sinew.model.BoneType;
import java.util.Objects;

/**
 * What is to become of a rig that exists already.
 *
 * @param solve what may change
 * @param helperBones how many bones to add; their motion is solved for whatever {@code solve} says, at least 0
 * @param boneType what bones that are solved for may do
 * @param influences most weights a vertex may have, 1 to 16; those of locked vertices may be more
 * @param smooth LD14's ω, how much neighbouring vertices want the same weights, at least 0
 * @param maxIterations bound on the alternation, at least 1
 * @param tolerance the alternation ends when three steps gain less than this part of {@code erms + 2}, 0 to 1
 * @param threads at least 1; results do not depend on it
 */
public record PartialOptions(
        Solve solve,
        int helperBones,
        BoneType boneType,
        int influences,
        double smooth,
        int maxIterations,
        double tolerance,
        int threads) {
    /** What may change. */
    public enum Solve {
        /** Weights; bones move as they do. */
        WEIGHTS,
        /** The motion of the bones; weights stay. */
        MOTION,
        /** Weights and motion. */
        BOTH
    }

    public PartialOptions {
        Objects.requireNonNull(solve);
        Objects.requireNonNull(boneType);
        if (helperBones < 0 || helperBones > FitOptions.MAX_BONES) {
            throw new IllegalArgumentException(
                    "helperBones " + helperBones + " must be from 0 to " + FitOptions.MAX_BONES);
        }
        if (helperBones > 0 && solve != Solve.WEIGHTS) {
            throw new IllegalArgumentException("helper bones need weights and leave the other bones alone: solve "
                    + solve + " must be " + Solve.WEIGHTS);
        }
        if (influences < 1 || influences > FitOptions.MAX_INFLUENCES) {
            throw new IllegalArgumentException(
                    "influences " + influences + " must be from 1 to " + FitOptions.MAX_INFLUENCES);
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

    /** Four influences, no helper bones, all processors. */
    public static PartialOptions defaults(Solve solve, BoneType boneType) {
        return new PartialOptions(
                solve, 0, boneType, 4, 0, 90, 0.004, Runtime.getRuntime().availableProcessors());
    }

    public PartialOptions withHelperBones(int newHelperBones) {
        return new PartialOptions(
                solve, newHelperBones, boneType, influences, smooth, maxIterations, tolerance, threads);
    }

    public PartialOptions withInfluences(int newInfluences) {
        return new PartialOptions(
                solve, helperBones, boneType, newInfluences, smooth, maxIterations, tolerance, threads);
    }

    public PartialOptions withSmooth(double newSmooth) {
        return new PartialOptions(
                solve, helperBones, boneType, influences, newSmooth, maxIterations, tolerance, threads);
    }

    public PartialOptions withMaxIterations(int newMaxIterations) {
        return new PartialOptions(
                solve, helperBones, boneType, influences, smooth, newMaxIterations, tolerance, threads);
    }

    public PartialOptions withTolerance(double newTolerance) {
        return new PartialOptions(
                solve, helperBones, boneType, influences, smooth, maxIterations, newTolerance, threads);
    }

    public PartialOptions withThreads(int newThreads) {
        return new PartialOptions(
                solve, helperBones, boneType, influences, smooth, maxIterations, tolerance, newThreads);
    }
}
