package dev.sinew.platform;

import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Runs a loop on several threads in chunks of a fixed size. The assignment of chunks to threads is arbitrary, so tasks write only to their
 * own chunk; callers keep sums per chunk and add them in order. Results then do not depend on the number of threads.
 *
 * <p>Interrupting the caller stops the loop before the next chunk; the interrupt flag stays set.
 */
public final class Workers implements AutoCloseable {
    /** Work on {@code from ≤ i < to}, chunk number {@code chunk}. */
    @FunctionalInterface
    public interface ChunkTask {
        void run(int chunk, int from, int to);
    }

    /** Runs on the calling thread only: nothing to close; for loops that finish before another thread would start. */
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
     * @throws CancellationException if the caller was interrupted; started chunks finish, others do not run
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

    /** One loop shared by several threads: each takes chunks until none are left. */
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

        /** Helper threads do not see the caller's interrupt, so the caller leaves them no chunks. */
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
                    // Running chunks still write to the caller's arrays: wait for them, then restore the interrupt.
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
