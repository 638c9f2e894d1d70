package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.job.batch.Asset;
import dev.sinew.job.batch.Batch;
import dev.sinew.job.batch.Elsewhere;
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
 * @param marks of all pieces in their order, as this machine sees them
 */
record BatchPiece(List<String> arguments, List<String> marks) implements Engine.Piece {
    private static final int PATIENCE_SECONDS = 60;

    private static final Map<List<String>, BatchVerb> READ = new ConcurrentHashMap<>();

    @Override
    public String row(int number) {
        BatchVerb verb = READ.computeIfAbsent(arguments, BatchPiece::read);
        String mark = marks.get(number - 1);
        Row row = verb.rowOf(number, mark);
        try {
            for (int k = 0; k < PATIENCE_SECONDS && row.isElsewhere(); k++) {
                // A driver that was ended leaves workers behind that need a moment to notice.
                Thread.sleep(1000);
                row = verb.rowOf(number, mark);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return Elsewhere.current().told(Json.line(row.tree()));
    }

    private static BatchVerb read(List<String> arguments) {
        String[] words =
                arguments.stream().skip(1).map(Elsewhere.current()::local).toArray(String[]::new);
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
