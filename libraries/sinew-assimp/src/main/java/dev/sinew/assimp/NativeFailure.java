package dev.sinew.assimp;

/** The library says no: the end of a sentence that begins with the file. */
final class NativeFailure extends Exception {
    private static final long serialVersionUID = 1L;
    private static final int LONGEST = 300;

    NativeFailure(String reason) {
        super(oneLine(reason));
    }

    private static String oneLine(String text) {
        String line = text == null || text.isBlank()
                ? "no reason is given"
                : text.replaceAll("[^\\x20-\\x7e]+", " ").trim();
        return line.length() > LONGEST ? line.substring(0, LONGEST) + "…" : line;
    }
}
