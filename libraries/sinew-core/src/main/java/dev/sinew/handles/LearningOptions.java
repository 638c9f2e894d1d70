package dev.sinew.handles;

import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;

/**
 * Options for learning weights from examples.
 *
 * @param sparsity λ1 of YLWXG19 eq. 11, at least 0, for shapes scaled to a diagonal of one
 * @param rigidity λ2 of YLWXG19 eq. 11, at least 0
 * @param norm norm of the sparsity term
 * @param locality which handles a vertex may use
 * @param groups groups of edges with a common rotation, at least 1; the paper leaves their number open
 * @param shading weight of normals relative to positions in learning and in the motion of the examples (default: 1; 0 ignores normals)
 * @param effort the loop ends when a round lowers the energy by less than the tolerance's fraction
 */
public record LearningOptions(
        double sparsity, double rigidity, Norm norm, Locality locality, int groups, double shading, Effort effort)
        implements Effort.Options<LearningOptions> {
    /** λ1 for a shape of unit size. */
    public static final double DEFAULT_SPARSITY = 1e-8;

    /** λ2. */
    public static final double DEFAULT_RIGIDITY = 1e-3;

    public static final int DEFAULT_SHADING = 1;
    public static final int DEFAULT_ITERATIONS = 60;

    public static final double MAX_SHADING = 1000;

    /** Which handles a vertex may use. */
    public enum Locality {
        /** Its own by the smooth weights, and their neighbours. */
        NEAR,
        /** All of them, as in the paper. */
        EVERYWHERE
    }

    /** The norm of the sparsity term. */
    public enum Norm {
        /** |L·w|: changes of weights are sparse (eq. 10). */
        L1,
        /** ‖L·w‖²: the ablation of §5.2. */
        L2
    }

    public LearningOptions {
        Objects.requireNonNull(effort);
        Objects.requireNonNull(norm);
        Objects.requireNonNull(locality);
        check("sparsity", sparsity);
        check("rigidity", rigidity);
        Limits.requireAtLeast("groups", groups, 1);
        Limits.requireWithin("shading", shading, 0, MAX_SHADING);
    }

    private static void check(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " " + value + " must be at least 0");
        }
    }

    public static LearningOptions defaults() {
        return new LearningOptions(
                DEFAULT_SPARSITY,
                DEFAULT_RIGIDITY,
                Norm.L1,
                Locality.NEAR,
                30,
                DEFAULT_SHADING,
                Effort.of(DEFAULT_ITERATIONS, 2e-4));
    }

    public LearningOptions withSparsity(double newSparsity) {
        return new LearningOptions(newSparsity, rigidity, norm, locality, groups, shading, effort);
    }

    public LearningOptions withRigidity(double newRigidity) {
        return new LearningOptions(sparsity, newRigidity, norm, locality, groups, shading, effort);
    }

    public LearningOptions withNorm(Norm newNorm) {
        return new LearningOptions(sparsity, rigidity, newNorm, locality, groups, shading, effort);
    }

    public LearningOptions withShading(double newShading) {
        return new LearningOptions(sparsity, rigidity, norm, locality, groups, newShading, effort);
    }

    @Override
    public LearningOptions withEffort(Effort newEffort) {
        return new LearningOptions(sparsity, rigidity, norm, locality, groups, shading, newEffort);
    }
}
