package dev.sinew.spark;

import dev.sinew.job.FitRequest;
import dev.sinew.job.Requests;
import dev.sinew.job.batch.Elsewhere;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Watcher;
import dev.sinew.job.text.Json;
import dev.sinew.math.Workers;
import dev.sinew.solve.Subject;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** The sequence of a fit as a worker sees it: its mesh in memory, its frames in their file, read once per process. */
final class RemoteSubject {
    private static final Map<String, Subject> READ = new ConcurrentHashMap<>();

    private RemoteSubject() {}

    /** @param request as {@link Requests#tree} tells it */
    static Subject of(String request, HashMap<String, String> hadoop) {
        Hadoop.become(hadoop);
        return READ.computeIfAbsent(request, RemoteSubject::read);
    }

    private static Subject read(String request) {
        Map<String, Object> tree = Json.read(Hadoop.places().local(request));
        Map<String, Object> values = new LinkedHashMap<>();
        ((Map<?, ?>) tree.get("options")).forEach((name, value) -> values.put(String.valueOf(name), value));
        values.put("input", tree.get("input"));
        values.put("output", tree.get("output"));
        FitRequest fit = (FitRequest) Requests.of("fit", values);
        // As long as the process: frames are read when they are needed.
        Hadoop.places().hold(Elsewhere.filesOf(fit));
        try (Desk desk = new Desk(1, Watcher.NOBODY)) {
            return fit.prepared(
                    desk,
                    (sequence, options) ->
                            Subject.of(sequence, options.shading(), options.importance(), Workers.CALLER));
        }
    }
}
