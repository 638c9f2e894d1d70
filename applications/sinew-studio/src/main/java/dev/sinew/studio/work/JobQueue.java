package dev.sinew.studio.work;

import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Watcher;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.run.CancelledException;
import dev.sinew.run.Progress.Iterate;
import dev.sinew.run.Progress.Step;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.guard.TurnedAwayException;
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

/** Runs wait here and are done one at a time, each with all processors. Whatever becomes of one, the next one is begun. */
public final class JobQueue implements AutoCloseable {
    private static final String CANCELLED = "cancelled";

    private final RunStore store;
    private final RunMaker maker;
    private final Events events;
    private final Deque<String> waiting = new ArrayDeque<>();
    private RunWatcher current;
    private String running = "";
    private final ExecutorService working = Executors.newSingleThreadExecutor(task -> {
        Thread thread = new Thread(task, "studio-work");
        thread.setDaemon(true);
        return thread;
    });

    public JobQueue(RunStore store, RunMaker maker, Events events) {
        this.store = store;
        this.maker = maker;
        this.events = events;
    }

    public synchronized void add(Run run) {
        waiting.add(run.id());
        working.execute(this::next);
        events.tell("runs", Map.of("run", run.id()));
    }

    /** Something short that must not run beside a job, such as a preview. Waits its turn. */
    public void alone(Runnable task) {
        working.execute(task);
    }

    /** Stops a run, whether it has begun or not. It counts as cancelled at once; its thread lets go at the next chunk of work. */
    public synchronized void cancel(String id) {
        boolean begun = running.equals(id) && store.get(id).state() == RunState.RUNNING;
        if (begun) {
            current.cancellation().request();
        } else if (!waiting.remove(store.get(id).id())) {
            throw new TurnedAwayException(409, id + " is not under way");
        }
        store.ended(id, RunState.CANCELLED, begun ? CANCELLED : "cancelled before it began");
        events.tell("runs", Map.of("run", id));
    }

    /** What is being done just now. */
    public synchronized Optional<Map<String, Object>> progress() {
        return current == null ? Optional.empty() : Optional.of(current.tree());
    }

    /** The mesh of a run as it is just now; empty where there is nothing to see of it. */
    public synchronized byte[] look(String id) {
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
            store.running(id);
        }
        events.tell("runs", Map.of("run", id));
        make(id, watcher);
        synchronized (this) {
            current = null;
            running = "";
        }
        events.tell("runs", Map.of("run", id));
    }

    private void make(String id, RunWatcher watcher) {
        try {
            watcher.cancellation().run(() -> make(store.get(id), watcher));
        } catch (CancelledException stopped) {
            store.ended(id, RunState.CANCELLED, CANCELLED);
        } catch (RefusedException refused) {
            store.ended(id, RunState.FAILED, refused.sentence(UnaryOperator.identity()));
        } catch (WrongRequestException wrong) {
            store.ended(id, RunState.FAILED, wrong.sentence(UnaryOperator.identity()));
        } catch (TurnedAwayException gone) {
            store.ended(id, RunState.FAILED, gone.getMessage());
        } catch (OutOfMemoryError full) {
            store.ended(
                    id,
                    RunState.FAILED,
                    "Java ran out of memory: take fewer frames (range ::2), or start the"
                            + " studio with more, such as SINEW_OPTS=-Xmx12g");
        } catch (UncheckedIOException disk) {
            store.ended(
                    id,
                    RunState.FAILED,
                    "the result could not be kept: " + disk.getCause().getMessage());
        } catch (RuntimeException | Error fault) {
            // Whatever it is, it is this run's, and the next one is begun.
            store.ended(id, RunState.FAILED, "a fault of Sinew itself: " + fault);
        }
    }

    private void make(Run run, RunWatcher watcher) {
        try (Desk desk = new Desk(Runtime.getRuntime().availableProcessors(), watcher)) {
            maker.make(run, desk);
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
        working.shutdown();
        try {
            working.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Looks on while a run is solved: the page hears of it a few times per second, and may stop it. */
    private static final class RunWatcher implements Watcher {
        private static final long PAUSE_NANOS = 80_000_000;
        private static final long LOOK_NANOS = 250_000_000;
        /** A long sequence is gone through in so many looks. */
        private static final int FRAMES_A_ROUND = 24;

        private final String run;
        private final Events events;
        private final List<Double> errors = new ArrayList<>();
        private final Cancellation cancellation = new Cancellation();
        private String stage = "";
        private String what = "";
        private Step step = new Step("", 0, 0, OptionalDouble.empty());
        private long told;
        private long looked;
        private int looks;
        private volatile byte[] latest = {};

        RunWatcher(String run, Events events) {
            this.run = run;
            this.events = events;
        }

        Cancellation cancellation() {
            return cancellation;
        }

        /** The mesh as it is just now: another frame each time, a few times per second. */
        @Override
        public void look(Iterate iterate) {
            if (System.nanoTime() - looked < LOOK_NANOS || !events.anybodyListens()) {
                return;
            }
            looked = System.nanoTime();
            int frame = looks % iterate.frameCount();
            looks += Math.max(1, iterate.frameCount() / FRAMES_A_ROUND);
            float[] pose = iterate.pose(frame);
            ByteBuffer bytes = ByteBuffer.allocate(4 * pose.length).order(ByteOrder.LITTLE_ENDIAN);
            bytes.asFloatBuffer().put(pose);
            latest = bytes.array();
            events.tell("look", Map.of("run", run, "frame", frame));
        }

        /** 3N floats, little endian; empty before there is anything to see. */
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
            tell();
        }

        @Override
        public synchronized void step(Step next) {
            boolean same = next.stage().equals(step.stage()) && next.iteration() == step.iteration();
            step = next;
            if (!same && next.error().isPresent()) {
                errors.add(next.error().getAsDouble());
            }
            if (System.nanoTime() - told > PAUSE_NANOS) {
                tell();
            }
        }

        private void tell() {
            told = System.nanoTime();
            events.tell("progress", tree());
        }

        /** Where it stands, for a page that comes late. */
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
