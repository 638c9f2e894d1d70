package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.job.Job;
import dev.sinew.job.JobResult;
import dev.sinew.job.Requests;
import dev.sinew.run.InvalidInputException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A verb that runs a job. Its options are the fields of the request.
 *
 * @param <M> what the job makes
 */
abstract class JobVerb<M extends JobResult> extends Verb {
    private RequestOptions options;
    /** What pipes delivered, which they do only once. */
    private final Map<Path, Path> copies = new HashMap<>();

    JobVerb(Environment environment) {
        super(environment);
    }

    @Override
    public void complete(CommandSpec spec) {
        options = RequestOptions.addTo(spec, Requests.form(spec.name()), manyInputs());
        command = spec.name();
    }

    private String command;

    @Override
    Set<String> unusedOptions() {
        return options.has("seed") ? Set.of() : Set.of("--seed");
    }

    /** Whether the command line accepts several inputs, even if the request has one. */
    boolean manyInputs() {
        return false;
    }

    @Override
    String named(String field) {
        return options.named(field);
    }

    @Override
    String lessMemory() {
        if (options.has("resolution")) {
            return ", or use a smaller --resolution";
        }
        return options.has("range") ? ", or use fewer frames (--range)" : "";
    }

    /** The given values, by the names of the request's fields. */
    Map<String, Object> values() {
        Map<String, Object> values = options.values();
        values.replaceAll((field, value) -> field.equals("output") ? value : spooled(value));
        if (options.has("seed")) {
            values.put("seed", common().seed());
        }
        return values;
    }

    /** The value of an option with its pipes replaced by files; other values stay as they are. */
    private Object spooled(Object value) {
        if (value instanceof List<?> list) {
            return list.stream().map(this::spooled).toList();
        }
        return value instanceof Path path && Pipes.isPipe(path) ? copies.computeIfAbsent(path, Pipes::copy) : value;
    }

    /** The job for these values. */
    @SuppressWarnings("unchecked")
    Job<M> job(Map<String, Object> values) {
        return (Job<M>) Requests.of(command, values);
    }

    @Override
    void run(Session session) {
        check();
        M made = made(job(values()), session);
        show(made, session);
        Map<String, Double> seconds = seconds(made, session);
        print(summary(made, seconds), session);
        session.report(() -> report(made.tree(), seconds));
    }

    /** Runs the job. */
    M made(Job<M> job, Session session) {
        return job.run(session.context());
    }

    /** Rejects invalid values of options that are not fields of the request. */
    void check() {}

    /** Writes the requested pages and pictures. */
    void show(M made, Session session) {}

    abstract ResultSummary summary(M made, Map<String, Double> seconds);

    void print(ResultSummary summary, Session session) {
        session.summary(summary);
    }

    /** Seconds of the job and of the verb itself. */
    static Map<String, Double> seconds(JobResult made, Session session) {
        Map<String, Double> seconds = new LinkedHashMap<>(made.seconds());
        session.run().seconds().forEach((part, time) -> seconds.merge(part, time, Double::sum));
        return seconds;
    }

    /** "read 0.21, solve 0.85, write 0.10, measure 0.05" */
    static String times(Map<String, Double> seconds) {
        return seconds.entrySet().stream()
                .map(part -> part.getKey() + " " + String.format(Locale.ROOT, "%.2f", part.getValue()))
                .collect(Collectors.joining(", "));
    }

    /**
     * Inputs that can be read only once: pipes, {@code /dev/stdin}, devices. Readers look at a file several times, so what a pipe delivers is
     * copied into a temporary file, which is deleted when the program ends.
     */
    private static final class Pipes {
        private Pipes() {}

        static boolean isPipe(Path path) {
            return Files.exists(path) && !Files.isRegularFile(path) && !Files.isDirectory(path);
        }

        static Path copy(Path pipe) {
            try {
                Path folder = Files.createTempDirectory("sinew-pipe");
                Path file = folder.resolve(pipe.getFileName());
                folder.toFile().deleteOnExit();
                file.toFile().deleteOnExit();
                Files.copy(pipe, file);
                return file;
            } catch (IOException e) {
                throw new InvalidInputException(pipe + " cannot be read: " + e.getMessage(), e);
            }
        }
    }
}
