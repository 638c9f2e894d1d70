package dev.sinew.studio.queue;

import dev.sinew.job.text.Json;
import io.javalin.http.sse.SseClient;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;

/** Server-sent events to all open pages. A separate thread sends them, so solvers never wait for a page. */
public final class Events implements AutoCloseable {
    /** Disconnected browsers are only noticed when something is sent. */
    private static final long HEARTBEAT_SECONDS = 10;

    private final Set<SseClient> pages = ConcurrentHashMap.newKeySet();
    private final ExecutorService withNote = Executors.newSingleThreadExecutor(named("studio-events"));
    private final ScheduledExecutorService beating =
            Executors.newSingleThreadScheduledExecutor(named("studio-heartbeat"));

    public Events() {
        beating.scheduleAtFixedRate(
                () -> publish("alive", Map.of()), HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    public void subscribe(SseClient page) {
        page.keepAlive();
        page.onClose(() -> pages.remove(page));
        pages.add(page);
        publish("alive", Map.of());
    }

    /** Whether a page is open. If not, previews need not be computed. */
    public boolean hasListeners() {
        return !pages.isEmpty();
    }

    /** @param what runs, library, progress, look, preview or alive */
    public void publish(String what, Map<String, ?> content) {
        if (!withNote.isShutdown()) {
            String json = Json.text(new LinkedHashMap<>(content));
            withNote.execute(() -> pages.forEach(page -> send(page, what, json)));
        }
    }

    private void send(SseClient page, String what, String json) {
        try {
            page.sendEvent(what, json.replace("\n", ""));
            if (page.terminated()) {
                pages.remove(page);
            }
        } catch (RuntimeException gone) {
            pages.remove(page);
        }
    }

    @Override
    public void close() {
        beating.shutdownNow();
        withNote.shutdownNow();
        pages.forEach(SseClient::close);
    }
}
