package dev.sinew.studio.api;

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
        routes.post("/api/runs/{id}/ready", this::makeReady);
        routes.get("/api/previews/{number}/model", this::model);
    }

    private void ask(Context context) {
        Map<String, Object> values = new LinkedHashMap<>(Answers.body(context));
        int number = previews.ask(context.pathParam("id"), values);
        context.status(202);
        Answers.json(context, Map.of("number", number));
    }

    private void makeReady(Context context) {
        previews.makeReady(context.pathParam("id"));
        context.status(204);
    }

    private void model(Context context) {
        String number = context.pathParam("number");
        byte[] model = previews.model(number.matches("\\d{1,9}") ? Integer.parseInt(number) : -1);
        context.contentType("application/octet-stream").result(model);
    }
}
