package dev.sinew.studio.queue;

import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobListener;
import dev.sinew.run.CancelledException;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress.Iterate;
import dev.sinew.run.Progress.Step;
import dev.sinew.studio.guard.RejectedRequestException;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.Run.RunState;
import dev.sinew.studio.runs.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/** Executes runs one at a time, each with all processors. A failed run never stops the queue. */
public final class JobQueue implements AutoCloseable {
    private static final String CANCELLED = "cancelled";

    private final RunStore store;
    private final RunExecutor executor;
    private final Events events;
    private final Deque<String> waiting = new ArrayDeque<>();
    private RunWatcher current;
    private String running = "";
    private final ExecutorService worker = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "studio-work");
        thread.setDaemon(true);
        return thread;
    });

    public JobQueue(RunStore store, RunExecutor executor, Events events) {
        this.store = store;
        this.executor = executor;
        this.events = events;
    }

    public synchronized void add(Run run) {
        waiting.add(run.id());
        worker.execute(this::next);
        events.publish("runs", Map.of("run", run.id()));
    }

    /** Queues a short task that must not run in parallel with a job, such as a preview. */
    public void runExclusively(Runnable task) {
        worker.execute(task);
    }

    /** Cancels a queued or running run. Its state changes at once; the solver stops at its next chunk of work. */
    public synchronized void cancel(String id) {
        boolean started = running.equals(id) && store.get(id).state() == RunState.RUNNING;
        if (started) {
            current.cancellation().request();
        } else if (!waiting.remove(store.get(id).id())) {
            throw new RejectedRequestException(409, id + " is neither queued nor running");
        }
        store.markEnded(id, RunState.CANCELLED, started ? CANCELLED : "cancelled before it started");
        events.publish("runs", Map.of("run", id));
    }

    /** The progress of the current run. */
    public synchronized Optional<Map<String, Object>> progress() {
        return current == null ? Optional.empty() : Optional.of(current.tree());
    }

    /** The current mesh of a run; empty if the run is not solving or has none yet. */
    public synchronized byte[] preview(String id) {
        return running.equals(id) ? current.latest() : new byte[0];
    }

    private void next() {
        String id;
        RunWatcher watcher;
        synchronized (this) {
            id = waiting.poll();
            if (id == null) {
                return;
            }
            watcher = new RunWatcher(id, events);
            current = watcher;
            running = id;
            store.markRunning(id);
        }
        events.publish("runs", Map.of("run", id));
        execute(id, watcher);
        synchronized (this) {
            current = null;
            running = "";
        }
        events.publish("runs", Map.of("run", id));
    }

    private void execute(String id, RunWatcher watcher) {
        try {
            watcher.cancellation().run(() -> execute(store.get(id), watcher));
        } catch (CancelledException stopped) {
            store.markEnded(id, RunState.CANCELLED, CANCELLED);
        } catch (InvalidInputException rejected) {
            store.markEnded(id, RunState.FAILED, rejected.sentence(UnaryOperator.identity()));
        } catch (InvalidRequestException wrong) {
            store.markEnded(id, RunState.FAILED, wrong.sentence(UnaryOperator.identity()));
        } catch (RejectedRequestException gone) {
            store.markEnded(id, RunState.FAILED, gone.getMessage());
        } catch (OutOfMemoryError full) {
            store.markEnded(
                    id,
                    RunState.FAILED,
                    "out of memory: use fewer frames (range ::2), or start the"
                            + " studio with more memory, for example SINEW_OPTS=-Xmx12g");
        } catch (UncheckedIOException disk) {
            store.markEnded(
                    id,
                    RunState.FAILED,
                    "the result could not be stored: " + disk.getCause().getMessage());
        } catch (RuntimeException | Error fault) {
            // An unexpected failure ends this run only.
            store.markEnded(id, RunState.FAILED, "internal error: " + fault);
        }
    }

    private void execute(Run run, RunWatcher watcher) {
        try (JobContext context = new JobContext(Runtime.getRuntime().availableProcessors(), watcher)) {
            executor.execute(run, context);
        } catch (IOException disk) {
            throw new UncheckedIOException(disk);
        }
    }

    @Override
    public void close() {
        synchronized (this) {
            waiting.clear();
            if (current != null) {
                current.cancellation().request();
            }
        }
        worker.shutdown();
        try {
            worker.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Publishes progress and previews of a run a few times per second, and lets it be cancelled. */
    private static final class RunWatcher implements JobListener {
        private static final long PROGRESS_INTERVAL_NANOS = 80_000_000;
        private static final long PREVIEW_INTERVAL_NANOS = 250_000_000;
        /** Previews step through the sequence, about this many per pass. */
        private static final int PREVIEWS_PER_PASS = 24;

        private final String run;
        private final Events events;
        private final List<Double> errors = new ArrayList<>();
        private final Cancellation cancellation = new Cancellation();
        private String stage = "";
        private String what = "";
        private Step step = new Step("", 0, 0, OptionalDouble.empty());
        private long publishedNanos;
        private long previewedNanos;
        private int nextFrame;
        private volatile byte[] latest = {};

        RunWatcher(String run, Events events) {
            this.run = run;
            this.events = events;
        }

        Cancellation cancellation() {
            return cancellation;
        }

        /** Publishes the current mesh, at another frame each time. */
        @Override
        public void preview(Iterate iterate) {
            if (System.nanoTime() - previewedNanos < PREVIEW_INTERVAL_NANOS || !events.hasListeners()) {
                return;
            }
            previewedNanos = System.nanoTime();
            int frame = nextFrame % iterate.frameCount();
            nextFrame += Math.max(1, iterate.frameCount() / PREVIEWS_PER_PASS);
            float[] pose = iterate.pose(frame);
            ByteBuffer bytes = ByteBuffer.allocate(4 * pose.length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(pose);
            latest = bytes.array();
            events.publish("look", Map.of("run", run, "frame", frame));
        }

        /** 3N floats, little endian; empty before the first preview. */
        byte[] latest() {
            return latest;
        }

        @Override
        public boolean cancelled() {
            return cancellation.requested();
        }

        @Override
        public synchronized void stage(String name, String doing) {
            stage = name;
            what = doing;
            step = new Step("", 0, 0, OptionalDouble.empty());
            publish();
        }

        @Override
        public synchronized void step(Step next) {
            boolean same = next.stage().equals(step.stage()) && next.iteration() == step.iteration();
            step = next;
            if (!same && next.error().isPresent()) {
                errors.add(next.error().getAsDouble());
            }
            if (System.nanoTime() - publishedNanos > PROGRESS_INTERVAL_NANOS) {
                publish();
            }
        }

        private void publish() {
            publishedNanos = System.nanoTime();
            events.publish("progress", tree());
        }

        /** The current progress, for pages that connect later. */
        synchronized Map<String, Object> tree() {
            Map<String, Object> tree = new LinkedHashMap<>();
            tree.put("run", run);
            tree.put("stage", stage);
            tree.put("what", what);
            tree.put("part", step.stage());
            tree.put("iteration", step.iteration());
            tree.put("iterations", step.iterations());
            tree.put("errors", new ArrayList<>(errors));
            return tree;
        }
    }
}
