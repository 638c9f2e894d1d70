package dev.sinew.handles;

import java.util.Objects;

/**
 * How weights are learnt from examples.
 *
 * @param sparsity λ1 of YLWXG19 eq. 11, at least 0, for shapes scaled to a diagonal of one
 * @param rigidity λ2 of YLWXG19 eq. 11, at least 0
 * @param norm what the sparsity term sums
 * @param locality which handles a vertex may get weights of
 * @param groups groups of edges with a rotation of their own, at least 1; the paper leaves their number open
 * @param iterations bound on the outer loop, at least 1
 * @param tolerance the loop ends when the energy falls by less than this part in a round
 * @param threads at least 1; results do not depend on it
 */
public record LearningOptions(
        double sparsity,
        double rigidity,
        Norm norm,
        Locality locality,
        int groups,
        int iterations,
        double tolerance,
        int threads) {
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
        Objects.requireNonNull(norm);
        Objects.requireNonNull(locality);
        check("sparsity", sparsity);
        check("rigidity", rigidity);
        check("tolerance", tolerance);
        if (groups < 1) {
            throw new IllegalArgumentException("groups " + groups + " must be at least 1");
        }
        if (iterations < 1) {
            throw new IllegalArgumentException("iterations " + iterations + " must be at least 1");
        }
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " must be at least 1");
        }
    }

    private static void check(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " " + value + " must be at least 0");
        }
    }

    public static LearningOptions defaults() {
        return new LearningOptions(
                1e-8,
                1e-3,
                Norm.L1,
                Locality.NEAR,
                30,
                60,
                2e-4,
                Runtime.getRuntime().availableProcessors());
    }

    public LearningOptions withSparsity(double newSparsity) {
        return new LearningOptions(newSparsity, rigidity, norm, locality, groups, iterations, tolerance, threads);
    }

    public LearningOptions withRigidity(double newRigidity) {
        return new LearningOptions(sparsity, newRigidity, norm, locality, groups, iterations, tolerance, threads);
    }

    public LearningOptions withNorm(Norm newNorm) {
        return new LearningOptions(sparsity, rigidity, newNorm, locality, groups, iterations, tolerance, threads);
    }

    public LearningOptions withLocality(Locality newLocality) {
        return new LearningOptions(sparsity, rigidity, norm, newLocality, groups, iterations, tolerance, threads);
    }

    public LearningOptions withGroups(int newGroups) {
        return new LearningOptions(sparsity, rigidity, norm, locality, newGroups, iterations, tolerance, threads);
    }

    public LearningOptions withIterations(int newIterations) {
        return new LearningOptions(sparsity, rigidity, norm, locality, groups, newIterations, tolerance, threads);
    }

    public LearningOptions withThreads(int newThreads) {
        return new LearningOptions(sparsity, rigidity, norm, locality, groups, iterations, tolerance, newThreads);
    }
}
