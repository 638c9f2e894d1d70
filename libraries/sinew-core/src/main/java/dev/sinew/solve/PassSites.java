package dev.sinew.solve;

import java.util.Optional;
import java.util.function.Supplier;

/** Where the passes of a solver that a thread starts are done. Not an option of solvers: who asks for a model need not know, and it is the same. */
public final class PassSites {
    private static final ThreadLocal<PassSite> CURRENT = new ThreadLocal<>();

    private PassSites() {}

    static Optional<PassSite> current() {
        return Optional.ofNullable(CURRENT.get());
    }

    /** Runs work whose solvers, started by this thread, have their passes done there. */
    public static <T> T during(PassSite site, Supplier<T> work) {
        CURRENT.set(site);
        try {
            return work.get();
        } finally {
            CURRENT.remove();
        }
    }
}
