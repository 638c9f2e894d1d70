package dev.sinew.job.run;

import dev.sinew.run.Progress.Iterate;
import dev.sinew.run.Progress.Step;
import java.nio.file.Path;
import java.util.function.Supplier;

/** Observes a job, and may cancel it. All methods but {@link #cancelled} are called from the thread of the job. */
public interface JobListener {
    /** Ignores everything, never cancels. */
    JobListener NOBODY = new JobListener() {};

    /**
     * A part of the job begins.
     *
     * @param name what {@code seconds} calls it: read, solve, write, measure
     * @param what in words, for a person
     */
    default void stage(String name, String what) {}

    /** A solver has finished an iteration. */
    default void step(Step step) {}

    /** The mesh as it is just now, from solvers that can tell; holds only during the call. */
    default void preview(Iterate iterate) {}

    /** Whether to cancel the job. */
    default boolean cancelled() {
        return false;
    }

    /** The name of a field of a request in this front end. */
    default String named(String field) {
        return field;
    }

    /** Runs an action that moves files into place; the process must not end before it is done. */
    default <T> T whileWriting(Supplier<T> action) {
        return action.get();
    }

    /** A temporary file that must be deleted if the job does not finish. */
    default void unfinished(Path file) {}

    /** That file has been deleted or moved into place. */
    default void finished(Path file) {}
}
