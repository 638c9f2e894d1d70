package dev.sinew.cli.verb;

import dev.sinew.cli.console.Environment;
import dev.sinew.cli.console.ExitCode;
import dev.sinew.cli.console.Failures;
import dev.sinew.cli.console.ResultSummary;
import dev.sinew.cli.console.Session;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.io.file.Version;
import dev.sinew.job.ConvertRequest.ConvertJobResult;
import dev.sinew.job.JobResult;
import dev.sinew.job.Requests;
import dev.sinew.job.batch.Asset;
import dev.sinew.job.batch.AssetPattern;
import dev.sinew.job.batch.Batch;
import dev.sinew.job.batch.Engine;
import dev.sinew.job.batch.Manifest;
import dev.sinew.job.batch.OpenJob;
import dev.sinew.job.batch.RemoteFiles;
import dev.sinew.job.batch.Row;
import dev.sinew.job.form.CommandWords;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobListener;
import dev.sinew.job.text.Json;
import dev.sinew.job.text.Text;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress.Step;
import dev.sinew.show.index.IndexPage;
import dev.sinew.show.result.ResultView;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;

/** {@code sinew batch}: any verb over many assets. */
@Command(
        name = "batch",
        header = "Run a command on many files; skip what is up to date.",
        customSynopsis = {
            "sinew batch 'GLOB'… --verb VERB [options of the verb] --out DIR",
            "sinew batch MANIFEST.jsonl --out DIR"
        },
        description = {
            "A result is up to date if inputs, options, version and outputs are unchanged. An interrupted batch continues where it stopped, and a failure does not stop the others. The output folder also gets results.jsonl with one line per asset, and index.html, a page to sort and filter them.",
            "Exit codes: 0 all done, 3 some failed, 4 some are above a bound of --fail-above."
        },
        footer = {
            "All caches of a folder, with 30 bones each:",
            "  sinew batch 'caches/**/*.abc' --verb fit --bones 30 --out built/",
            "A bound for a build server:",
            "  sinew batch 'shots/*.obj' --verb rig --fail-above erms=3 --out built/",
            "One request per line, with the names of the JSON options:",
            "  sinew batch assets.jsonl --out built/"
        })
public final class BatchVerb extends Verb {
    @Mixin
    private BatchOptions batch;

    private final Optional<String> verb;
    private RequestOptions options;
    private ExitCode ended = ExitCode.DONE;

    /** What another machine found once. */
    private List<Asset> seen;

    /** @param verb whose options the line may have */
    public BatchVerb(Environment environment, Optional<String> verb) {
        super(environment);
        this.verb = verb.filter(Requests.commands()::contains);
    }

    @Override
    Set<String> unusedOptions() {
        return Set.of();
    }

    @Override
    List<String> mainOptions() {
        return List.of("--verb", "--out", "--name", "--jobs", "--fail-above", "--no-reports");
    }

    /** The value behind {@code --verb}: it says which options the rest of the line may have. */
    public static Optional<String> verbIn(String... arguments) {
        for (int k = 0; k < arguments.length; k++) {
            if (arguments[k].equals("--verb") && k + 1 < arguments.length) {
                return Optional.of(arguments[k + 1]);
            }
            if (arguments[k].startsWith("--verb=")) {
                return Optional.of(arguments[k].substring("--verb=".length()));
            }
        }
        return Optional.empty();
    }

    @Override
    public void complete(CommandSpec spec) {
        verb.ifPresent(name -> options = RequestOptions.addWithoutFiles(spec, Requests.form(name)));
    }

    @Override
    String named(String field) {
        return options == null ? super.named(field) : options.named(field);
    }

    @Override
    ExitCode ended() {
        return ended;
    }

