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

/** The command lines that reproduce a run's files without the studio. */
public final class ShellCommands {
    private final RunStore store;

    public ShellCommands(RunStore store) {
        this.store = store;
    }

    /** The command lines of a run and of the runs it depends on, in order of execution. */
    public List<String> of(String id) {
        Set<String> order = new LinkedHashSet<>();
        collect(id, order);
        return order.stream().map(each -> line(each, store.get(each).request())).toList();
    }

    private void collect(String id, Set<String> order) {
        store.get(id).request().inputRuns().forEach(before -> collect(before, order));
        order.add(id);
    }

    /** The command line of one run; inputs from other runs are the output files of their command lines. */
    public static String line(String id, RunRequest request) {
        Map<String, Object> values =
                new LinkedHashMap<>(request.withFileNames(name -> name.startsWith(RunRequest.RUN_PREFIX)
                        ? name.substring(RunRequest.RUN_PREFIX.length()) + Formats.GLTF.ending()
                        : name));
        values.put("output", id + Formats.GLTF.ending());
        List<String> words = new ArrayList<>(List.of("sinew"));
        words.addAll(CommandWords.of(request.command(), Requests.form(request.command()), values));
        return CommandWords.line(words);
    }
}
