package dev.sinew.run;

/** Bounds that several solvers share, and checks whose messages name field, value and bound. */
public final class Limits {
    /** Maximum weights per vertex for solvers; engines support four, some eight. */
    public static final int MAX_INFLUENCES = 16;

    /** Maximum smoothing of weights, LD14's ω; far above it all bones become one. */
    public static final double MAX_SMOOTH = 1000;

    private Limits() {}

    public static void requireWithin(String field, int value, int least, int most) {
        if (value < least || value > most) {
            throw new IllegalArgumentException(field + " " + value + " must be from " + least + " to " + most);
        }
    }

    /** @param most finite */
    public static void requireWithin(String field, double value, double least, double most) {
        if (!(value >= least && value <= most)) {
            throw new IllegalArgumentException(
                    field + " " + value + " must be from " + plain(least) + " to " + plain(most));
        }
    }

    public static void requireAtLeast(String field, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(field + " " + value + " must be at least " + least);
        }
    }

    /** Formats whole numbers without a decimal point. */
    private static String plain(double bound) {
        return bound == Math.rint(bound) ? Long.toString((long) bound) : Double.toString(bound);
    }
}
