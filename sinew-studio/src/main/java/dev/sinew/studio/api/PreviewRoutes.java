package dev.sinew.studio.api;

import dev.sinew.show.view.ViewScene;
import dev.sinew.studio.guard.TurnedAwayException;
import dev.sinew.studio.warm.Previews;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.LinkedHashMap;
import java.util.Map;

/** The slider: a fit with other numbers, shown before it is kept. */
final class PreviewRoutes {
    private final Previews previews;

    PreviewRoutes(Previews previews) {
        this.previews = previews;
    }

    void add(RoutesConfig routes) {
        routes.post("/api/runs/{id}/previews", this::ask);
        routes.get("/api/previews/{number}/scene", this::header);
        routes.get("/api/previews/{number}/scene/{buffer}", this::buffer);
    }

    private void ask(Context context) {
        Map<String, Object> values = new LinkedHashMap<>(Answers.body(context));
        int number = previews.ask(context.pathParam("id"), values);
        context.status(202);
        Answers.json(context, Map.of("number", number));
    }

    private void header(Context context) {
        context.contentType("application/json").result(scene(context).json());
    }

    private void buffer(Context context) {
        byte[] packed = scene(context).buffers().get(context.pathParam("buffer"));
        if (packed == null) {
            throw TurnedAwayException.notFound("there is no such part of a scene");
        }
        context.header("Content-Encoding", "gzip");
        context.contentType("application/octet-stream").result(packed);
    }

    private ViewScene scene(Context context) {
        String number = context.pathParam("number");
        return previews.scene(number.matches("\\d{1,9}") ? Integer.parseInt(number) : -1);
    }
}
