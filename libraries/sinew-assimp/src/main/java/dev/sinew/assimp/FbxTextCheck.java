package dev.sinew.assimp;

import java.nio.charset.StandardCharsets;

/**
 * Looks through an FBX of text before Assimp may, word by word as Assimp does: a comment goes from a semicolon to the end of
 * its line, a string from quote to quote, and only what is left can be a brace.
 */
final class FbxTextCheck {
    private static final int MOST_BYTES = 1 << 28;
    /** What Assimp keeps per word, about. */
    private static final int WORD_BYTES = 16;

    private final FbxClaims claims;
    private final byte[] text;
    private int at;
    private int depth;
    /** The last word with a colon behind it: what the values that follow belong to. */
    private String key = "";
    /** How many values it has by now. */
    private int values;
    /** The keys whose braces are open, outermost first. */
    private final String[] open = new String[FbxCheck.MOST_DEPTH + 1];

    private long object;
    private long firstNumber;
    private double before;

    FbxTextCheck(FbxClaims claims, byte[] text) {
        this.claims = claims;
        this.text = text;
    }

    void check() {
        if (text.length > MOST_BYTES) {
            throw claims.bad("it is text of " + text.length + " bytes, at most " + MOST_BYTES + " are read");
        }
        while (at < text.length) {
            switch (text[at]) {
                case ';' -> skipTo('\n');
                case '"' -> string();
                case '{' -> open();
                case '}' -> close();
                default -> wordOrGap();
            }
        }
    }

    private void skipTo(char end) {
        while (at < text.length && text[at] != end) {
            at++;
        }
    }

    private void string() {
        at++;
        int from = at;
        skipTo('"');
        if (key.equals("C") && values == 0 && at - from == 2 && text[from] == 'O' && text[from + 1] == 'O') {
            key = "C OO";
        }
        at++;
    }

    private void open() {
        at++;
        if (depth == FbxCheck.MOST_DEPTH) {
            throw claims.bad("its braces are nested deeper than " + FbxCheck.MOST_DEPTH);
        }
        open[depth++] = key;
        before = Double.NaN;
    }

    private void close() {
        at++;
        if (--depth < 0) {
            throw claims.bad("the brace that closes at byte " + (at - 1) + " was never opened");
        }
    }

    private void wordOrGap() {
        int from = at;
        while (at < text.length && text[at] > ' ' && ",:{}\";".indexOf(text[at]) < 0) {
            at++;
        }
        if (at == from) {
            at++;
            return;
        }
        claims.array(FbxCheck.shown(key), WORD_BYTES);
        String word = new String(text, from, Math.min(at - from, 64), StandardCharsets.ISO_8859_1);
        if (at < text.length && text[at] == ':') {
            key = word;
            values = 0;
        } else {
            value(word);
            values++;
        }
    }

    private boolean isIn(String node) {
        return depth > 0 && open[depth - 1].equals(node);
    }

    private void value(String word) {
        if (isIn(FbxCheck.KEYS)) {
            double value = parsed(word);
            claims.keys(Double.isNaN(before) ? value : before, value);
            before = value;
        } else if (isIn(FbxCheck.CORNERS)) {
            claims.mesh(object, 1);
        } else if (isIn("Objects") && values == 0) {
            object = (long) parsed(word);
            if (key.equals("Model")) {
                claims.model(object);
            }
        } else if (isIn("Connections") && key.equals("C OO")) {
            if (values == 1) {
                claims.connection(firstNumber, (long) parsed(word));
            }
            firstNumber = (long) parsed(word);
        }
    }

    private static double parsed(String number) {
        try {
            return Double.parseDouble(number);
        } catch (NumberFormatException e) {
            return Double.NaN;
        }
    }
}
