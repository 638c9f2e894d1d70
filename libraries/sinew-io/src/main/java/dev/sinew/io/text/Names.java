package dev.sinew.io.text;

/** Names from files made fit for sentences, lines and file systems. */
public final class Names {
    private Names() {}

    /** The same text with a dot for every character that a terminal could not show. */
    public static String printable(String text) {
        StringBuilder shown = new StringBuilder();
        text.codePoints().forEach(c -> shown.appendCodePoint(Character.isISOControl(c) ? '.' : c));
        return shown.toString();
    }

    /** A name for one line of a text file: no control characters, no blanks at its ends, not empty. */
    public static String oneLine(String name, String ifEmpty) {
        StringBuilder kept = new StringBuilder();
        name.codePoints().forEach(c -> kept.appendCodePoint(Character.isISOControl(c) ? '_' : c));
        String line = kept.toString().strip();
        // A backslash at the end of a line would join it with the next one.
        while (line.endsWith("\\")) {
            line = line.substring(0, line.length() - 1).strip();
        }
        return line.isEmpty() ? ifEmpty : line;
    }

    /** A file name: one line, without what separates folders or offends a file system. */
    public static String fileName(String name, String ifEmpty) {
        String line = oneLine(name, ifEmpty).replaceAll("[/\\\\:*?\"<>|]", "_");
        // A dot would hide the file, a dash would make it an option of the statement it stands in.
        return line.startsWith(".") || line.startsWith("-") ? "_" + line.substring(1) : line;
    }
}
