package dev.sinew.job.batch;

import dev.sinew.job.Job;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Files that are not on this machine, such as {@code hdfs://host:9000/caches/cape.abc}. Each has a name here, in a folder that mirrors the places there: first
 * as an empty file, with its content once it is brought. So everything else works with files of this machine, and code that knows that some are elsewhere brings
 * them before, and puts what was made there after. For files that are really here nothing of this does anything.
 */
public interface RemoteFiles {
    /** All files are here. */
    RemoteFiles NOWHERE = new RemoteFiles() {};

    /** What this process has. */
    static RemoteFiles current() {
        return Current.value;
    }

    /** From now on, for all threads. */
    static void become(RemoteFiles places) {
        Current.value = places;
    }

    /** Text with the names that such files have here: a word of a command line, a line of JSON. */
    default String local(String text) {
        return text;
    }

    /** Text with the names that such files have there, for people and for other machines. */
    default String described(String text) {
        return text;
    }

    /** Every file that a job will read, by its name here. */
    static List<Path> filesOf(Job<?> job) {
        return Hashes.files(job);
    }

    /** The names in a folder and below it, or beside a file. */
    default void list(Path place, boolean below) {}

    /** The current content of a file; no file if it does not exist. */
    default void bring(Path file) {}

    /** What changes when the file there does; empty for files that are here. */
    default Optional<String> stamp(Path file) {
        return Optional.empty();
    }

    /** Brings files, which stay until as many have let go of them. */
    default Held hold(List<Path> files) {
        return () -> {};
    }

    /** Files that are needed here. */
    interface Held extends AutoCloseable {
        @Override
        void close();
    }

    /** Writes a file there as it is here: whole or not at all. */
    default void put(Path file) {}

    /** Moves a file there that was {@link #put}; one that has that name is replaced. */
    default void move(Path from, Path to) {}

    /** Deletes a folder there. */
    default void delete(Path folder) {}

    /** Puts there what was written here and is not there yet. */
    default void settle() {}

    /** The one that this process has. */
    final class Current {
        private static volatile RemoteFiles value = NOWHERE;

        private Current() {}
    }
}
