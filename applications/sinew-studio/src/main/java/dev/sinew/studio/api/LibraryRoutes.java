package dev.sinew.studio.api;

import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.guard.RejectedRequestException;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.SampleMaker;
import dev.sinew.studio.library.Uploads;
import dev.sinew.studio.queue.Events;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.Map;

/** The files of the folder and uploads. */
final class LibraryRoutes {
    private final Library library;
    private final Uploads uploads;
    private final SampleMaker samples;
    private final Events events;

    LibraryRoutes(Library library, Uploads uploads, SampleMaker samples, Events events) {
        this.library = library;
        this.uploads = uploads;
        this.samples = samples;
        this.events = events;
    }

    void add(RoutesConfig routes) {
        routes.get("/api/library", context -> Responses.json(context, library.tree()));
        routes.get(
                "/api/library/picture",
                context -> Responses.file(context, library.picture(query(context, "name")), "image/png"));
        routes.get(
                "/api/library/scene",
                context -> Responses.file(context, scene(context).header(), "application/json"));
        routes.get("/api/library/scene/{buffer}", context -> Responses.buffer(context, scene(context)));
        routes.put("/api/library/files", this::receive);
        routes.get("/api/samples", context -> Responses.json(context, Map.of("samples", SampleMaker.tree())));
        routes.post("/api/samples/{name}", context -> respondAdded(context, samples.make(context.pathParam("name"))));
    }

    private StoredScene scene(Context context) {
        return library.scene(query(context, "name"));
    }

    private void receive(Context context) {
        long claimed = context.req().getContentLengthLong();
        respondAdded(context, uploads.receive(query(context, "name"), claimed, context.bodyInputStream()));
    }

    private void respondAdded(Context context, String name) {
        events.publish("library", Map.of());
        context.status(201);
        Responses.json(context, Map.of("name", name));
    }

    static String query(Context context, String name) {
        String value = context.queryParam(name);
        if (value == null || value.isBlank()) {
            throw RejectedRequestException.badRequest("missing query parameter '" + name + "'");
        }
        return value;
    }
}
