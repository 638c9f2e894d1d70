package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.job.batch.Asset;
import dev.sinew.job.batch.Batch;
import dev.sinew.job.batch.Engine;
import dev.sinew.job.batch.Row;
import dev.sinew.job.desk.Watcher;
import dev.sinew.job.text.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import picocli.CommandLine;

/**
 * One piece of a batch on another machine: the same line is read again there, and one piece of what it asks for is done.
 *
 * @param arguments of the line, the verb first
 */
record BatchPiece(List<String> arguments) implements Engine.Piece {
    private static final int PATIENCE_SECONDS = 60;

    private static final Map<List<String>, BatchVerb> READ = new ConcurrentHashMap<>();

    @Override
    public String row(int number) {
        BatchVerb verb = READ.computeIfAbsent(arguments, BatchPiece::read);
        Row row = verb.rowOf(number);
        try {
            for (int k = 0; k < PATIENCE_SECONDS && row.isElsewhere(); k++) {
                // A driver that was ended leaves workers behind that need a moment to notice.
                Thread.sleep(1000);
                row = verb.rowOf(number);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Json.line(row.tree());
    }

    private static BatchVerb read(List<String> arguments) {
        String[] words = arguments.subList(1, arguments.size()).toArray(new String[0]);
        BatchVerb verb = new BatchVerb(Environment.ofProcess(), BatchVerb.verbIn(words));
        CommandLine line = new CommandLine(verb);
        verb.complete(line.getCommandSpec());
        line.setExpandAtFiles(false);
        line.parseArgs(words);
        return verb;
    }

    /** Nobody looks on there. @param named what a field of a request is called */
    static Batch.Observer silent(UnaryOperator<String> named) {
        Watcher watcher = new Watcher() {
            @Override
            public String named(String field) {
                return named.apply(field);
            }
        };
        return new Batch.Observer() {
            @Override
            public Watcher watcher(Asset asset) {
                return watcher;
            }

            @Override
            public void finished(Asset asset, Row row) {}

            @Override
            public boolean cancelled() {
                return false;
            }
        };
    }
}
