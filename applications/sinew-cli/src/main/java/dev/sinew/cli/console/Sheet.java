package dev.sinew.cli.console;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** What a person gets to read at the end: a headline, labelled lines in columns, notes. */
public final class Sheet {
    private static final int LABEL_WIDTH = 13;

    private final List<String> lines = new ArrayList<>();

    public Sheet headline(String text) {
        lines.add(text);
        return this;
    }

    public Sheet blank() {
        lines.add("");
        return this;
    }

    public Sheet row(String label, String value) {
        lines.add("  " + label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + value);
        return this;
    }

    public Sheet notes(List<String> notes) {
        for (String note : notes) {
            lines.add("  note: " + note);
        }
        return this;
    }

    public void print(PrintStream stream) {
        lines.forEach(line -> stream.println(Shown.line(line)));
    }
}
