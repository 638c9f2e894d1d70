package dev.sinew.linearize;

import dev.sinew.model.SkinningOperator;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;

/**
 * What a linearisation is asked for.
 *
 * @param goal how many blend bones, or how small an error
 * @param operator the nonlinear operator to be reproduced
 * @param effort its loop is that after each added bone; at the end a bone is settled when a step gains less than the tolerance's part
 *     of the squared error, before that ten times as much
 */
public record LinearizeOptions(Goal goal, SkinningOperator operator, Effort effort)
        implements Effort.Options<LinearizeOptions> {
    /** More would cost more than the nonlinear operator itself. */
    public static final int MAX_BLEND_BONES = 256;

    /** What ends the adding of blend bones. */
    public sealed interface Goal {}

    /** So many blend bones, or fewer where there is nothing left to gain. */
    public record BlendBones(int count) implements Goal {
        public BlendBones {
            Limits.requireWithin("blend bones", count, 0, MAX_BLEND_BONES);
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
        Objects.requireNonNull(effort);
        Objects.requireNonNull(goal);
        Objects.requireNonNull(operator);
    }

    /** Dual quaternion skinning, all processors. */
    public static LinearizeOptions defaults(Goal goal) {
        return new LinearizeOptions(goal, SkinningOperator.DUAL_QUATERNION, Effort.of(40, 1e-3));
    }

    public LinearizeOptions withOperator(SkinningOperator newOperator) {
        return new LinearizeOptions(goal, newOperator, effort);
    }

    @Override
    public LinearizeOptions withEffort(Effort newEffort) {
        return new LinearizeOptions(goal, operator, newEffort);
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
