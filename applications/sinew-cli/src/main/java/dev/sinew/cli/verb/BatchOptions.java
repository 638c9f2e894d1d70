package dev.sinew.cli.verb;

import dev.sinew.cli.verb.FitVerb.EngineOptions;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.batch.Asset;
import dev.sinew.job.batch.NameTemplate;
import dev.sinew.job.batch.Row;
import dev.sinew.job.form.WrongRequestException;
import dev.sinew.job.text.Text;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** What a batch is asked besides the options of its verb. */
public final class BatchOptions {
    @Parameters(
            arity = "1..*",
            paramLabel = "GLOB|MANIFEST.jsonl",
            description =
                    "Files, folders of frames and globs (quoted, ** for folders below), a piece each; or one file of JSON"
                            + " Lines with a request each, a first line {\"defaults\": …} holding for all.")
    private List<String> patterns;

    @Option(
            names = "--verb",
            order = 1,
            paramLabel = "VERB",
            description = "What is done to each: fit, rig, compress, …")
    private String verb;

    @Option(
            names = "--out",
            order = 2,
            required = true,
            paramLabel = "DIR",
            description = "The folder for all outputs.")
    private Path out;

    @Option(
            names = "--name",
            order = 3,
            paramLabel = "TEMPLATE",
            description = "What outputs are called: {name}, {dir}, {verb} and any option that is given, such as {bones}"
                    + " ({dir}/{name}.glb).")
    private String name = "{dir}/{name}.glb";

    @Option(
            names = "--jobs",
            order = 4,
            paramLabel = "N",
            description = "How many at once (as many as processors); fewer where their memory would not fit together.")
    private Integer jobs;

    @Option(
            names = "--only",
            order = 5,
            paramLabel = "PIECE",
            description =
                    "Only this one, by its number from 1 on or its name; may be repeated. For farms: any process may do any.")
    private List<String> only = List.of();

    @Option(names = "--no-reports", order = 6, description = "No page and no picture per piece.")
    private boolean noReports;

    @Option(
            names = "--fail-above",
            order = 7,
            paramLabel = "METRIC=BOUND",
            description =
                    "Exit code 4 where a piece is above: erms=2, rmsePercent=0.5, degrees=10, or any number of 'error' in"
                            + " the JSON, such as rest.drift=1. May be repeated.")
    private Map<String, Double> failAbove = Map.of();

    @Option(
            names = "--print-commands",
            order = 8,
            description = "Do nothing; print one line per piece for a farm manager.")
    private boolean printCommands;

    @Option(
            names = "--openjd",
            order = 9,
            paramLabel = "FILE.json",
            description = "Do nothing; write an Open Job Description template with a task per piece.")
    private Path openJob;

    @Mixin
    private EngineOptions engine;

    public void check() {
        engine.engine();
        if (jobs != null && (jobs < 1 || jobs > 256)) {
            throw new WrongRequestException("--jobs " + jobs + " must be from 1 to 256");
        }
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new WrongRequestException("--out " + out + " must be a folder");
        }
        Optional.ofNullable(openJob).ifPresent(AtomicFile::requireWritable);
        failAbove.forEach((metric, bound) -> {
            if (bound == null || !Double.isFinite(bound)) {
                throw new WrongRequestException("--fail-above " + metric + " must have a number, such as erms=2");
            }
        });
    }

    /** Where the pieces are done. */
    public EngineOptions engine() {
        return engine;
    }

    public List<String> patterns() {
        return patterns;
    }

    public String verb() {
        return verb;
    }

    public Path out() {
        return out;
    }

    public NameTemplate name() {
        return new NameTemplate(name);
    }

    public boolean shows() {
        return !noReports;
    }

    /** Whether only a plan is asked for. */
    public boolean isDry() {
        return printCommands || openJob != null;
    }

    public boolean printsCommands() {
        return printCommands;
    }

    public Optional<Path> openJob() {
        return Optional.ofNullable(openJob);
    }

    public int jobs(int pieces) {
        int most = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
        return Math.max(1, Math.min(most, pieces));
    }

    /** The pieces that {@code --only} names, or all. */
    public List<Asset> chosen(List<Asset> all) {
        if (only.isEmpty()) {
            return all;
        }
        List<Asset> chosen = new ArrayList<>();
        for (String word : only) {
            chosen.add(all.stream()
                    .filter(asset -> asset.name().equals(word)
                            || String.valueOf(asset.number()).equals(word))
                    .findFirst()
                    .orElseThrow(() -> new WrongRequestException(
                            "--only " + word + " names none of the " + Text.count(all.size(), "piece"))));
        }
        return chosen;
    }

    /** Bounds by the paths of metrics. */
    public Map<String, Double> bounds() {
        Map<String, Double> bounds = new LinkedHashMap<>();
        failAbove.forEach((asked, bound) -> bounds.put(metric(asked), bound));
        return bounds;
    }

    private static String metric(String asked) {
        return asked.equals("degrees") ? "normals.matrix.mean" : asked;
    }

    /** A sentence per piece and bound that it is above. */
    public List<String> above(List<Row> rows) {
        List<String> sentences = new ArrayList<>();
        failAbove.forEach((asked, bound) -> {
            String metric = metric(asked);
            if (rows.stream()
                    .noneMatch(row -> row.hasFailed() || row.metric(metric).isPresent())) {
                throw new WrongRequestException("--fail-above " + asked + ": no piece has such a number");
            }
            rows.forEach(row -> row.metric(metric)
                    .filter(value -> value > bound)
                    .ifPresent(value -> sentences.add(row.name() + ": " + asked + " " + Text.number(value)
                            + ", at most " + Text.plain(bound) + " was asked")));
        });
        return sentences;
    }

    /** A word of the line, with the whole name where it is that of the inputs or of the folder for outputs. */
    public String absolute(String word) {
        String value = word.startsWith("--out=") ? word.substring("--out=".length()) : word;
        boolean isName = patterns.contains(value) || new File(value).equals(out.toFile());
        return isName && !value.contains("://") && !new File(value).isAbsolute()
                ? word.substring(0, word.length() - value.length())
                        + Path.of("").toAbsolutePath() + "/" + value
                : word;
    }

    /** The words of a line that does what this one plans. */
    public List<String> withoutPlanning(List<String> arguments) {
        List<String> words = new ArrayList<>();
        for (int k = 0; k < arguments.size(); k++) {
            String word = arguments.get(k);
            if (word.equals("--openjd") || word.equals("--only")) {
                k++;
            } else if (!word.equals("--print-commands")
                    && !word.startsWith("--openjd=")
                    && !word.startsWith("--only=")) {
                words.add(word);
            }
        }
        return words;
    }
}
