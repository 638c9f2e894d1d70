package dev.sinew.assimp;

/** The library failed; the message continues one that begins with the file. */
final class NativeFailure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int MAX_CHARS = 300;

    NativeFailure(String reason) {
        super(oneLine(reason));
    }

    private static String oneLine(String text) {
        String line = text == null || text.isBlank()
                ? "no reason given"
                : text.replaceAll("[^\\x20-\\x7e]+", " ").trim();
        return line.length() > MAX_CHARS ? line.substring(0, MAX_CHARS) + "…" : line;
    }
}
