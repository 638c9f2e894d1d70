package dev.sinew.cli.console;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * Ctrl-C: asks the run to stop, lets it put away what it has open, and deletes what it could not.
 *
 * <p>A shutdown hook rather than a signal handler: the JDK has no supported one, and with a hook the JVM itself ends
 * with 128 + signal.
 */
public class Interruption {
    /** Long enough for a solver to reach its next report, short enough for a person who waits. */
    private static final long UNWIND_SECONDS = 2;

    /** A file that is being written is finished or taken back; only a stuck disk takes longer than this. */
    private static final long WRITE_SECONDS = 60;

    private final CountDownLatch finished = new CountDownLatch(1);
    private final Set<Path> unfinished = ConcurrentHashMap.newKeySet();
    private volatile boolean requested;
    private volatile boolean writing;

    /**
     * Handles Ctrl-C from now on.
     *
     * @param abandoned called if the run does not end in time and so cannot report the interruption
     */
    public void listen(Runnable abandoned) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> stop(abandoned), "sinew-interruption"));
    }

    /** Asks the run to stop; the process goes on. */
    public void request() {
        requested = true;
    }

    public boolean requested() {
        return requested;
    }

    /** The run is over, the JVM may end. */
    public void finished() {
        finished.countDown();
    }

    /** Of one of several runs in this process: requested with that of the process, or alone. */
    public Interruption ofOneRun() {
        Interruption process = this;
        return new Interruption() {
            @Override
            public boolean requested() {
                return super.requested() || process.requested();
            }

            @Override
            public <T> T whileWriting(Supplier<T> action) {
                return process.whileWriting(action);
            }

            @Override
            public void addUnfinished(Path file) {
                process.addUnfinished(file);
            }

            @Override
            public void removeUnfinished(Path file) {
                process.removeUnfinished(file);
            }
        };
    }

    /** Runs work that puts files into place: it is waited for. */
    public <T> T whileWriting(Supplier<T> action) {
        writing = true;
        try {
            return action.get();
        } finally {
            writing = false;
        }
    }

    /** A file that must not outlive an interrupted run. */
    public void addUnfinished(Path file) {
        unfinished.add(file);
    }

    public void removeUnfinished(Path file) {
        unfinished.remove(file);
    }

    private void stop(Runnable abandoned) {
        requested = true;
        boolean ended = false;
        try {
            ended = finished.await(UNWIND_SECONDS, TimeUnit.SECONDS);
            for (long waited = UNWIND_SECONDS; !ended && writing && waited < WRITE_SECONDS; waited++) {
                ended = finished.await(1, TimeUnit.SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        unfinished.forEach(Interruption::deleteQuietly);
        if (!ended) {
            abandoned.run();
        }
    }

    private static void deleteQuietly(Path file) {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            // The JVM is going down and nobody is left to tell.
        }
    }
}
