package dev.sinew.job;

import dev.sinew.job.desk.Desk;
import dev.sinew.job.desk.Work;
import dev.sinew.job.source.Outputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A request that can be done. Requests are records whose fields say about themselves what a front end must know
 * ({@link dev.sinew.job.form.Ask}); {@link Requests} reads and writes them.
 *
 * @param <M> what it makes
 */
public interface Job<M extends Made> {
    /** The verb, such as fit. */
    String command();

    /** The files that are read, as far as the request names them. */
    List<Path> reads();

    /** The files that are written. */
    List<Path> writes();

    /**
     * Does it: reads, solves, writes under another name, reads that back, measures it, puts it into place.
     *
     * @throws dev.sinew.job.form.WrongRequestException where the request contradicts itself
     * @throws dev.sinew.run.RefusedException where what it names cannot be worked on
     * @throws dev.sinew.run.CancelledException where the desk's watcher stopped it
     */
    M run(Desk desk);

    /** How every run starts: nothing is written over what is read, whoever asks. */
    default Work begin(Desk desk) {
        List<Path> inputs = reads();
        writes().stream()
                .map(desk::place)
                // A folder gets a better sentence from the request.
                .filter(output -> !Files.isDirectory(output))
                .forEach(output -> Outputs.requireOther(output, inputs));
        return desk.begin();
    }

    /** The same request with another value of one field. */
    default Job<M> with(String field, Object value) {
        return Requests.with(this, field, value);
    }
}
