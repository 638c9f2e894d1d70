package dev.sinew.bench;

import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.util.Locale;

/** What was measured on: a time without it says little. */
final class Machine {
    private Machine() {}

    /** Names Java, processors and, where the system tells, the load before the run. */
    static void describe(PrintStream out) {
        double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        String loaded = load < 0 ? "" : String.format(Locale.ROOT, ", load %.1f before the run", load);
        out.println("JDK " + Runtime.version().feature() + ", "
                + Runtime.getRuntime().availableProcessors() + " processors" + loaded + ".");
    }
}
