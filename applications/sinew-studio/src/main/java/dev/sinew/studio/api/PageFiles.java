package dev.sinew.studio.api;

import dev.sinew.studio.guard.RejectedRequestException;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Serves the page's files, and the viewer's under {@code /viewer/}. Modules import each other as {@code sinew/…} and {@code
 * three}, as in a report. Here these names are replaced by URLs, because the content security policy forbids an inline import
 * map.
 */
public final class PageFiles {
    private static final Map<String, String> TYPES = Map.of(
            "html", "text/html; charset=utf-8",
            "js", "text/javascript; charset=utf-8",
            "css", "text/css; charset=utf-8",
            "svg", "image/svg+xml");

    /** Import names of modules and their URLs. */
    private static final Map<String, String> LIBRARIES = Map.of(
            "three", "/viewer/lib/three.module.min.js",
            "three/controls", "/viewer/lib/OrbitControls.js",
            "chart.js", "/viewer/lib/chart.umd.min.js");

    private final Map<String, byte[]> files = new ConcurrentHashMap<>();

    public void add(RoutesConfig routes) {
        routes.get("/", context -> send(context, "/dev/sinew/studio/page/", "index.html"));
        routes.get("/studio/<file>", context -> send(context, "/dev/sinew/studio/page/", context.pathParam("file")));
        routes.get("/viewer/<file>", context -> send(context, "/dev/sinew/show/web/", context.pathParam("file")));
    }

    private void send(Context context, String root, String name) {
        String ending = name.substring(name.lastIndexOf('.') + 1);
        String type = TYPES.get(ending);
        if (type == null || !name.matches("[\\w-]+([./][\\w-]+)*")) {
            throw RejectedRequestException.notFound("not found");
        }
        byte[] content = files.computeIfAbsent(root + name, path -> ending.equals("js") ? module(path) : read(path));
        context.header("Cache-Control", "no-cache");
        context.contentType(type).result(content);
    }

    private static byte[] module(String path) {
        String source = new String(read(path), StandardCharsets.UTF_8);
        for (Map.Entry<String, String> library : LIBRARIES.entrySet()) {
            source = source.replace("'" + library.getKey() + "'", "'" + library.getValue() + "'");
        }
        return source.replace("'sinew/", "'/viewer/").getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] read(String path) {
        try (InputStream in = PageFiles.class.getResourceAsStream(path)) {
            if (in == null) {
                throw RejectedRequestException.notFound("not found");
            }
            return in.readAllBytes();
        } catch (IOException e) {
            throw RejectedRequestException.notFound("not found");
        }
    }
}
