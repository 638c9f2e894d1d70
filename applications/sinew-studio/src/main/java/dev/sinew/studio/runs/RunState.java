package dev.sinew.studio.runs;

import java.util.Locale;

/** How far a run has come. */
public enum RunState {
    QUEUED,
    RUNNING,
    DONE,
    /** What was asked could not be done; a sentence says why. */
    FAILED,
    /** Somebody stopped it. */
    CANCELLED,
    /** The studio ended while it was queued or running. */
    LOST;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
