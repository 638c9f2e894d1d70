package dev.sinew.io.usd;

import ch.randelshofer.fastdoubleparser.JavaDoubleParser;
import dev.sinew.io.text.Names;
import dev.sinew.run.RefusedException;
import java.nio.charset.StandardCharsets;

/** The words, numbers and marks of a text layer, one after another. Ends of lines mean no more than spaces. */
final class UsdWords {
    /** What comes next. */
    enum Kind {
        WORD,
        NUMBER,
        STRING,
        ASSET,
        PATH,
        MARK,
        END
    }

    private final String file;
    private final byte[] text;
    private int at;
    private Kind kind = Kind.END;
    private int from;
    private int to;

    UsdWords(String file, byte[] text) {
        this.file = file;
        this.text = text;
        next();
    }

    Kind kind() {
        return kind;
    }

    /** The letters of what comes next, without quotes. */
    String letters() {
        String letters = new String(text, from, to - from, StandardCharsets.UTF_8);
        return kind == Kind.STRING && letters.indexOf('\\') >= 0 ? letters.replaceAll("\\\\(.)", "$1") : letters;
    }

    boolean isMark(char mark) {
        return kind == Kind.MARK && text[from] == mark;
    }

    boolean isWord(String word) {
        return kind == Kind.WORD && letters().equals(word);
    }

    /** Takes the mark that comes next, where it is that one. */
    boolean took(char mark) {
        boolean is = isMark(mark);
        if (is) {
            next();
        }
        return is;
    }

    void require(char mark) {
        if (!took(mark)) {
            throw bad("'" + mark + "' is expected where " + seen() + " stands");
        }
    }

    /** Takes what comes next as a word. */
    String word() {
        if (kind != Kind.WORD) {
            throw bad("a name is expected where " + seen() + " stands");
        }
        String word = letters();
        next();
        return word;
    }

    /** Takes what comes next as a number. */
    double number() {
        if (kind != Kind.NUMBER) {
            throw bad("a number is expected where " + seen() + " stands");
        }
        try {
            double value = JavaDoubleParser.parseDouble(text, from, to - from);
            next();
            return value;
        } catch (NumberFormatException none) {
            throw bad("'" + shortened(letters()) + "' is no number");
        }
    }

    String seen() {
        return kind == Kind.END ? "the end" : "'" + shortened(letters()) + "'";
    }

    private static String shortened(String letters) {
        String line = Names.printable(letters);
        return line.length() > 40 ? line.substring(0, 40) + "…" : line;
    }

    RefusedException bad(String what) {
        int line = 1;
        for (int k = 0; k < Math.min(from, text.length); k++) {
            line += text[k] == '\n' ? 1 : 0;
        }
        return new RefusedException(file + ", line " + line + ": " + what);
    }

    /** Goes on to what comes next. */
    void next() {
        skipSpace();
        from = at;
        if (at >= text.length) {
            kind = Kind.END;
            to = at;
            return;
        }
        byte first = text[at];
        if (first == '"' || first == '\'') {
            quoted(first);
        } else if (first == '@') {
            enclosed(startsWith("@@@") ? "@@@" : "@", Kind.ASSET);
        } else if (first == '<') {
            enclosed(">", Kind.PATH);
        } else if (isDigit(first) || (first == '-' || first == '+' || first == '.') && at + 1 < text.length) {
            number(first);
        } else if (isLetter(first)) {
            wordOf();
        } else {
            kind = Kind.MARK;
            to = ++at;
        }
    }

    private void skipSpace() {
        while (at < text.length) {
            byte b = text[at];
            if (b == '#') {
                while (at < text.length && text[at] != '\n') {
                    at++;
                }
            } else if (b == '/' && startsWith("/*")) {
                int end = indexOf("*/", at + 2);
                at = end < 0 ? text.length : end + 2;
            } else if (b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == ',' || b == ';') {
                at++;
            } else {
                return;
            }
        }
    }

    private void quoted(byte quote) {
        String three = String.valueOf((char) quote).repeat(3);
        kind = Kind.STRING;
        if (startsWith(three)) {
            enclosed(three, Kind.STRING);
            return;
        }
        from = ++at;
        while (at < text.length && text[at] != quote && text[at] != '\n') {
            at += text[at] == '\\' ? 2 : 1;
        }
        if (at >= text.length || text[at] != quote) {
            at = text.length;
            throw bad("a string has no end");
        }
        to = at++;
    }

    private void enclosed(String mark, Kind as) {
        kind = as;
        from = at + mark.length();
        int end = indexOf(mark, from);
        if (end < 0) {
            at = text.length;
            throw bad("'" + mark + "' has no end");
        }
        to = end;
        at = end + mark.length();
    }

    private void number(byte first) {
        int probe = first == '-' || first == '+' ? at + 1 : at;
        if (probe < text.length && isLetter(text[probe])) {
            // -inf
            at = probe;
            wordOf();
            from = probe - 1;
            return;
        }
        kind = Kind.NUMBER;
        while (at < text.length && (isDigit(text[at]) || ".eE+-".indexOf(text[at]) >= 0)) {
            at++;
        }
        to = at;
    }

    private void wordOf() {
        kind = Kind.WORD;
        while (at < text.length && (isLetter(text[at]) || isDigit(text[at]) || ":.-!|".indexOf(text[at]) >= 0)) {
            at++;
        }
        to = at;
        if (startsWith("[]")) {
            to = at += 2;
        }
    }

    private static boolean isDigit(byte b) {
        return b >= '0' && b <= '9';
    }

    private static boolean isLetter(byte b) {
        return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b == '_' || b < 0;
    }

    private boolean startsWith(String mark) {
        if (at + mark.length() > text.length) {
            return false;
        }
        for (int k = 0; k < mark.length(); k++) {
            if (text[at + k] != mark.charAt(k)) {
                return false;
            }
        }
        return true;
    }

    private int indexOf(String mark, int start) {
        for (int k = start; k + mark.length() <= text.length; k++) {
            int same = 0;
            while (same < mark.length() && text[k + same] == mark.charAt(same)) {
                same++;
            }
            if (same == mark.length()) {
                return k;
            }
        }
        return -1;
    }
}
