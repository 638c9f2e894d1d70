package dev.sinew.linearize;

import dev.sinew.model.SkinningOperator;
import java.util.Objects;

/**
 * What a linearisation is asked for.
 *
 * @param goal how many blend bones, or how small an error
 * @param operator the nonlinear operator to be reproduced
 * @param maxIterations bound on the steps after each added bone, at least 1
 * @param threads at least 1; results do not depend on it
 */
public record LinearizeOptions(Goal goal, SkinningOperator operator, int maxIterations, int threads) {
    /** More would cost more than the nonlinear operator itself. */
    public static final int MAX_BLEND_BONES = 256;

    /** What ends the adding of blend bones. */
    public sealed interface Goal {}

    /** So many blend bones, or fewer where there is nothing left to gain. */
    public record BlendBones(int count) implements Goal {
        public BlendBones {
            if (count < 0 || count > MAX_BLEND_BONES) {
                throw new IllegalArgumentException("blend bones " + count + " must be from 0 to " + MAX_BLEND_BONES);
            }
        }
    }

    /** As few as bring the enveloping error on the training poses to this or below. */
    public record Error(double envelopingError) implements Goal {
        public Error {
            if (!(envelopingError > 0) || Double.isInfinite(envelopingError)) {
                throw new IllegalArgumentException("error " + envelopingError + " must be positive");
            }
        }
    }

    public LinearizeOptions {
        Objects.requireNonNull(goal);
        Objects.requireNonNull(operator);
        if (maxIterations < 1) {
            throw new IllegalArgumentException("maxIterations " + maxIterations + " must be at least 1");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " must be at least 1");
        }
    }

    /** Dual quaternion skinning, all processors. */
    public static LinearizeOptions defaults(Goal goal) {
        return new LinearizeOptions(
                goal, SkinningOperator.DUAL_QUATERNION, 40, Runtime.getRuntime().availableProcessors());
    }

    public LinearizeOptions withOperator(SkinningOperator newOperator) {
        return new LinearizeOptions(goal, newOperator, maxIterations, threads);
    }

    public LinearizeOptions withMaxIterations(int newMaxIterations) {
        return new LinearizeOptions(goal, operator, newMaxIterations, threads);
    }

    public LinearizeOptions withThreads(int newThreads) {
        return new LinearizeOptions(goal, operator, maxIterations, newThreads);
    }

    /** The most blend bones there may be. */
    int most() {
        return goal instanceof BlendBones bones ? bones.count() : MAX_BLEND_BONES;
    }

    /** The error at which to stop. */
    double enough() {
        return goal instanceof Error error ? error.envelopingError() : 0;
    }
}
