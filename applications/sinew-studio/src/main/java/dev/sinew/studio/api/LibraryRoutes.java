package dev.sinew.studio.api;

import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.guard.TurnedAwayException;
import dev.sinew.studio.library.Incoming;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.SampleMaker;
import dev.sinew.studio.work.Events;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;

/** What the folder holds, and what comes into it. */
final class LibraryRoutes {
    private final Library library;
    private final Incoming incoming;
    private final SampleMaker samples;
    private final Events events;

    LibraryRoutes(Library library, Incoming incoming, SampleMaker samples, Events events) {
        this.library = library;
        this.incoming = incoming;
        this.samples = samples;
        this.events = events;
    }

    void add(RoutesConfig routes) {
        routes.get("/api/shelf", context -> Answers.json(context, library.tree()));
        routes.get(
                "/api/shelf/picture",
                context -> Answers.file(context, library.picture(query(context, "name")), "image/png"));
        routes.get(
                "/api/shelf/scene",
                context -> Answers.file(context, scene(context).header(), "application/json"));
        routes.get("/api/shelf/scene/{buffer}", context -> Answers.buffer(context, scene(context)));
        routes.put("/api/shelf/files", this::take);
        routes.get("/api/samples", context -> Answers.json(context, Map.of("samples", SampleMaker.tree())));
        routes.post("/api/samples/{name}", context -> told(context, samples.make(context.pathParam("name"))));
    }

    private StoredScene scene(Context context) {
        return library.scene(query(context, "name"));
    }

    private void take(Context context) {
        long claimed = context.req().getContentLengthLong();
        told(context, incoming.take(query(context, "name"), claimed, context.bodyInputStream()));
    }

    private void told(Context context, String name) {
        events.tell("shelf", Map.of());
        context.status(201);
        Answers.json(context, Map.of("name", name));
    }

    static String query(Context context, String name) {
        String value = context.queryParam(name);
        if (value == null || value.isBlank()) {
            throw TurnedAwayException.wrong("the address lacks ?" + name + "=");
        }
        return value;
    }
}
