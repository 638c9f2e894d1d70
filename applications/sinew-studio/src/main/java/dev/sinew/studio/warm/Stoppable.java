package dev.sinew.studio.warm;

import dev.sinew.job.desk.Watcher;
import dev.sinew.studio.work.Brake;

/** Sees nothing, and stops when it is told to. */
final class Stoppable implements Watcher {
    private final Brake brake = new Brake();

    void stop() {
        brake.pull();
    }

    void under(Runnable work) {
        brake.under(work);
    }

    @Override
    public boolean cancelled() {
        return brake.pulled();
    }
}
