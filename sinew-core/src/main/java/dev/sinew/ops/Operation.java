package dev.sinew.ops;

import dev.sinew.run.Progress;

/**
 * Something Sinew does to data.
 *
 * @param name the verb of the command line
 * @param summary one line for a person
 * @param <I> input
 * @param <O> options record
 * @param <R> result
 */
public record Operation<I, O, R>(String name, String summary, Function<I, O, R> function) {
    /** The work itself. Never prints; reports to {@code progress} and stops when asked to. */
    @FunctionalInterface
    public interface Function<I, O, R> {
        R run(I input, O options, Progress progress);
    }

    public R run(I input, O options, Progress progress) {
        return function.run(input, options, progress);
    }
}
