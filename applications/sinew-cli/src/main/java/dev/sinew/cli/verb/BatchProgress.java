package dev.sinew.cli.verb;

import dev.sinew.cli.console.Session;
import dev.sinew.job.batch.Asset;
import dev.sinew.job.batch.Batch;
import dev.sinew.job.batch.Row;
import dev.sinew.job.desk.Watcher;
import java.nio.file.Path;

/** How far a batch is, over all its pieces. */
final class BatchProgress implements Batch.Observer {
    private final Watcher console;
    private final int count;
    private int done;
    private int failed;

    BatchProgress(Session session, int count) {
        this.console = session.desk().watcher();
        this.count = count;
    }

    @Override
    public Watcher watcher(Asset asset) {
        tell(asset.name());
        return new Watcher() {
            @Override
            public boolean cancelled() {
                return console.cancelled();
            }

            @Override
            public String named(String field) {
                return console.named(field);
            }

            @Override
            public void unfinished(Path file) {
                console.unfinished(file);
            }

            @Override
            public void finished(Path file) {
                console.finished(file);
            }
        };
    }

    @Override
    public synchronized void finished(Asset asset, Row row) {
        done++;
        failed += row.hasFailed() ? 1 : 0;
        tell(asset.name() + " " + row.status());
    }

    private synchronized void tell(String what) {
        console.stage("batch", done + " of " + count + (failed > 0 ? ", " + failed + " failed" : "") + ": " + what);
    }

    @Override
    public boolean cancelled() {
        return console.cancelled();
    }
}
