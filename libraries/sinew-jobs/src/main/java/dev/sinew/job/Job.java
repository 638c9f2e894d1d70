package dev.sinew.job;

import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobRun;
import dev.sinew.job.source.Outputs;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A request that can be run. Requests are records whose fields are described for front ends
 * ({@link dev.sinew.job.form.OptionInfo}); {@link Requests} reads and writes them.
 *
 * @param <M> the result
 */
public interface Job<M extends JobResult> {
    /** The verb, such as fit. */
    String command();

    /** The input files that the request names. */
    List<Path> reads();

    /** The output files. */
    List<Path> writes();

    /**
     * Runs the job: reads, solves, writes to a temporary file, reads that back, measures it, and moves it into place.
     *
     * @throws dev.sinew.job.form.InvalidRequestException if the request contradicts itself
     * @throws dev.sinew.run.InvalidInputException if an input is invalid or an output cannot be written
     * @throws dev.sinew.run.CancelledException if the listener of the context cancelled it
     */
    M run(JobContext context);

    /** How every run starts: rejects outputs that would overwrite an input. */
    default JobRun begin(JobContext context) {
        List<Path> inputs = reads();
        writes().stream()
                .map(context::place)
                // The request has a better message for folders.
                .filter(output -> !Files.isDirectory(output))
                .forEach(output -> Outputs.requireOther(output, inputs));
        return context.begin();
    }

    /** The same request with another value of one field. */
    default Job<M> with(String field, Object value) {
        return Requests.with(this, field, value);
    }
}
