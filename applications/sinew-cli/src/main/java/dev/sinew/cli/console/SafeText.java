package dev.sinew.cli.console;

import dev.sinew.job.batch.RemoteFiles;

/**
 * Text as it may go to a terminal. Names come out of files, and a file may name a bone by an escape sequence that recolours
 * the screen, a line end that forges a second message, or a mark that turns the writing around.
 */
public final class SafeText {
    private static final char STAND_IN = '\uFFFD';

    private SafeText() {}

    /** One line, without anything that a terminal obeys. */
    static String line(String said) {
        String text = RemoteFiles.current().described(said);
        StringBuilder line = null;
        for (int k = 0; k < text.length(); k++) {
            if (isUnruly(text, k)) {
                line = line == null ? new StringBuilder(text) : line;
                line.setCharAt(k, STAND_IN);
            }
        }
        return line == null ? text : line.toString();
    }

    /** JSON with the same characters escaped, which says the same; its own line ends stay. */
    public static String json(String said) {
        String text = RemoteFiles.current().described(said);
        StringBuilder json = new StringBuilder();
        for (int k = 0; k < text.length(); k++) {
            char c = text.charAt(k);
            if (c != '\n' && c != '\r' && isUnruly(text, k)) {
                json.append(String.format("\\u%04x", (int) c));
            } else {
                json.append(c);
            }
        }
        return json.toString();
    }

    /** Controls, marks of direction and other invisible ones, line and paragraph ends, halves of letters. */
    private static boolean isUnruly(String text, int at) {
        char c = text.charAt(at);
        return switch (Character.getType(c)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
            // Joiners, which Persian words and some pictographs are written with, do no harm.
            case Character.FORMAT -> c != '\u200C' && c != '\u200D';
            case Character.SURROGATE -> isUnrulySurrogate(text, at);
            default -> false;
        };
    }

    private static boolean isUnrulySurrogate(String text, int at) {
        boolean high = Character.isHighSurrogate(text.charAt(at));
        int start = high ? at : at - 1;
        if (start < 0
                || start + 1 >= text.length()
                || !Character.isSurrogatePair(text.charAt(start), text.charAt(start + 1))) {
            return true;
        }
        return Character.getType(text.codePointAt(start)) == Character.FORMAT;
    }
}
