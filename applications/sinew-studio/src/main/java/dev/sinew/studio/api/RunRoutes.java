package dev.sinew.studio.api;

import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.runs.Lines;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunRequest;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.work.JobQueue;
import dev.sinew.studio.work.RunMaker;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;

/** Runs: asked for, looked at, stopped, repeated, taken away. */
final class RunRoutes {
    private final RunStore store;
    private final RunMaker maker;
    private final JobQueue queue;

    RunRoutes(RunStore store, RunMaker maker, JobQueue queue) {
        this.store = store;
        this.maker = maker;
        this.queue = queue;
    }

    void add(RoutesConfig routes) {
        routes.get("/api/runs", this::list);
        routes.post("/api/runs", context -> start(context, RunRequest.of(Answers.body(context))));
        routes.get("/api/runs/{id}", this::show);
        routes.delete("/api/runs/{id}", this::delete);
        routes.post("/api/runs/{id}/cancel", this::cancel);
        routes.post(
                "/api/runs/{id}/repeat", context -> start(context, run(context).request()));
        routes.get("/api/runs/{id}/look", this::look);
        routes.get(
                "/api/runs/{id}/thumbnail",
                context -> Answers.file(context, made(context, "thumbnail.png"), "image/png"));
        routes.get(
                "/api/runs/{id}/scene",
                context -> Answers.file(context, scene(context).header(), "application/json"));
        routes.get("/api/runs/{id}/scene/{buffer}", context -> Answers.buffer(context, scene(context)));
    }

    private void list(Context context) {
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("runs", store.all().stream().map(Run::tree).toList());
        tree.put("progress", queue.progress().orElse(null));
        Answers.json(context, tree);
    }

    /** Refuses now what can be seen to be wrong now. */
    private void start(Context context, RunRequest request) {
        maker.job(request, Path.of("model.glb"));
        Run run = store.create(request);
        queue.add(run);
        context.status(202);
        Answers.json(context, run.tree());
    }

    private void show(Context context) {
        Run run = run(context);
        Map<String, Object> tree = new LinkedHashMap<>(run.tree());
        tree.put("lines", new Lines(store).of(run.id()));
        tree.put("result", run.summary().isPresent() ? store.result(run.id()) : null);
        Answers.json(context, tree);
    }

    private void delete(Context context) {
        store.delete(context.pathParam("id"));
        context.status(204);
    }

    private void cancel(Context context) {
        queue.cancel(context.pathParam("id"));
        context.status(204);
    }

    private void look(Context context) {
        byte[] pose = queue.look(run(context).id());
        // A run that has just ended is no mistake of who asks.
        context.status(pose.length == 0 ? 204 : 200);
        context.contentType("application/octet-stream").result(pose);
    }

    private StoredScene scene(Context context) {
        return new StoredScene(made(context, "scene"));
    }

    private Path made(Context context, String part) {
        return store.made(store.requireDone(context.pathParam("id")).id()).resolve(part);
    }

    private Run run(Context context) {
        return store.get(context.pathParam("id"));
    }
}
