package dev.sinew.cli.console;

import dev.sinew.job.text.Warnings;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;

/** The result of a command for a person: a headline, labelled lines in columns, warnings and notes. */
public final class ResultSummary {
    private static final int LABEL_WIDTH = 13;

    private record Line(String text, boolean isWarning) {}

    private final List<Line> lines = new ArrayList<>();

    public ResultSummary headline(String text) {
        return add(text);
    }

    public ResultSummary blank() {
        return add("");
    }

    public ResultSummary row(String label, String value) {
        return add("  " + label + " ".repeat(Math.max(1, LABEL_WIDTH - label.length())) + value);
    }

    /** Warnings come first. */
    public ResultSummary notes(List<String> notes) {
        notes.stream().filter(Warnings::isWarning).forEach(note -> lines.add(new Line("  " + note, true)));
        notes.stream().filter(note -> !Warnings.isWarning(note)).forEach(note -> add("  note: " + note));
        return this;
    }

    private ResultSummary add(String text) {
        lines.add(new Line(text, false));
        return this;
    }

    void print(PrintStream stream, boolean colours) {
        lines.forEach(line -> stream.println(shown(line, colours)));
    }

    /** Only the warnings. */
    void printWarnings(PrintStream stream, boolean colours) {
        lines.stream()
                .filter(Line::isWarning)
                .forEach(line -> stream.println(shown(line, colours).replaceFirst(" {2}warning", "sinew: warning")));
    }

    private static String shown(Line line, boolean colours) {
        String text = SafeText.line(line.text);
        return line.isWarning && colours ? Colour.YELLOW.of(text) : text;
    }
}
