package dev.sinew.reduce;

import dev.sinew.run.Effort;
import dev.sinew.run.Limits;
import java.util.Objects;

/**
 * Options of a reduction.
 *
 * @param influences K, maximum weights per vertex, at least 1
 * @param threads at least 1; results do not depend on it
 */
public record ReduceOptions(int influences, ReduceMethod method, int threads) {
    public ReduceOptions {
        Objects.requireNonNull(method);
        Limits.requireAtLeast("influences", influences, 1);
        Effort.requireThreads(threads);
    }
}
