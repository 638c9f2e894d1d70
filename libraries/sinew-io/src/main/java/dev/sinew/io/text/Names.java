package dev.sinew.io.text;

/** Converts names from files for use in messages, lines and file systems. */
public final class Names {
    private Names() {}

    /** The text with a dot for every character that a terminal cannot show. */
    public static String printable(String text) {
        StringBuilder out = new StringBuilder();
        text.codePoints().forEach(c -> out.appendCodePoint(Character.isISOControl(c) ? '.' : c));
        return out.toString();
    }

    /** A name for one line of a text file: no control characters, no leading or trailing blanks, not empty. */
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

    /** A file name: one line, without separators or characters that file systems reject. */
    public static String fileName(String name, String ifEmpty) {
        String line = oneLine(name, ifEmpty).replaceAll("[/\\\\:*?\"<>|]", "_");
        // A leading dot would hide the file, a leading dash would make it an option of its statement.
        return line.startsWith(".") || line.startsWith("-") ? "_" + line.substring(1) : line;
    }
}
