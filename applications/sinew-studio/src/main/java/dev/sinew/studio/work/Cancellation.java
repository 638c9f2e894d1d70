package dev.sinew.studio.work;

import dev.sinew.run.CancelledException;

/**
 * Stops what a thread does, soon: solvers ask between steps, and loops that are shared out over threads ({@link dev.sinew.platform.Workers}) end at the next
 * chunk when their thread is interrupted. The interrupt reaches only what was begun under it.
 */
public final class Cancellation {
    private Thread thread;
    private volatile boolean requested;

    /** Does something that may be stopped. @throws CancelledException where it was, whatever it met on its way out */
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
                // What comes next on this thread is not meant.
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
