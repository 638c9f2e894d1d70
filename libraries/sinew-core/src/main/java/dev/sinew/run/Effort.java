package dev.sinew.run;

import dev.sinew.platform.Machine;

/**
 * How hard a solver works.
 *
 * @param threads at least 1; results do not depend on it
 * @param maxIterations bound on the loop, 1 to {@link #MAX_ITERATIONS}
 * @param tolerance the loop stops when it gains less than this fraction, 0–1; each solver documents of what
 */
public record Effort(int threads, int maxIterations, double tolerance) {
    /** Random seed of every solver that uses one. */
    public static final int DEFAULT_SEED = 1;

    /** Larger values are mistakes: no loop gains anything after some hundreds of iterations. */
    public static final int MAX_ITERATIONS = 100_000;

    public Effort {
        requireThreads(threads);
        Limits.requireWithin("maxIterations", maxIterations, 1, MAX_ITERATIONS);
        Limits.requireWithin("tolerance", tolerance, 0, 1);
    }

    /** Uses all processors. */
    public static Effort of(int maxIterations, double tolerance) {
        return new Effort(Machine.processors(), maxIterations, tolerance);
    }

    /** For options of solvers without a loop. */
    public static void requireThreads(int threads) {
        Limits.requireAtLeast("threads", threads, 1);
    }

    /**
     * Options of a solver with a loop.
     *
     * @param <O> the type of the options
     */
    public interface Options<O> {
        Effort effort();

        O withEffort(Effort newEffort);

        default int threads() {
            return effort().threads;
        }

        default int maxIterations() {
            return effort().maxIterations;
        }

        default double tolerance() {
            return effort().tolerance;
        }

        default O withThreads(int newThreads) {
            return withEffort(new Effort(newThreads, maxIterations(), tolerance()));
        }

        default O withMaxIterations(int newMaxIterations) {
            return withEffort(new Effort(threads(), newMaxIterations, tolerance()));
        }

        default O withTolerance(double newTolerance) {
            return withEffort(new Effort(threads(), maxIterations(), newTolerance));
        }
    }
}
