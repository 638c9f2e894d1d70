package dev.sinew.cli;

/** Arguments that make no sense, noticed after parsing. The message is one sentence that names option, value and bound. */
final class WrongUsageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    WrongUsageException(String sentence) {
        super(sentence);
    }

    /** Refuses a number outside {@code min … max}. */
    static int requireWithin(String option, int value, int min, int max) {
        if (value < min || value > max) {
            String bound = max == Integer.MAX_VALUE ? "at least " + min : "from " + min + " to " + max;
            throw new WrongUsageException(option + " " + value + " must be " + bound);
        }
        return value;
    }

    static double requirePositive(String option, double value) {
        if (!(value > 0) || Double.isInfinite(value)) {
            throw new WrongUsageException(option + " " + value + " must be greater than 0");
        }
        return value;
    }
}
