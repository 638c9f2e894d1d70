package dev.sinew.studio.work;

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

/** Tells every open page what happens. A solver never waits for a page: words are handed on by a thread of their own. */
public final class Events implements AutoCloseable {
    /** A browser that went away without a word is found out by talking to it. */
    private static final long HEARTBEAT_SECONDS = 10;

    private final Set<SseClient> pages = ConcurrentHashMap.newKeySet();
    private final ExecutorService telling = Executors.newSingleThreadExecutor(named("studio-events"));
    private final ScheduledExecutorService beating =
            Executors.newSingleThreadScheduledExecutor(named("studio-heartbeat"));

    public Events() {
        beating.scheduleAtFixedRate(
                () -> tell("alive", Map.of()), HEARTBEAT_SECONDS, HEARTBEAT_SECONDS, TimeUnit.SECONDS);
    }

    private static ThreadFactory named(String name) {
        return task -> {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            return thread;
        };
    }

    public void join(SseClient page) {
        page.keepAlive();
        page.onClose(() -> pages.remove(page));
        pages.add(page);
        tell("alive", Map.of());
    }

    /** Whether a page is open: what nobody sees need not be made. */
    public boolean anybodyListens() {
        return !pages.isEmpty();
    }

    /** @param what runs, shelf, progress, look, preview, alive */
    public void tell(String what, Map<String, ?> content) {
        if (!telling.isShutdown()) {
            String json = Json.text(new LinkedHashMap<>(content));
            telling.execute(() -> pages.forEach(page -> send(page, what, json)));
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
        telling.shutdownNow();
        pages.forEach(SseClient::close);
    }
}
