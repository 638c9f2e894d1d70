package dev.sinew.studio.preview;

import dev.sinew.fit.FitResult;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Job;
import dev.sinew.job.WarmFits;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobListener;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.CancelledException;
import dev.sinew.run.InvalidInputException;
import dev.sinew.studio.guard.RejectedRequestException;
import dev.sinew.studio.queue.Cancellation;
import dev.sinew.studio.queue.Events;
import dev.sinew.studio.queue.JobQueue;
import dev.sinew.studio.queue.RunExecutor;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Previews of a fit with other settings. The sequence stays in memory; a quick preview is published first, then the solved model.
 * One sequence is kept at a time, and a new request cancels the one before it.
 */
public final class Previews implements AutoCloseable {
    private final RunStore store;
    private final RunExecutor executor;
    private final JobQueue queue;
    private final Events events;
    private final PreviewCache kept = new PreviewCache();
    private int last;
    private Stoppable current = new Stoppable();
    private Stoppable preparing = new Stoppable();
    /** Only used on the queue's thread. */
    private WarmFits warm;

    private String warmFor = "";

    public Previews(RunStore store, RunExecutor executor, JobQueue queue, Events events) {
        this.store = store;
        this.executor = executor;
        this.queue = queue;
        this.events = events;
    }

    /** Reads a run's sequence and solves it once with its own settings, so that the first preview starts warm. */
    public void prepare(String id) {
        FitRequest request = requireFit(store.requireDone(id));
        Stoppable stoppable = new Stoppable();
        synchronized (this) {
            preparing.stop();
            preparing = stoppable;
        }
        queue.runExclusively(() -> {
            try {
                stoppable.run(() -> warmUp(request, stoppable));
            } catch (RuntimeException | OutOfMemoryError anything) {
                // Not reported: the first preview repeats the attempt and reports the error.
                if (!(anything instanceof CancelledException)) {
                    unload();
                }
            }
        });
    }

    private void warmUp(FitRequest request, Stoppable stoppable) {
        try (JobContext context = context(stoppable)) {
            if (open(request, context)) {
                warm.solve(Map.of(), context);
            }
        }
    }

    /**
     * Requests a run's fit with other values; the result is published as an event.
     *
     * @return the number of the preview
     */
    public int request(String id, Map<String, Object> values) {
        FitRequest request = requireFit(store.requireDone(id));
        validate(request, values);
        String key = key(request) + " " + new TreeMap<>(values);
        Stoppable stoppable = cancelCurrent();
        int number = number();
        Optional<PreviewCache.CachedPreview> cached = kept.find(key);
        if (cached.isPresent()) {
            Map<String, Object> event = new LinkedHashMap<>(cached.get().event());
            event.put("number", number);
            event.put("run", id);
            kept.put(
                    number,
                    new PreviewCache.CachedPreview(key, event, cached.get().model()));
            events.publish("preview", event);
        } else {
            Map<String, Object> event = new LinkedHashMap<>();
            event.put("number", number);
            event.put("run", id);
            event.put("options", values);
            queue.runExclusively(() -> solve(request, key, event, stoppable));
        }
        return number;
    }

    private synchronized int number() {
        return ++last;
    }

    /** Cancels the preview that is being solved. */
    private synchronized Stoppable cancelCurrent() {
        preparing.stop();
        current.stop();
        current = new Stoppable();
        return current;
    }

