package dev.sinew.studio.queue;

import dev.sinew.run.CancelledException;

/**
 * Cancels the work of one thread quickly. Solvers poll between steps, and parallel loops ({@link dev.sinew.platform.Workers}) end
 * at the next chunk when their thread is interrupted. The interrupt only affects work inside {@link #run}.
 */
public final class Cancellation {
    private Thread thread;
    private volatile boolean requested;

    /**
     * Runs work that can be cancelled.
     *
     * @throws CancelledException if it was cancelled, even if the work failed in another way
     */
    public void run(Runnable work) {
        synchronized (this) {
            thread = Thread.currentThread();
        }
        try {
            if (requested) {
                throw new CancelledException();
            }
            work.run();
        } catch (RuntimeException onTheWayOut) {
            throw requested ? new CancelledException() : onTheWayOut;
        } finally {
            synchronized (this) {
                thread = null;
                // Clear the interrupt, so that it does not affect later work on this thread.
                Thread.interrupted();
            }
        }
    }

    public synchronized void request() {
        requested = true;
        if (thread != null) {
            thread.interrupt();
        }
    }

    public boolean requested() {
        return requested;
    }
}
