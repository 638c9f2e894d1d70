package dev.sinew.studio.warm;

import dev.sinew.fit.FitResult;
import dev.sinew.job.FitRequest;
import dev.sinew.job.Job;
import dev.sinew.job.WarmFits;
import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Watcher;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.CancelledException;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.guard.TurnedAwayException;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunStore;
import dev.sinew.studio.work.Cancellation;
import dev.sinew.studio.work.Events;
import dev.sinew.studio.work.JobQueue;
import dev.sinew.studio.work.RunMaker;
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
 * The slider: after a fit its sequence stays ready, and the same fit with other numbers is shown as soon as there is something to see, and
 * again when it is solved. One sequence at a time; who asks for the next preview is not waiting for the last.
 */
public final class Previews implements AutoCloseable {
    private final RunStore store;
    private final RunMaker maker;
    private final JobQueue queue;
    private final Events events;
    private final KeptPreviews kept = new KeptPreviews();
    private int last;
    private Stoppable current = new Stoppable();
    private Stoppable readying = new Stoppable();
    /** Touched by the queue's thread only. */
    private WarmFits warm;

    private String warmFor = "";

    public Previews(RunStore store, RunMaker maker, JobQueue queue, Events events) {
        this.store = store;
        this.maker = maker;
        this.queue = queue;
        this.events = events;
    }

    /** Reads a run's sequence and solves it once as it was, so that the first preview finds everything warm. */
    public void makeReady(String id) {
        FitRequest request = requireFit(store.requireDone(id));
        Stoppable stoppable = new Stoppable();
        synchronized (this) {
            readying.stop();
            readying = stoppable;
        }
        queue.alone(() -> {
            try {
                stoppable.under(() -> warmUp(request, stoppable));
            } catch (RuntimeException | OutOfMemoryError anything) {
                // Whoever slides is told; nobody asked for anything yet.
                if (!(anything instanceof CancelledException)) {
                    forget();
                }
            }
        });
    }

    private void warmUp(FitRequest request, Stoppable stoppable) {
        try (Desk desk = desk(stoppable)) {
            if (open(request, desk)) {
                warm.solve(Map.of(), desk);
            }
        }
    }

    /** Asks for a run's fit with other values; the answer comes as an event. @return the preview's number */
    public int ask(String id, Map<String, Object> values) {
        FitRequest request = requireFit(store.requireDone(id));
        requireSense(request, values);
        String asked = key(request) + " " + new TreeMap<>(values);
        Stoppable stoppable = next();
        int number = number();
        Optional<KeptPreviews.Kept> known = kept.asked(asked);
        if (known.isPresent()) {
            Map<String, Object> told = new LinkedHashMap<>(known.get().told());
            told.put("number", number);
            told.put("run", id);
            kept.put(number, new KeptPreviews.Kept(asked, told, known.get().model()));
            events.tell("preview", told);
        } else {
            Map<String, Object> told = new LinkedHashMap<>();
            told.put("number", number);
            told.put("run", id);
            told.put("options", values);
            queue.alone(() -> solve(request, asked, told, stoppable));
        }
        return number;
    }

    private synchronized int number() {
        return ++last;
    }

    /** Whatever is solved for a slider now is stopped. */
    private synchronized Stoppable next() {
        readying.stop();
        current.stop();
        current = new Stoppable();
        return current;
    }

