package dev.sinew.studio.api;

import dev.sinew.job.Requests;
import dev.sinew.job.form.Field;
import dev.sinew.job.form.Words;
import dev.sinew.studio.guard.Authentication;
import dev.sinew.studio.library.Incoming;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.SampleMaker;
import dev.sinew.studio.runs.RunRequest;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.warm.Previews;
import dev.sinew.studio.work.Events;
import dev.sinew.studio.work.JobQueue;
import dev.sinew.studio.work.RunMaker;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
    public record Services(
            Authentication authentication,
            Library library,
            Incoming incoming,
            SampleMaker samples,
            RunStore store,
            RunMaker maker,
            JobQueue queue,
            Previews previews,
            Events events) {}

    private final Services services;
    private final Javalin javalin;

    public Server(Services services) {
        this.services = services;
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
        routes.before(services.authentication()::check);
        Answers.catchAll(routes);
        new PageFiles().add(routes);
        routes.post("/api/session", context -> {
            services.authentication().letIn(context);
            context.status(204);
        });
        routes.sse("/api/events", services.events()::join);
        FormRoutes.add(routes);
        new LibraryRoutes(services.library(), services.incoming(), services.samples(), services.events()).add(routes);
        new RunRoutes(services.store(), services.maker(), services.queue()).add(routes);
        new ExportRoutes(services.store()).add(routes);
        new PreviewRoutes(services.previews()).add(routes);
    }

    /** @param port 0 for any free one */
    public int start(int port) {
        javalin.start(HERE, port);
        services.authentication().openAt(javalin.port());
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

    /** The forms of the verbs, made from the request records: names, help and bounds stand there and nowhere else. */
    private static final class FormRoutes {
        private FormRoutes() {}

        static void add(RoutesConfig routes) {
            routes.get("/api/forms", context -> Answers.json(context, tree()));
        }

        static Map<String, Object> tree() {
            Map<String, Object> forms = new LinkedHashMap<>();
            for (String verb : RunRequest.VERBS) {
                List<Object> fields = new ArrayList<>();
                for (Field field : Requests.form(verb).fields()) {
                    if (!RunRequest.OWN_FIELDS.contains(field.name())) {
                        fields.add(tree(field));
                    }
                }
                forms.put(verb, fields);
            }
            return forms;
        }

        private static Map<String, Object> tree(Field field) {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("name", field.name());
            tree.put("type", field.type().getSimpleName().toLowerCase(java.util.Locale.ROOT));
            tree.put("several", field.several());
            tree.put("heading", field.heading());
            tree.put("label", field.ask().label());
            tree.put("help", Words.help(field.ask().help(), FormRoutes::spoken));
            tree.put("usual", field.ask().usual());
            tree.put("required", field.ask().required());
            tree.put("least", bound(field.ask().least()));
            tree.put("most", bound(field.ask().most()));
            tree.put("words", List.of(field.ask().words()));
            return tree;
        }

        /** {@code boneType} → “bone type” */
        private static String spoken(String name) {
            return "“" + Words.kebab(name).replace('-', ' ') + "”";
        }

        private static Double bound(double value) {
            return Double.isInfinite(value) ? null : value;
        }
    }

    /** The slider: a fit with other numbers, shown before it is kept. */
    private static final class PreviewRoutes {
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
}
