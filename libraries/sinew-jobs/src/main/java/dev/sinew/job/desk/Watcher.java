package dev.sinew.job.desk;

import dev.sinew.run.Progress.Iterate;
import dev.sinew.run.Progress.Step;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Looks on while a job runs, and may stop it. Everything but {@link #cancelled} is called from the job's thread. */
public interface Watcher {
    /** Sees nothing, never stops. */
    Watcher NOBODY = new Watcher() {};

    /**
     * A part of the job begins.
     *
     * @param name what {@code seconds} calls it: read, solve, write, measure
     * @param what for the person who waits
     */
    default void stage(String name, String what) {}

    /** A solver has come a step further. */
    default void step(Step step) {}

    /** The mesh as it is just now, from solvers that can tell; holds only during the call. */
    default void look(Iterate iterate) {}

    /** Whether the job is to stop. */
    default boolean cancelled() {
        return false;
    }

    /** What the person who looks on calls a field of a request. */
    default String named(String field) {
        return field;
    }

    /** Runs work that puts files into place: whoever ends the process waits for it. */
    default <T> T whileWriting(Supplier<T> work) {
        return work.get();
    }

    /** A file that must not outlive a job that is stopped. */
    default void unfinished(Path file) {}

    /** That file is gone or in its place. */
    default void finished(Path file) {}
}
