package dev.sinew.linearize;

import dev.sinew.model.SkinningOperator;
import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;

/**
 * Options of a linearisation.
 *
 * @param goal number of blend bones or maximum error
 * @param operator the nonlinear operator to reproduce
 * @param effort the loop after each added bone; at the end a bone has converged when a step gains less than the tolerance's fraction of the
 *     squared error, before that ten times as much
 */
public record LinearizeOptions(Goal goal, SkinningOperator operator, Effort effort)
        implements Effort.Options<LinearizeOptions> {
    /** More would be slower than the nonlinear operator itself. */
    public static final int MAX_BLEND_BONES = 256;

    /** When to stop adding blend bones. */
    public sealed interface Goal {}

    /** A fixed number of blend bones, or fewer if there is nothing left to gain. */
    public record BlendBones(int count) implements Goal {
        public BlendBones {
            Limits.requireWithin("blend bones", count, 0, MAX_BLEND_BONES);
        }
    }

    /** The fewest blend bones with an enveloping error on the training poses of at most this. */
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

    /** The maximum number of blend bones. */
    int maxBlendBones() {
        return goal instanceof BlendBones bones ? bones.count() : MAX_BLEND_BONES;
    }

    /** The error at which to stop. */
    double targetError() {
        return goal instanceof Error error ? error.envelopingError() : 0;
    }
}