    private static void validate(FitRequest request, Map<String, Object> values) {
        values.keySet().stream()
                .filter(name -> !WarmFits.FIELDS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw RejectedRequestException.badRequest(
                            "a preview changes " + String.join(", ", WarmFits.FIELDS) + " only");
                });
        Job<?> checked = request;
        for (Map.Entry<String, Object> value : values.entrySet()) {
            checked = checked.with(value.getKey(), value.getValue());
        }
    }

    private FitRequest requireFit(Run run) {
        Job<?> job = executor.job(run.request(), Path.of("model.glb"));
        if (!(job instanceof FitRequest fit)) {
            throw new RejectedRequestException(
                    409, "previews are available for fits only; " + run.id() + " is not a fit");
        }
        return fit;
    }

    /** The model of a preview (see {@link ModelBytes}): the quick one first, later the solved one. */
    public byte[] model(int number) {
        return kept.model(number);
    }

    private static JobContext context(Stoppable stoppable) {
        return new JobContext(Runtime.getRuntime().availableProcessors(), stoppable);
    }

    private void solve(FitRequest request, String key, Map<String, Object> event, Stoppable stoppable) {
        try {
            stoppable.run(() -> solveAndCache(request, key, event, stoppable));
        } catch (CancelledException another) {
            event.put("stopped", true);
        } catch (InvalidInputException rejected) {
            event.put("sentence", rejected.sentence(UnaryOperator.identity()));
        } catch (InvalidRequestException wrong) {
            event.put("sentence", wrong.sentence(UnaryOperator.identity()));
        } catch (OutOfMemoryError full) {
            unload();
            event.put("sentence", "not enough memory to keep this sequence loaded");
        } catch (RejectedRequestException gone) {
            event.put("sentence", gone.getMessage());
        } catch (RuntimeException | Error fault) {
            unload();
            event.put("sentence", "internal error: " + fault);
        }
        events.publish("preview", event);
    }

    private void solveAndCache(FitRequest request, String key, Map<String, Object> event, Stoppable stoppable) {
        int number = (Integer) event.get("number");
        try (JobContext context = context(stoppable)) {
            open(request, context);
            long start = System.nanoTime();
            Map<?, ?> values = (Map<?, ?>) event.get("options");
            FitResult fit = warm.solve(
                    withStringKeys(values), context, early -> publishEarly(number, event, early, start, stoppable));
            SkinnedModel model = fit.fitted().model();
            event.put("early", false);
            event.put("bones", model.boneCount());
            event.put("erms", fit.curve().get(fit.curve().size() - 1).erms());
            event.put("seconds", (System.nanoTime() - start) * 1e-9);
            kept.put(number, new PreviewCache.CachedPreview(key, event, ModelBytes.of(model)));
            event.put("ready", (System.nanoTime() - start) * 1e-9);
        }
    }

    private static Map<String, Object> withStringKeys(Map<?, ?> values) {
        Map<String, Object> named = new LinkedHashMap<>();
        values.forEach((name, value) -> named.put(String.valueOf(name), value));
        return named;
    }

    /** Publishes the quick preview while the solver continues. */
    private void publishEarly(
            int number, Map<String, Object> event, SkinnedModel model, long start, Stoppable stoppable) {
        if (stoppable.cancelled()) {
            return;
        }
        kept.put(number, new PreviewCache.CachedPreview("", Map.of(), ModelBytes.of(model)));
        Map<String, Object> early = new LinkedHashMap<>(event);
        early.put("early", true);
        early.put("bones", model.boneCount());
        early.put("seconds", (System.nanoTime() - start) * 1e-9);
        events.publish("preview", early);
    }

    /** @return whether the sequence had to be read */
    private boolean open(FitRequest request, JobContext context) {
        if (context.watcher().cancelled()) {
            throw new CancelledException();
        }
        if (warmFor.equals(key(request))) {
            return false;
        }
        unload();
        warm = new WarmFits(request, context);
        warmFor = key(request);
        return true;
    }

    /** Runs share the loaded sequence if only the previewed options differ and the files have not changed. */
    private static String key(FitRequest request) {
        return request.input() + " "
                + request.input().stream().map(Previews::stamp).toList() + " " + request.rest() + " "
                + request.sequence() + " " + request.takes() + " " + request.vertices();
    }

    private static String stamp(Path file) {
        try {
            return Files.getLastModifiedTime(file).toString();
        } catch (IOException gone) {
            return "";
        }
    }

    private void unload() {
        if (warm != null) {
            warm.close();
        }
        warm = null;
        warmFor = "";
    }

    @Override
    public void close() {
        cancelCurrent();
        queue.runExclusively(this::unload);
    }

    /** The most recent preview models, by number and by request, so that a repeated request is answered at once. */
    private static final class PreviewCache {
        private static final long MAX_BYTES = 64L << 20;

        /**
         * @param key key of the sequence and the values; empty for a quick preview, which must not answer other requests
         * @param event the event published for it
         */
        record CachedPreview(String key, Map<String, Object> event, byte[] model) {}

        private final Map<Integer, CachedPreview> byNumber = new LinkedHashMap<>();
        private long bytes;

        synchronized void put(int number, CachedPreview kept) {
            remove(byNumber.remove(number));
            byNumber.put(number, kept);
            bytes += kept.model.length;
            Iterator<Map.Entry<Integer, CachedPreview>> oldest =
                    byNumber.entrySet().iterator();
            while (bytes > MAX_BYTES && byNumber.size() > 1) {
                CachedPreview gone = oldest.next().getValue();
                oldest.remove();
                remove(gone);
            }
        }

        private void remove(CachedPreview gone) {
            bytes -= gone == null ? 0 : gone.model.length;
        }

        synchronized Optional<CachedPreview> find(String what) {
            return byNumber.values().stream()
                    .filter(kept -> kept.key.equals(what))
                    .findFirst();
        }

        synchronized byte[] model(int number) {
            CachedPreview kept = byNumber.get(number);
            if (kept == null) {
                throw RejectedRequestException.notFound("this preview has been removed from memory");
            }
            return kept.model;
        }
    }

    /** A listener that only supports cancellation. */
    private static final class Stoppable implements JobListener {
        private final Cancellation cancellation = new Cancellation();

        void stop() {
            cancellation.request();
        }

        void run(Runnable work) {
            cancellation.run(work);
        }

        @Override
        public boolean cancelled() {
            return cancellation.requested();
        }
    }
}
