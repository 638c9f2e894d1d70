package dev.sinew.platform;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Spreads a loop over threads in chunks of a fixed size. Which thread takes which chunk is left to chance, so tasks
 * write only to places of their own chunk; sums are kept a chunk and added in order by the caller. Then results do not
 * depend on the number of threads.
 *
 * <p>Who interrupts the caller stops it before its next chunk, however far away the next question of a solver is; the interrupt stays set.
 */
public final class Workers implements AutoCloseable {
    /** Work on {@code from ≤ i < to}, chunk number {@code chunk}. */
    @FunctionalInterface
    public interface ChunkTask {
        void run(int chunk, int from, int to);
    }

    /** The calling thread alone: nothing to close, for loops that end before another thread has woken. */
    public static final Workers CALLER = new Workers(1);

    private final int threads;
    private final ExecutorService pool;

    /** @param threads at least 1; the calling thread is one of them */
    public Workers(int threads) {
        if (threads < 1) {
            throw new IllegalArgumentException("threads " + threads + " must be at least 1");
        }
        this.threads = threads;
        ThreadFactory daemons = task -> {
            Thread thread = new Thread(task, "sinew-worker");
            thread.setDaemon(true);
            return thread;
        };
        this.pool = Executors.newFixedThreadPool(Math.max(1, threads - 1), daemons);
    }

    public int threads() {
        return threads;
    }

    public static int chunks(int n, int size) {
        return (n + size - 1) / size;
    }

    /**
     * Runs the task for every chunk of {@code 0 ≤ i < n} and returns when all are done.
     *
     * @throws CancellationException where the caller was interrupted: chunks that were begun are done, others never are
     */
    public void forChunks(int n, int size, ChunkTask task) {
        int chunks = chunks(n, size);
        stopIfInterrupted();
        if (threads == 1 || chunks < 2) {
            for (int c = 0; c < chunks; c++) {
                stopIfInterrupted();
                task.run(c, c * size, Math.min(n, (c + 1) * size));
            }
            return;
        }
        Share share = new Share(n, size, chunks, task, Math.min(threads, chunks));
        for (int helper = 1; helper < share.takers; helper++) {
            pool.execute(share);
        }
        share.runForCaller();
        share.await();
    }

    private static void stopIfInterrupted() {
        if (Thread.currentThread().isInterrupted()) {
            throw new CancellationException("interrupted");
        }
    }

    @Override
    public void close() {
        pool.shutdown();
    }

    /** One loop being shared out: every taker fetches chunks until none are left. */
    private static final class Share implements Runnable {
        private final int n;
        private final int size;
        private final int chunks;
        private final ChunkTask task;
        private final int takers;
        private final AtomicInteger next = new AtomicInteger();
        private final AtomicReference<Throwable> failure = new AtomicReference<>();
        private final CountDownLatch done;

        Share(int n, int size, int chunks, ChunkTask task, int takers) {
            this.n = n;
            this.size = size;
            this.chunks = chunks;
            this.task = task;
            this.takers = takers;
            this.done = new CountDownLatch(takers);
        }

        @Override
        public void run() {
            run(() -> {});
        }

        /** Helpers cannot see that somebody interrupted the caller; it tells them by leaving no chunk. */
        void runForCaller() {
            run(Workers::stopIfInterrupted);
        }

        private void run(Runnable beforeEach) {
            try {
                for (int c = next.getAndIncrement(); c < chunks; c = next.getAndIncrement()) {
                    beforeEach.run();
                    task.run(c, c * size, Math.min(n, (c + 1) * size));
                }
            } catch (Throwable thrown) {
                failure.compareAndSet(null, thrown);
                next.set(chunks);
            } finally {
                done.countDown();
            }
        }

        void await() {
            boolean interrupted = false;
            while (true) {
                try {
                    done.await();
                    break;
                } catch (InterruptedException e) {
                    // The chunks still write into the caller's arrays: finish first, pass the interrupt on after.
                    interrupted = true;
                }
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
            Throwable thrown = failure.get();
            if (thrown instanceof Error error) {
                throw error;
            }
            if (thrown instanceof RuntimeException exception) {
                throw exception;
            }
        }
    }
}
