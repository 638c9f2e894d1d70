package dev.sinew.solve.reduce;

import dev.sinew.run.Effort;
import java.util.Objects;

/**
 * What a reduction is asked for.
 *
 * @param influences K, most weights a vertex may keep, at least 1
 * @param threads at least 1; results do not depend on it
 */
public record ReduceOptions(int influences, ReduceMethod method, int threads) {
    public ReduceOptions {
        Objects.requireNonNull(method);
        if (influences < 1) {
            throw new IllegalArgumentException("influences " + influences + " must be at least 1");
        }
        Effort.requireThreads(threads);
    }
}