    @Override
    void run(Session session) {
        batch.check();
        List<Asset> all = assets();
        List<Asset> chosen = batch.chosen(all);
        if (batch.isDry()) {
            plan(all, chosen, session);
            return;
        }
        BatchProgress progress = new BatchProgress(session, chosen.size());
        int jobs = batch.jobs(chosen.size());
        int threads = Math.max(1, session.context().threads() / jobs);
        Optional<Batch.Presenter> presenter =
                batch.shows() ? Optional.of(new BatchPictures(this::commandOf)) : Optional.empty();
        Optional<Engine> engine = batch.engine().engine();
        Batch run = new Batch(batch.out(), threads, presenter, this::sentence, progress);
        List<Row> rows = engine.isPresent()
                ? run.run(all, chosen, engine.get(), batch.engine().master(), piece(all))
                : run.run(all, chosen, jobs);
        write(rows);
        List<String> over = batch.above(rows);
        boolean failed = rows.stream().anyMatch(Row::hasFailed);
        ended = failed ? ExitCode.BAD_INPUT : over.isEmpty() ? ExitCode.DONE : ExitCode.ABOVE_BOUND;
        session.summary(summary(rows, over));
        session.report(() -> report(tree(rows, over), session.run().seconds()));
    }

    private BatchPiece piece(List<Asset> all) {
        return new BatchPiece(
                originalArguments(),
                new ArrayList<>(all.stream().map(Asset::mark).toList()));
    }

    /** Processes one asset on this thread, for an engine on another machine that must see the same files. */
    Row rowOf(int number, String mark) {
        List<Asset> all = seen == null ? assets() : seen;
        seen = all;
        if (number > all.size() || !all.get(number - 1).mark().equals(mark)) {
            throw new InvalidInputException("a worker sees other files than this machine for "
                    + String.join(" ", batch.patterns()) + "; inputs must be in a folder that all machines share");
        }
        Optional<Batch.Presenter> presenter =
                batch.shows() ? Optional.of(new BatchPictures(this::commandOf)) : Optional.empty();
        List<Asset> one = List.of(all.get(number - 1));
        return new Batch(batch.out(), 1, presenter, this::sentence, BatchPiece.silent(this::named))
                .run(one, one, 1)
                .get(0);
    }

    private List<Asset> assets() {
        List<String> patterns = batch.patterns();
        if (patterns.size() == 1 && Manifest.isOne(Path.of(patterns.get(0)))) {
            if (verb.isPresent()) {
                throw new InvalidRequestException(
                        "--verb cannot be used with a manifest, which names the command in each line or in its defaults");
            }
            return Manifest.read(Path.of(patterns.get(0)), batch.name());
        }
        Map<String, Object> values = new LinkedHashMap<>(options == null ? Map.of() : options.values());
        if (options != null && options.has("seed")) {
            values.put("seed", common().seed());
        }
        String name = AssetPattern.requireVerb(batch.verb());
        // Rejects an unknown command.
        Requests.form(name);
        return AssetPattern.all(patterns, name, values, batch.name());
    }

    private String sentence(Throwable failure) {
        return Failures.message(failure, this::named);
    }

    /** The command line of an asset. */
    private List<String> commandOf(Asset asset) {
        Map<String, Object> tree = Requests.tree(asset.job());
        Map<String, Object> values = new LinkedHashMap<>();
        ((Map<?, ?>) tree.get("options")).forEach((name, value) -> values.put(String.valueOf(name), value));
        values.computeIfPresent("bvh", (name, file) -> batch.out().resolve(file.toString()));
        values.put("input", tree.get("input"));
        values.put("output", batch.out().resolve(String.valueOf(tree.get("output"))));
        String command = asset.job().command();
        List<String> words = new ArrayList<>(List.of(System.getProperty("sinew.command", "sinew")));
        words.addAll(CommandWords.of(command, Requests.form(command), values));
        words.replaceAll(RemoteFiles.current()::described);
        return words;
    }

    private void plan(List<Asset> all, List<Asset> chosen, Session session) {
        if (batch.printsCommands()) {
            ResultSummary lines = new ResultSummary();
            chosen.forEach(asset -> lines.headline(CommandWords.line(commandOf(asset))));
            session.answer(lines);
        }
        batch.openJob().ifPresent(file -> {
            List<String> words = new ArrayList<>(List.of(System.getProperty("sinew.command", "sinew")));
            // A task may run in any folder.
            batch.withoutPlanning(originalArguments()).forEach(word -> words.add(batch.absolute(word)));
            byte[] text = Json.text(OpenJob.template("sinew " + batch.out(), all.size(), words))
                    .getBytes(StandardCharsets.UTF_8);
            AtomicFile.write(file, stream -> stream.write(text));
        });
    }

