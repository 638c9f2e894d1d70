package dev.sinew.show.view;

/**
 * Size limits of a page. Content that does not fit is thinned, with a note on the page.
 *
 * @param compressedBytes of all buffers, before base64 adds a third
 * @param decodedBytes of the original's positions in the browser's memory
 * @param vertices limit for the 3D view
 */
public record ViewBudget(long compressedBytes, long decodedBytes, int vertices) {
    /** A page of at most 60 MB: 43 MB of buffers are 57.4 MB in base64; the viewer takes half a megabyte. */
    public static final ViewBudget PAGE = new ViewBudget(43_000_000, 400_000_000, 3_000_000);

    public ViewBudget {
        if (compressedBytes < 0 || decodedBytes < 0 || vertices < 0) {
            throw new IllegalArgumentException(
                    "a budget of " + compressedBytes + " and " + decodedBytes + " bytes and " + vertices + " vertices");
        }
    }
}
