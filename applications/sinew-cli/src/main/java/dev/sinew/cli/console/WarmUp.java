package dev.sinew.cli.console;

import dev.sinew.fit.FitWarmUp;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Uses the time in which a process starts up and reads its input, when a core has nothing to do, to get the solver
 * compiled: half of a short fit's time would go into that otherwise.
 */
public final class WarmUp {
    private static final Set<String> VERBS_THAT_FIT = Set.of("fit", "rig", "demo");
    private static final AtomicReference<FitWarmUp> RUNNING = new AtomicReference<>();

    private WarmUp() {}

    public static void startFor(String... arguments) {
        boolean fits = arguments.length > 1 && VERBS_THAT_FIT.contains(arguments[0]);
        if (fits
                && !Boolean.getBoolean("sinew.coldStart")
                && Runtime.getRuntime().availableProcessors() > 1) {
            RUNNING.set(FitWarmUp.start());
        }
    }

    /** The real work begins. */
    public static void stop() {
        FitWarmUp running = RUNNING.getAndSet(null);
        if (running != null) {
            running.close();
        }
    }
}
