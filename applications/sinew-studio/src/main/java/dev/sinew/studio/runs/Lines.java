package dev.sinew.studio.runs;

import dev.sinew.io.format.Formats;
import dev.sinew.job.Requests;
import dev.sinew.job.form.CommandWords;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
        Map<String, Object> values = new LinkedHashMap<>(request.named(name -> name.startsWith(RunRequest.RUN)
                ? name.substring(RunRequest.RUN.length()) + Formats.GLTF.ending()
                : name));
        values.put("output", id + Formats.GLTF.ending());
        List<String> words = new ArrayList<>(List.of("sinew"));
        words.addAll(CommandWords.of(request.command(), Requests.form(request.command()), values));
        return CommandWords.line(words);
    }
}
