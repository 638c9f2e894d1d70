package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.Session;
import dev.sinew.cli.console.Sheet;
import dev.sinew.job.Job;
import dev.sinew.job.Made;
import dev.sinew.job.Requests;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import picocli.CommandLine.Model.CommandSpec;

/**
 * A verb that runs a job: its options are the fields of the request.
 *
 * @param <M> what the job makes
 */
abstract class JobVerb<M extends Made> extends Verb {
    private RequestOptions options;

    JobVerb(Environment environment) {
        super(environment);
    }

    @Override
    public void complete(CommandSpec spec) {
        options = RequestOptions.addTo(spec, Requests.form(spec.name()), manyInputs());
        command = spec.name();
    }

    private String command;

    /** Whether several inputs may be named, even where a request has one. */
    boolean manyInputs() {
        return false;
    }

    @Override
    String named(String field) {
        return options.named(field);
    }

    @Override
    String thrift() {
        if (options.has("resolution")) {
            return ", or take a smaller --resolution";
        }
        return options.has("range") ? ", or take fewer frames with --range" : "";
    }

    /** What was given, by the names of the request's fields. */
    Map<String, Object> values() {
        Map<String, Object> values = options.values();
        values.replaceAll((field, value) -> field.equals("output") ? value : Pipes.spooled(value));
        if (options.has("seed")) {
            values.put("seed", common().seed());
        }
        return values;
    }

    /** The job that the arguments ask for. */
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
        tell(sheet(made, seconds), session);
        session.report(() -> report(made.tree(), seconds));
    }

    /** Runs the job. */
    M made(Job<M> job, Session session) {
        return job.run(session.desk());
    }

    /** Refuses what the job does not know of. */
    void check() {}

    /** Writes pages and pictures, where they are asked for. */
    void show(M made, Session session) {}

    abstract Sheet sheet(M made, Map<String, Double> seconds);

    void tell(Sheet sheet, Session session) {
        session.summary(sheet);
    }

    /** Those of the job, and what the verb itself took. */
    static Map<String, Double> seconds(Made made, Session session) {
        Map<String, Double> seconds = new LinkedHashMap<>(made.seconds());
        session.work().seconds().forEach((part, time) -> seconds.merge(part, time, Double::sum));
        return seconds;
    }

    /** "read 0.21, solve 0.85, write 0.10, measure 0.05" */
    static String times(Map<String, Double> seconds) {
        return seconds.entrySet().stream()
                .map(part -> part.getKey() + " " + String.format(Locale.ROOT, "%.2f", part.getValue()))
                .collect(Collectors.joining(", "));
    }
}
