package dev.sinew.studio.runs;

import dev.sinew.edit.Edit;
import dev.sinew.job.Requests;
import dev.sinew.job.form.EditTree;
import dev.sinew.job.form.Field;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The lines of a shell, in the studio's folder, that make the same files without the studio. */
public final class Lines {
    private final RunStore store;

    public Lines(RunStore store) {
        this.store = store;
    }

    /** All that a run needs, first things first. */
    public List<String> of(String id) {
        Set<String> order = new LinkedHashSet<>();
        collect(id, order);
        return order.stream().map(each -> line(each, store.get(each).request())).toList();
    }

    private void collect(String id, Set<String> order) {
        store.get(id).request().readsRuns().forEach(before -> collect(before, order));
        order.add(id);
    }

    /** The line of one run; models of other runs are where their lines put them. */
    public static String line(String id, RunRequest request) {
        Map<String, Object> values = request.named(
                name -> name.startsWith(RunRequest.RUN) ? name.substring(RunRequest.RUN.length()) + ".glb" : name);
        List<String> words = new ArrayList<>(List.of("sinew", request.command()));
        words.addAll(texts(values.get("input")));
        for (Field field : Requests.form(request.command()).fields()) {
            Object value = values.get(field.name());
            if (value != null && !field.name().equals("input")) {
                words.addAll(option(field, value));
            }
        }
        words.addAll(List.of("-o", id + ".glb"));
        return String.join(" ", words.stream().map(Lines::quoted).toList());
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
        for (String text : texts(value)) {
            words.add(flag);
            words.add(text);
        }
        return words;
    }

    /** Each edit is an option of its own, {@code --rename A=B}. */
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

    /** As a shell takes it for one word. */
    private static String quoted(String word) {
        return word.matches("[\\w@%+=:,./-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
    }
}
