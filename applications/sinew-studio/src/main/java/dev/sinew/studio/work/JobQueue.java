package dev.sinew.studio.work;

import dev.sinew.job.desk.Desk;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.run.CancelledException;
import dev.sinew.run.RefusedException;
import dev.sinew.studio.guard.TurnedAwayException;
import dev.sinew.studio.runs.Run;
import dev.sinew.studio.runs.RunState;
import dev.sinew.studio.runs.RunStore;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import java.util.Optional;
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
            current.brake().pull();
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
            watcher.brake().under(() -> make(store.get(id), watcher));
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
                current.brake().pull();
            }
        }
        working.shutdown();
        try {
            working.awaitTermination(5, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
