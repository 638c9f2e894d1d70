package dev.sinew.studio.work;

import dev.sinew.run.RefusedException;
import dev.sinew.studio.library.LibraryItem;
import java.util.Locale;

/** Looks at what a job will need before it starts: a sentence now is better than an end without memory later. */
final class Memory {
    /** Frames in single precision, the reduced ones in double, normals beside both, and room to work. */
    private static final double BYTES_A_COORDINATE = 4 + 2 * 8;

    /** Below a file's own size nothing fits, whatever it holds. */
    private static final double TIMES_THE_FILE = 2.5;

    private Memory() {}

    static void require(LibraryItem input) {
        Runtime java = Runtime.getRuntime();
        double needed = needed(input);
        if (needed > java.maxMemory()) {
            throw new RefusedException(String.format(
                    Locale.ROOT,
                    "%s needs about %.1f GB, and Java may use %.1f GB here: take every second frame (range ::2), or start"
                            + " the studio with SINEW_OPTS=-Xmx%.0fg",
                    input.name(),
                    needed * 1e-9,
                    java.maxMemory() * 1e-9,
                    Math.ceil(needed * 1.2e-9)));
        }
    }

    static double needed(LibraryItem input) {
        double coordinates =
                3 * input.fact("vertices").orElse(0.0) * input.fact("frames").orElse(0.0);
        return Math.max(coordinates * BYTES_A_COORDINATE, TIMES_THE_FILE * input.bytes());
    }
}
