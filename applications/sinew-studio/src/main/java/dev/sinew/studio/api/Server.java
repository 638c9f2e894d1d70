package dev.sinew.studio.api;

import dev.sinew.job.Requests;
import dev.sinew.job.form.Field;
import dev.sinew.job.form.Words;
import dev.sinew.studio.guard.Authentication;
import dev.sinew.studio.library.Library;
import dev.sinew.studio.library.SampleMaker;
import dev.sinew.studio.library.Uploads;
import dev.sinew.studio.preview.Previews;
import dev.sinew.studio.queue.Events;
import dev.sinew.studio.queue.JobQueue;
import dev.sinew.studio.queue.RunExecutor;
import dev.sinew.studio.runs.RunRequest;
import dev.sinew.studio.runs.RunStore;
import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** The web server. It listens on the loopback interface only. */
public final class Server implements AutoCloseable {
    private static final String LOOPBACK = "127.0.0.1";
    private static final int THREADS = 24;

    /**
     * What the routes use.
     *
     * @param store runs on disk
     */
    public record Services(
            Authentication authentication,
            Library library,
            Uploads uploads,
            SampleMaker samples,
            RunStore store,
            RunExecutor executor,
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
        Responses.catchAll(routes);
        new PageFiles().add(routes);
        routes.post("/api/session", context -> {
            services.authentication().setCookie(context);
            context.status(204);
        });
        routes.sse("/api/events", services.events()::subscribe);
        FormRoutes.add(routes);
        new LibraryRoutes(services.library(), services.uploads(), services.samples(), services.events()).add(routes);
        new RunRoutes(services.store(), services.executor(), services.queue()).add(routes);
        new ExportRoutes(services.store()).add(routes);
        new PreviewRoutes(services.previews()).add(routes);
    }

    /** @param port 0 for any free port */
    public int start(int port) {
        javalin.start(LOOPBACK, port);
        services.authentication().setPort(javalin.port());
        return javalin.port();
    }

    /** All API routes, such as "GET /api/runs"; docs/reference/studio-api.md describes them. */
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

    /** The forms of the verbs, generated from the request records, which define names, help and bounds. */
    private static final class FormRoutes {
        private FormRoutes() {}

        static void add(RoutesConfig routes) {
            routes.get("/api/forms", context -> Responses.json(context, tree()));
        }

        static Map<String, Object> tree() {
            Map<String, Object> forms = new LinkedHashMap<>();
            for (String verb : RunRequest.VERBS) {
                List<Object> fields = new ArrayList<>();
                for (Field field : Requests.form(verb).fields()) {
                    if (!RunRequest.OUTPUT_FIELDS.contains(field.name())) {
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
            tree.put("label", field.info().label());
            tree.put("help", field.help(FormRoutes::quotedName));
            tree.put("usual", field.info().defaultValue());
            tree.put("required", field.info().required());
            tree.put("least", bound(field.info().least()));
            tree.put("most", bound(field.info().most()));
            tree.put("words", List.of(field.info().words()));
            return tree;
        }

        /** {@code boneType} → “bone type” */
        private static String quotedName(String name) {
            return "“" + Words.kebab(name).replace('-', ' ') + "”";
        }

        private static Double bound(double value) {
            return Double.isInfinite(value) ? null : value;
        }
    }

    /** Previews of a fit with other settings, before it is saved as a run. */
    private static final class PreviewRoutes {
        private final Previews previews;

        PreviewRoutes(Previews previews) {
            this.previews = previews;
        }

        void add(RoutesConfig routes) {
            routes.post("/api/runs/{id}/previews", this::requestPreview);
            routes.post("/api/runs/{id}/ready", this::prepare);
            routes.get("/api/previews/{number}/model", this::model);
        }

        private void requestPreview(Context context) {
            Map<String, Object> values = new LinkedHashMap<>(Responses.body(context));
            int number = previews.request(context.pathParam("id"), values);
            context.status(202);
            Responses.json(context, Map.of("number", number));
        }

        private void prepare(Context context) {
            previews.prepare(context.pathParam("id"));
            context.status(204);
        }

        private void model(Context context) {
            String number = context.pathParam("number");
            byte[] model = previews.model(number.matches("\\d{1,9}") ? Integer.parseInt(number) : -1);
            context.contentType("application/octet-stream").result(model);
        }
    }
}