    private void write(List<Row> rows) {
        String lines = rows.stream().map(row -> Json.line(row.tree()) + "\n").collect(Collectors.joining());
        String page =
                IndexPage.of(RemoteFiles.current().described(batch.out() + " · Sinew batch"), rows, batch.bounds());
        put("results.jsonl", lines);
        put("index.html", page);
    }

    private void put(String name, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        AtomicFile.write(batch.out().resolve(name), stream -> stream.write(bytes));
    }

    private ResultSummary summary(List<Row> rows, List<String> over) {
        ResultSummary summary = new ResultSummary()
                .headline(batch.out() + ": " + Text.count(rows.size(), "asset"))
                .blank();
        counts(rows).forEach((status, count) -> summary.row(status, Text.count(count)));
        rows.stream()
                .filter(Row::hasFailed)
                .forEach(
                        row -> summary.row("", row.name() + ": " + row.message().orElse("")));
        over.forEach(sentence -> summary.row("above", sentence));
        return summary.row("results", batch.out().resolve("results.jsonl").toString())
                .row("page", batch.out().resolve("index.html").toString());
    }

    private static Map<String, Long> counts(List<Row> rows) {
        return rows.stream().collect(Collectors.groupingBy(Row::status, LinkedHashMap::new, Collectors.counting()));
    }

    private Map<String, Object> tree(List<Row> rows, List<String> over) {
        Map<String, Object> result = new LinkedHashMap<>();
        result.put("pieces", rows.size());
        result.putAll(counts(rows));
        result.put("above", over);
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("version", Version.current());
        tree.put("result", result);
        return tree;
    }

    /** Writes a page and a picture per asset. */
    private record BatchPictures(Function<Asset, List<String>> command) implements Batch.Presenter {
        @Override
        public Map<String, String> show(Asset asset, JobResult made, Path folder) {
            if (made instanceof ConvertJobResult) {
                return Map.of();
            }
            String report = "reports/" + asset.name() + ".html";
            String picture = "pictures/" + asset.name() + ".png";
            ResultView preview = ResultView.of(made);
            preview.writePage(CommandWords.line(command.apply(asset)), beside(folder, report));
            preview.writePicture(beside(folder, picture));
            return Files.exists(folder.resolve(picture))
                    ? Map.of("report", report, "thumbnail", picture)
                    : Map.of("report", report);
        }

        private static Path beside(Path folder, String name) {
            Path file = folder.resolve(name);
            try {
                Files.createDirectories(file.getParent());
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return file;
        }
    }

    /**
     * One asset of a batch on another machine, which parses the same command line again.
     *
     * @param arguments of the line, the verb first
     * @param marks of all assets in order, as this machine sees them
     */
    private record BatchPiece(List<String> arguments, List<String> marks) implements Engine.Piece {
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
            return RemoteFiles.current().described(Json.line(row.tree()));
        }

        private static BatchVerb read(List<String> arguments) {
            String[] words =
                    arguments.stream().skip(1).map(RemoteFiles.current()::local).toArray(String[]::new);
            BatchVerb verb = new BatchVerb(Environment.ofProcess(), BatchVerb.verbIn(words));
            CommandLine line = new CommandLine(verb);
            verb.complete(line.getCommandSpec());
            line.setExpandAtFiles(false);
            line.parseArgs(words);
            return verb;
        }

        /** Nobody looks on there. @param named what a field of a request is called */
        static Batch.Observer silent(UnaryOperator<String> named) {
            JobListener watcher = new JobListener() {
                @Override
                public String named(String field) {
                    return named.apply(field);
                }
            };
            return new Batch.Observer() {
                @Override
                public JobListener watcher(Asset asset) {
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

    /** The progress of a batch over all its assets. */
    private static final class BatchProgress implements Batch.Observer {
        private final JobListener console;
        private final int count;
        private int done;
        private int failed;

        BatchProgress(Session session, int count) {
            this.console = session.context().watcher();
            this.count = count;
            console.stage("batch", "starting");
        }

        @Override
        public JobListener watcher(Asset asset) {
            show(asset.name());
            return new JobListener() {
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
            show(asset.name() + " " + row.status());
        }

        private synchronized void show(String asset) {
            String what = failed > 0 ? asset + ", " + failed + " failed" : asset;
            console.step(new Step(what, done, count, OptionalDouble.empty()));
        }

        @Override
        public boolean cancelled() {
            return console.cancelled();
        }
    }
}
