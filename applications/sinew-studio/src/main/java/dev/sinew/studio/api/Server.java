package dev.sinew.studio.api;

import dev.sinew.studio.guard.Door;
import dev.sinew.studio.page.PageFiles;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.shelf.Incoming;
import dev.sinew.studio.shelf.SampleMaker;
import dev.sinew.studio.shelf.Shelf;
import dev.sinew.studio.warm.Previews;
import dev.sinew.studio.work.Events;
import dev.sinew.studio.work.JobQueue;
import dev.sinew.studio.work.RunMaker;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import java.util.List;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The web server: on this machine only, a handful of threads. */
public final class Server implements AutoCloseable {
    private static final String HERE = "127.0.0.1";
    private static final int THREADS = 24;

    /**
     * What the server is in front of.
     *
     * @param store runs on disk
     */
    public record House(
            Door door,
            Shelf shelf,
            Incoming incoming,
            SampleMaker samples,
            RunStore store,
            RunMaker maker,
            JobQueue queue,
            Previews previews,
            Events events) {}

    private final House house;
    private final Javalin javalin;

    public Server(House house) {
        this.house = house;
        this.javalin = Javalin.create(this::configure);
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.http.maxRequestSize = Long.MAX_VALUE;
        config.http.prefer405over404 = true;
        config.http.asyncTimeout = 0;
        QueuedThreadPool threads = new QueuedThreadPool(THREADS, 4);
        threads.setName("studio-http");
        threads.setDaemon(true);
        config.jetty.threadPool = threads;
        config.jetty.modifyHttpConfiguration(http -> http.setSendServerVersion(false));
        route(config.routes);
    }

    private void route(RoutesConfig routes) {
        routes.before(house.door()::check);
        Answers.catchAll(routes);
        new PageFiles().add(routes);
        routes.post("/api/session", context -> {
            house.door().letIn(context);
            context.status(204);
        });
        routes.sse("/api/events", house.events()::join);
        FormRoutes.add(routes);
        new ShelfRoutes(house.shelf(), house.incoming(), house.samples(), house.events()).add(routes);
        new RunRoutes(house.store(), house.maker(), house.queue()).add(routes);
        new TakeAlongRoutes(house.store()).add(routes);
        new PreviewRoutes(house.previews()).add(routes);
    }

    /** @param port 0 for any free one */
    public int start(int port) {
        javalin.start(HERE, port);
        house.door().openAt(javalin.port());
        return javalin.port();
    }

    /** "GET /api/runs" and so on: what docs/studio-api.md describes. */
    public List<String> routes() {
        return javalin.unsafe.internalRouter.allHttpHandlers().stream()
                .map(parsed -> parsed.endpoint)
                .filter(endpoint -> endpoint.path.startsWith("/api/"))
                .map(endpoint -> endpoint.method + " " + endpoint.path)
                .toList();
    }

    @Override
    public void close() {
        javalin.stop();
    }
}
