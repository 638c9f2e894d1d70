package dev.sinew.handles;

import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;

/**
 * How weights are learnt from examples.
 *
 * @param sparsity λ1 of YLWXG19 eq. 11, at least 0, for shapes scaled to a diagonal of one
 * @param rigidity λ2 of YLWXG19 eq. 11, at least 0
 * @param norm what the sparsity term sums
 * @param locality which handles a vertex may get weights of
 * @param groups groups of edges with a rotation of their own, at least 1; the paper leaves their number open
 * @param shading how much normals weigh beside positions in learning and in the motion that plays the examples: 0 not at all, 1 as usual
 * @param effort its loop ends when the energy falls by less than the tolerance's part in a round
 */
public record LearningOptions(
        double sparsity, double rigidity, Norm norm, Locality locality, int groups, double shading, Effort effort)
        implements Effort.Options<LearningOptions> {
    /** λ1 for a shape of size one. */
    public static final double DEFAULT_SPARSITY = 1e-8;

    /** λ2. */
    public static final double DEFAULT_RIGIDITY = 1e-3;

    public static final int DEFAULT_SHADING = 1;
    public static final int DEFAULT_ITERATIONS = 60;

    public static final double MAX_SHADING = 1000;

    /** Which handles a vertex may get weights of. */
    public enum Locality {
        /** Its own by the smooth weights, and their neighbours. */
        NEAR,
        /** All of them, as in the paper. */
        EVERYWHERE
    }

    /** What the sparsity term sums. */
    public enum Norm {
        /** |L·w|: change of weights is rare (eq. 10). */
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
