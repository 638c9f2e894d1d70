package dev.sinew.job.batch;

import dev.sinew.job.JobResult;
import dev.sinew.job.batch.BatchJournal.Entry;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobListener;
import dev.sinew.job.text.Json;
import dev.sinew.run.CancelledException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Function;

/** Runs the assets of a batch, several at a time. The bytes of the results do not depend on how many. */
public final class Batch {
    /** Observes a batch; called from several threads. */
    public interface Observer {
        /** The listener of one asset. */
        JobListener watcher(Asset asset);

        /** An asset is done, was up to date, or failed. */
        void finished(Asset asset, Row row);

        boolean cancelled();
    }

    /** Writes pictures of a result into the asset's folder, and returns them by the names of {@link Row}. */
    @FunctionalInterface
    public interface Presenter {
        Map<String, String> show(Asset asset, JobResult made, Path folder);
    }

    private final Path out;
    private final BatchJournal ledger;
    private final int threads;
    private final Presenter presenter;
    private final boolean shown;
    private final Function<Throwable, String> sentence;
    private final Observer observer;
    private final MemoryGate gate = new MemoryGate(Runtime.getRuntime().maxMemory());
    private final Hashes hashes = new Hashes();
    private final Map<Integer, Row> rows = new ConcurrentHashMap<>();

    /**
     * @param out the folder that outputs are relative to
     * @param threads of each job
     * @param presenter where pages and pictures are wanted
     * @param sentence what a failure is called
     */
    public Batch(
            Path out,
            int threads,
            Optional<Presenter> presenter,
            Function<Throwable, String> sentence,
            Observer observer) {
        this.out = out;
        this.ledger = new BatchJournal(out);
        this.threads = threads;
        this.shown = presenter.isPresent();
        this.presenter = presenter.orElse((asset, made, folder) -> Map.of());
        this.sentence = sentence;
        this.observer = observer;
    }

    /**
     * Processes the assets that are not up to date.
     *
     * @param chosen the pieces that are this run's to do
     * @return a row per piece of the batch, those of others as far as they are known
     */
    public List<Row> run(List<Asset> all, Collection<Asset> chosen, int jobs) {
        ConcurrentLinkedQueue<Asset> waiting = new ConcurrentLinkedQueue<>(chosen);
        ExecutorService pool = Executors.newFixedThreadPool(jobs);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int k = 0; k < jobs; k++) {
                workers.add(pool.submit(() -> work(waiting)));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CancelledException();
        } catch (ExecutionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : new IllegalStateException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
        if (observer.cancelled()) {
            throw new CancelledException();
        }
        return all.stream().map(this::row).toList();
    }

    /**
     * The same on another engine.
     *
     * @param piece does what {@link #run} does for one
     */
    public List<Row> run(List<Asset> all, Collection<Asset> chosen, Engine engine, String master, Engine.Piece piece) {
        Map<Integer, Asset> byNumber = new LinkedHashMap<>();
        chosen.forEach(asset -> byNumber.put(asset.number(), asset));
        engine.batch(master, out, List.copyOf(byNumber.keySet()), piece).forEach((number, line) -> {
            Row row = Row.of(Json.read(line));
            rows.put(number, row);
            observer.finished(byNumber.get(number), row);
        });
        return all.stream().map(this::row).toList();
    }

    /** The row of an asset from this run, or from the journal. */
    private Row row(Asset asset) {
        Row row = rows.get(asset.number());
        return row != null
                ? row
                : ledger.entry(asset).map(entry -> Row.of(entry.row())).orElseGet(() -> Row.waiting(asset));
    }

    private void work(ConcurrentLinkedQueue<Asset> waiting) {
        for (Asset asset = waiting.poll(); asset != null && !observer.cancelled(); asset = waiting.poll()) {
            try {
                Row row = locked(asset);
                rows.put(asset.number(), row);
                observer.finished(asset, row);
            } catch (CancelledException stopped) {
                return;
            }
        }
    }

    private Row locked(Asset asset) {
        try {
            Optional<BatchJournal.Lock> lock = ledger.lock(asset);
            if (lock.isEmpty()) {
                return Row.elsewhere(asset);
            }
            try {
                return upToDate(asset).orElseGet(() -> made(asset));
            } finally {
                lock.get().close();
            }
        } catch (CancelledException stopped) {
            throw stopped;
        } catch (RuntimeException failure) {
            return Row.failed(asset, sentence.apply(failure));
        }
    }

    private Optional<Row> upToDate(Asset asset) {
        Optional<Entry> entry = ledger.entry(asset);
        entry.ifPresent(known -> hashes.remember(known.stamps()));
        return entry.filter(known -> known.fingerprint().equals(hashes.fingerprint(asset, shown)))
                .filter(known -> ledger.settle(asset, known))
                .map(known -> Row.of(known.row()).current());
    }

    private Row made(Asset asset) {
        RemoteFiles.Held inputs = RemoteFiles.current().hold(Hashes.files(asset));
        try {
            return madeWithin(asset, MemoryGate.estimate(asset), true);
        } catch (InterruptedException e) {
            throw new CancelledException();
        } finally {
            inputs.close();
        }
    }

    private Row madeWithin(Asset asset, long need, boolean mayTryAlone) throws InterruptedException {
        gate.enter(need);
        boolean shared = false;
        try {
            return solve(asset);
        } catch (OutOfMemoryError full) {
            shared = gate.isShared();
            if (!shared || !mayTryAlone) {
                return failed(asset, full);
            }
        } catch (CancelledException stopped) {
            ledger.discard(asset);
            throw stopped;
        } catch (RuntimeException | StackOverflowError failure) {
            return failed(asset, failure);
        } finally {
            gate.leave(need);
        }
        // Other jobs used the memory: try again alone.
        return madeWithin(asset, gate.everything(), false);
    }

    private Row failed(Asset asset, Throwable failure) {
        ledger.discard(asset);
        return Row.failed(asset, sentence.apply(failure));
    }

    private Row solve(Asset asset) {
        // Computed before the job: an input that changes meanwhile must count as changed.
        String fingerprint = hashes.fingerprint(asset, shown);
        Map<String, String> stamps = hashes.stamps(asset);
        Path folder = ledger.freshFolder(asset);
        Row row;
        try (JobContext context = new JobContext(threads, observer.watcher(asset), folder)) {
            JobResult made = asset.job().run(context);
            Map<String, String> pictures = new LinkedHashMap<>(presenter.show(asset, made, folder));
            row = Row.done(asset, made, pictures);
        }
        Entry entry = new Entry(fingerprint, BatchJournal.contents(folder), stamps, row.tree());
        ledger.write(asset, entry);
        ledger.settle(asset, entry);
        return row;
    }
}
