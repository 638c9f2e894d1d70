package dev.sinew.studio.api;

import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.text.Json;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.guard.TurnedAwayException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/** How the API reads and speaks: JSON, and one sentence where something is wrong. */
final class Answers {
    /** A request is a form; nobody fills in a megabyte by hand. */
    private static final int MOST_BODY = 8 << 20;

    private Answers() {}

    /** Nothing leaves here with a stack trace. */
    static void catchAll(RoutesConfig routes) {
        routes.exception(TurnedAwayException.class, (e, context) -> say(context, e.status(), e.getMessage()));
        routes.exception(
                WrongRequestException.class, (e, context) -> say(context, 400, e.sentence(UnaryOperator.identity())));
        routes.exception(
                RefusedException.class, (e, context) -> say(context, 422, e.sentence(UnaryOperator.identity())));
        routes.exception(HttpResponseException.class, (e, context) -> say(context, e.getStatus(), e.getMessage()));
        routes.exception(Exception.class, (e, context) -> say(context, 500, "a fault of the studio itself: " + e));
        routes.error(404, context -> {
            if (context.resultInputStream() == null || !"application/json".equals(context.contentType())) {
                say(context, 404, "there is nothing of that name");
            }
        });
    }

    static void say(Context context, int status, String sentence) {
        context.status(status);
        context.contentType("application/json").result(Json.text(Map.of("sentence", sentence)));
    }

    static void json(Context context, Object tree) {
        context.contentType("application/json").result(Json.text(tree));
    }

    /** The body as names and values. */
    static Map<String, Object> body(Context context) {
        if (context.req().getContentLengthLong() > MOST_BODY) {
            throw new TurnedAwayException(413, "a request has at most " + (MOST_BODY >> 20) + " MB");
        }
        try {
            Map<String, Object> tree = Json.read(context.body());
            if (tree == null) {
                throw TurnedAwayException.wrong("the request is empty");
            }
            return tree;
        } catch (tools.jackson.core.JacksonException | StackOverflowError broken) {
            throw TurnedAwayException.wrong("the request is not a JSON object");
        }
    }

    static void file(Context context, Path file, String type) {
        try {
            context.contentType(type).result(Files.newInputStream(file));
        } catch (IOException e) {
            throw TurnedAwayException.notFound("there is nothing of that name");
        }
    }

    /** One of a scene's buffers; the browser unpacks it by itself. */
    static void buffer(Context context, StoredScene scene) {
        Path file = scene.buffer(context.pathParam("buffer"));
        context.header("Content-Encoding", "gzip");
        file(context, file, "application/octet-stream");
    }

    /** The browser keeps it as a file under this name. */
    static void asDownload(Context context, String name) {
        context.header("Content-Disposition", "attachment; filename=\"" + name.replaceAll("[^\\w.-]", "_") + "\"");
    }
}