    private static void requireSense(FitRequest request, Map<String, Object> values) {
        values.keySet().stream()
                .filter(name -> !WarmFits.FIELDS.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw TurnedAwayException.wrong(
                            "a preview changes " + String.join(", ", WarmFits.FIELDS) + " only");
                });
        Job<?> checked = request;
        for (Map.Entry<String, Object> value : values.entrySet()) {
            checked = checked.with(value.getKey(), value.getValue());
        }
    }

    private FitRequest requireFit(Run run) {
        Job<?> job = maker.job(run.request(), Path.of("model.glb"));
        if (!(job instanceof FitRequest fit)) {
            throw new TurnedAwayException(409, "the slider is for fits, " + run.id() + " is none");
        }
        return fit;
    }

    /** The model of a preview, see {@link ModelBytes}: the early one, then the last. */
    public byte[] model(int number) {
        return kept.model(number);
    }

    private static Desk desk(Stoppable stoppable) {
        return new Desk(Runtime.getRuntime().availableProcessors(), stoppable);
    }

    private void solve(FitRequest request, String asked, Map<String, Object> told, Stoppable stoppable) {
        try {
            stoppable.under(() -> solved(request, asked, told, stoppable));
        } catch (CancelledException another) {
            told.put("stopped", true);
        } catch (RefusedException refused) {
            told.put("sentence", refused.sentence(UnaryOperator.identity()));
        } catch (WrongRequestException wrong) {
            told.put("sentence", wrong.sentence(UnaryOperator.identity()));
        } catch (OutOfMemoryError full) {
            forget();
            told.put("sentence", "there is not enough memory to keep this sequence ready");
        } catch (TurnedAwayException gone) {
            told.put("sentence", gone.getMessage());
        } catch (RuntimeException | Error fault) {
            forget();
            told.put("sentence", "a fault of Sinew itself: " + fault);
        }
        events.tell("preview", told);
    }

    private void solved(FitRequest request, String asked, Map<String, Object> told, Stoppable stoppable) {
        int number = (Integer) told.get("number");
        try (Desk desk = desk(stoppable)) {
            open(request, desk);
            long start = System.nanoTime();
            Map<?, ?> values = (Map<?, ?>) told.get("options");
            FitResult fit = warm.solve(named(values), desk, early -> show(number, told, early, start, stoppable));
            SkinnedModel model = fit.fitted().model();
            told.put("early", false);
            told.put("bones", model.boneCount());
            told.put("erms", fit.curve().get(fit.curve().size() - 1).erms());
            told.put("seconds", (System.nanoTime() - start) * 1e-9);
            kept.put(number, new KeptPreviews.Kept(asked, told, ModelBytes.of(model)));
            told.put("ready", (System.nanoTime() - start) * 1e-9);
        }
    }

    private static Map<String, Object> named(Map<?, ?> values) {
        Map<String, Object> named = new LinkedHashMap<>();
        values.forEach((name, value) -> named.put(String.valueOf(name), value));
        return named;
    }

    /** What the first step gives is shown while the others are made. */
    private void show(int number, Map<String, Object> told, SkinnedModel model, long start, Stoppable stoppable) {
        if (stoppable.cancelled()) {
            return;
        }
        kept.put(number, new KeptPreviews.Kept("", Map.of(), ModelBytes.of(model)));
        Map<String, Object> early = new LinkedHashMap<>(told);
        early.put("early", true);
        early.put("bones", model.boneCount());
        early.put("seconds", (System.nanoTime() - start) * 1e-9);
        events.tell("preview", early);
    }

    /** @return whether it had to be read */
    private boolean open(FitRequest request, Desk desk) {
        if (desk.watcher().cancelled()) {
            throw new CancelledException();
        }
        if (warmFor.equals(key(request))) {
            return false;
        }
        forget();
        warm = new WarmFits(request, desk);
        warmFor = key(request);
        return true;
    }

    /** Runs of one sequence share what is ready, if nothing but the numbers differs and nobody has put other files in its place. */
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

    private void forget() {
        if (warm != null) {
            warm.close();
        }
        warm = null;
        warmFor = "";
    }

    @Override
    public void close() {
        next();
        queue.alone(this::forget);
    }

    /** The models of the last previews, by number and by what was asked: who comes back to one need not wait again. */
    private static final class KeptPreviews {
        private static final long MOST_BYTES = 64L << 20;

        /**
         * @param asked the sequence and the numbers; empty while it is an early one, which is not the answer yet
         * @param told what pages hear of it
         */
        record Kept(String asked, Map<String, Object> told, byte[] model) {}

        private final Map<Integer, Kept> byNumber = new LinkedHashMap<>();
        private long bytes;

        synchronized void put(int number, Kept kept) {
            remove(byNumber.remove(number));
            byNumber.put(number, kept);
            bytes += kept.model.length;
            Iterator<Map.Entry<Integer, Kept>> oldest = byNumber.entrySet().iterator();
            while (bytes > MOST_BYTES && byNumber.size() > 1) {
                Kept gone = oldest.next().getValue();
                oldest.remove();
                remove(gone);
            }
        }

        private void remove(Kept gone) {
            bytes -= gone == null ? 0 : gone.model.length;
        }

        synchronized Optional<Kept> asked(String what) {
            return byNumber.values().stream()
                    .filter(kept -> kept.asked.equals(what))
                    .findFirst();
        }

        synchronized byte[] model(int number) {
            Kept kept = byNumber.get(number);
            if (kept == null) {
                throw TurnedAwayException.notFound("that preview is not kept any longer");
            }
            return kept.model;
        }
    }

    /** Sees nothing, and stops when it is told to. */
    private static final class Stoppable implements Watcher {
        private final Cancellation cancellation = new Cancellation();

        void stop() {
            cancellation.request();
        }

        void under(Runnable work) {
            cancellation.run(work);
        }

        @Override
        public boolean cancelled() {
            return cancellation.requested();
        }
    }
}
