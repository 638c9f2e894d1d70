package dev.sinew.job.form;

import dev.sinew.edit.Edit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** A request as a command line. */
public final class CommandWords {
    private CommandWords() {}

    /** {@code fit cape.obj --bones 30 -o cape.glb}, without options at their defaults. */
    public static List<String> of(String command, Form<?> form, Map<String, Object> values) {
        List<String> words = new ArrayList<>(List.of(command));
        words.addAll(texts(values.get("input")));
        for (Field field : form.fields()) {
            Object value = values.get(field.name());
            boolean said = value != null && !List.of("input", "output").contains(field.name());
            if (said && !Objects.equals(value, field.defaultValue())) {
                words.addAll(option(field, value));
            }
        }
        words.add("-o");
        words.add(String.valueOf(values.get("output")));
        return words;
    }

    private static List<String> option(Field field, Object value) {
        if (field.type() == Edit.class) {
            return edits((List<?>) value);
        }
        String flag = "--" + field.flag();
        if (field.type() == Boolean.class) {
            return Boolean.parseBoolean(value.toString()) ? List.of(flag) : List.of();
        }
        List<String> words = new ArrayList<>();
        texts(value).forEach(text -> words.addAll(List.of(flag, text)));
        return words;
    }

    /** Each edit is a separate option, {@code --rename A=B}. */
    private static List<String> edits(List<?> all) {
        List<String> words = new ArrayList<>();
        for (Object edit : all) {
            String[] parts = EditTree.words(EditTree.read(edit)).split(" ", 2);
            words.add("--" + parts[0]);
            words.addAll(List.of(parts).subList(1, parts.length));
        }
        return words;
    }

    private static List<String> texts(Object value) {
        return value instanceof List<?> several
                ? several.stream().map(String::valueOf).toList()
                : List.of(String.valueOf(value));
    }

    /** The words as one line, quoted for a shell. */
    public static String line(List<String> words) {
        return String.join(" ", words.stream().map(CommandWords::quoted).toList());
    }

    /** As a shell takes it for one word. */
    public static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
