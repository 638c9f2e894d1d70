package dev.sinew.sample;

/** Checks what a sample is asked for. */
public final class Request {
    /** Fewer vertices make no shape. */
    public static final int FEWEST_VERTICES = 16;

    /** More would not fit the indices and files around. */
    public static final int MOST_VERTICES = 20_000_000;

    private Request() {}

    public static void check(String sample, int vertices, int frames) {
        if (vertices < FEWEST_VERTICES || vertices > MOST_VERTICES) {
            throw new IllegalArgumentException("sample '" + sample + "' with " + vertices + " vertices, it can have "
                    + FEWEST_VERTICES + " to " + MOST_VERTICES);
        }
        if (frames < 1) {
            throw new IllegalArgumentException(
                    "sample '" + sample + "' with " + frames + " frames, at least 1 is needed");
        }
    }
}
