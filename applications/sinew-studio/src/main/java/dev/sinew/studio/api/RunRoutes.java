package dev.sinew.studio.api;

import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.queue.JobQueue;
import dev.sinew.studio.queue.RunExecutor;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunRequest;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.runs.ShellCommands;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Starts, lists, shows, cancels, repeats and deletes runs. */
final class RunRoutes {
    private final RunStore store;
    private final RunExecutor executor;
    private final JobQueue queue;

    RunRoutes(RunStore store, RunExecutor executor, JobQueue queue) {
        this.store = store;
        this.executor = executor;
        this.queue = queue;
    }

    void add(RoutesConfig routes) {
        routes.get("/api/runs", this::list);
        routes.post("/api/runs", context -> start(context, RunRequest.of(Responses.body(context))));
        routes.get("/api/runs/{id}", this::show);
        routes.delete("/api/runs/{id}", this::delete);
        routes.post("/api/runs/{id}/cancel", this::cancel);
        routes.post(
                "/api/runs/{id}/repeat", context -> start(context, run(context).request()));
        routes.get("/api/runs/{id}/look", this::preview);
        routes.get(
                "/api/runs/{id}/thumbnail",
                context -> Responses.file(context, resultFile(context, "thumbnail.png"), "image/png"));
        routes.get(
                "/api/runs/{id}/scene",
                context -> Responses.file(context, scene(context).header(), "application/json"));
        routes.get("/api/runs/{id}/scene/{buffer}", context -> Responses.buffer(context, scene(context)));
    }

    private void list(Context context) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("runs", store.all().stream().map(Run::tree).toList());
        tree.put("progress", queue.progress().orElse(null));
        Responses.json(context, tree);
    }

    /** Validates the request before it is queued. */
    private void start(Context context, RunRequest request) {
        executor.job(request, Path.of("model.glb"));
        Run run = store.create(request);
        queue.add(run);
        context.status(202);
        Responses.json(context, run.tree());
    }

    private void show(Context context) {
        Run run = run(context);
        Map<String, Object> tree = new LinkedHashMap<>(run.tree());
        tree.put("lines", new ShellCommands(store).of(run.id()));
        tree.put("result", run.summary().isPresent() ? store.result(run.id()) : null);
        Responses.json(context, tree);
    }

    private void delete(Context context) {
        store.delete(context.pathParam("id"));
        context.status(204);
    }

    private void cancel(Context context) {
        queue.cancel(context.pathParam("id"));
        context.status(204);
    }

    private void preview(Context context) {
        byte[] pose = queue.preview(run(context).id());
        // A run that has just ended is not an error.
        context.status(pose.length == 0 ? 204 : 200);
        context.contentType("application/octet-stream").result(pose);
    }

    private StoredScene scene(Context context) {
        return new StoredScene(resultFile(context, "scene"));
    }

    private Path resultFile(Context context, String part) {
        return store.resultFolder(store.requireDone(context.pathParam("id")).id())
                .resolve(part);
    }

    private Run run(Context context) {
        return store.get(context.pathParam("id"));
    }
}
