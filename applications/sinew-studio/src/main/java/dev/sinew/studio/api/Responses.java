package dev.sinew.studio.api;

import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.text.Json;
import dev.sinew.run.InvalidInputException;
import dev.sinew.studio.folder.StoredScene;
import dev.sinew.studio.guard.RejectedRequestException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.javalin.http.HttpResponseException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Reads JSON bodies and writes JSON responses and error messages. */
final class Responses {
    /** Far above any form that a person fills in. */
    private static final int MAX_BODY_BYTES = 8 << 20;

    private Responses() {}

    /** Turns every exception into a status and a message; stack traces are never sent. */
    static void catchAll(RoutesConfig routes) {
        routes.exception(
                RejectedRequestException.class, (e, context) -> sendError(context, e.status(), e.getMessage()));
        routes.exception(
                InvalidRequestException.class,
                (e, context) -> sendError(context, 400, e.sentence(UnaryOperator.identity())));
        routes.exception(
                InvalidInputException.class,
                (e, context) -> sendError(context, 422, e.sentence(UnaryOperator.identity())));
        routes.exception(
                HttpResponseException.class, (e, context) -> sendError(context, e.getStatus(), e.getMessage()));
        routes.exception(
                Exception.class, (e, context) -> sendError(context, 500, "internal error of the studio: " + e));
        routes.error(404, context -> {
            if (context.resultInputStream() == null || !"application/json".equals(context.contentType())) {
                sendError(context, 404, "not found");
            }
        });
    }

    static void sendError(Context context, int status, String sentence) {
        context.status(status);
        context.contentType("application/json").result(Json.text(Map.of("sentence", sentence)));
    }

    static void json(Context context, Object tree) {
        context.contentType("application/json").result(Json.text(tree));
    }

    /** Parses the body as a JSON object. */
    static Map<String, Object> body(Context context) {
        if (context.req().getContentLengthLong() > MAX_BODY_BYTES) {
            throw new RejectedRequestException(
                    413, "the request body is larger than " + (MAX_BODY_BYTES >> 20) + " MB");
        }
        try {
            Map<String, Object> tree = Json.read(context.body());
            if (tree == null) {
                throw RejectedRequestException.badRequest("the request body is empty");
            }
            return tree;
        } catch (tools.jackson.core.JacksonException | StackOverflowError broken) {
            throw RejectedRequestException.badRequest("the request body is not a JSON object");
        }
    }

    static void file(Context context, Path file, String type) {
        try {
            context.contentType(type).result(Files.newInputStream(file));
        } catch (IOException e) {
            throw RejectedRequestException.notFound("not found");
        }
    }

    /** Sends one buffer of a scene; the browser decompresses it. */
    static void buffer(Context context, StoredScene scene) {
        Path file = scene.buffer(context.pathParam("buffer"));
        context.header("Content-Encoding", "gzip");
        file(context, file, "application/octet-stream");
    }

    /** Makes the browser save the response under this file name. */
    static void asDownload(Context context, String name) {
        context.header("Content-Disposition", "attachment; filename=\"" + name.replaceAll("[^\\w.-]", "_") + "\"");
    }
}
