package dev.sinew.studio.api;

import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.runs.Export;
import dev.sinew.studio.runs.RunStore;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;

/** What a person takes along: the model in other formats, and the report. */
final class TakeAlongRoutes {
    private final RunStore store;
    private final Export export;

    TakeAlongRoutes(RunStore store) {
        this.store = store;
        this.export = new Export(store);
    }

    void add(RoutesConfig routes) {
        routes.get("/api/runs/{id}/export/{format}", this::export);
        routes.get("/api/runs/{id}/report", this::report);
    }

    private void export(Context context) throws IOException {
        try (Export.Parcel parcel = export.of(context.pathParam("id"), context.pathParam("format"))) {
            Answers.asDownload(context, parcel.name());
            context.contentType("application/octet-stream").result(Files.readAllBytes(parcel.file()));
        }
    }

    private void report(Context context) {
        String id = store.requireDone(context.pathParam("id")).id();
        ByteArrayOutputStream page = new ByteArrayOutputStream();
        new StoredScene(store.made(id).resolve("scene")).writeReport(id, page);
        Answers.asDownload(context, id + ".html");
        context.contentType("text/html; charset=utf-8").result(page.toByteArray());
    }
}
