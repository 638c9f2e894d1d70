package dev.sinew.studio.warm;

import dev.sinew.job.desk.Watcher;

/** Sees nothing, and stops when it is told to. */
final class Stoppable implements Watcher {
    private volatile boolean stopped;

    void stop() {
        stopped = true;
    }

    @Override
    public boolean cancelled() {
        return stopped;
    }
}
