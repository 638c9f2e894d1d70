package dev.sinew.cli.verb;

import dev.sinew.cli.verb.FitVerb.EngineOptions;
import dev.sinew.io.file.AtomicFile;
import dev.sinew.job.batch.Asset;
import dev.sinew.job.batch.NameTemplate;
import dev.sinew.job.batch.Row;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.form.OptionGroup;
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

/** The options of a batch besides those of its verb. */
public final class BatchOptions {
    @Parameters(
            arity = "1..*",
            paramLabel = "GLOB|MANIFEST.jsonl",
            description = {
                "Files, folders of frames or quoted globs; or one manifest.",
                "** in a glob matches folders below. A manifest has one JSON request per line; a first line {\"defaults\": …}"
                        + " applies to all."
            })
    private List<String> patterns;

    @Option(
            names = "--verb",
            order = 1,
            paramLabel = "VERB",
            descriptionKey = OptionGroup.GOAL,
            description = "Command to run on each: fit, rig, compress, …")
    private String verb;

    @Option(
            names = "--out",
            order = 2,
            required = true,
            paramLabel = "DIR",
            descriptionKey = OptionGroup.OUTPUT,
            description = "Folder for all outputs.")
    private Path out;

    @Option(
            names = "--name",
            order = 3,
            paramLabel = "TEMPLATE",
            descriptionKey = OptionGroup.OUTPUT,
            description = {
                "Template for output names (default: {dir}/{name}.glb).",
                "Placeholders: {name}, {dir}, {verb} and any given option, such as {bones}."
            })
    private String name = "{dir}/{name}.glb";

    @Option(
            names = "--jobs",
            order = 4,
            paramLabel = "N",
            description = {
                "Number of jobs at once (default: all processors).",
                "Fewer run if their memory does not fit."
            })
    private Integer jobs;

    @Option(
            names = "--only",
            order = 5,
            paramLabel = "ASSET",
            descriptionKey = OptionGroup.INPUT,
            description = {
                "Run only this asset, by number (from 1) or name. Repeatable.",
                "For render farms: any process can run any asset."
            })
    private List<String> only = List.of();

    @Option(
            names = "--no-reports",
            order = 6,
            descriptionKey = OptionGroup.OUTPUT,
            description = "Do not write a page and a picture per asset.")
    private boolean noReports;

    @Option(
            names = "--fail-above",
            order = 7,
            paramLabel = "METRIC=BOUND",
            descriptionKey = OptionGroup.GOAL,
            description = {
                "Exit with code 4 if a metric is above this bound. Repeatable.",
                "erms, rmsePercent, degrees, or any number of 'error' in the JSON, such as rest.drift=1."
            })
    private Map<String, Double> failAbove = Map.of();

    @Option(
            names = "--print-commands",
            order = 8,
            description = "Run nothing; print one command per asset, for a render farm.")
    private boolean printCommands;

    @Option(
            names = "--openjd",
            order = 9,
            paramLabel = "FILE.json",
            description = "Run nothing; write an Open Job Description template with one task per asset.")
    private Path openJob;

    @Mixin
    private EngineOptions engine;

    public void check() {
        engine.engine();
        if (jobs != null && (jobs < 1 || jobs > 256)) {
            throw new InvalidRequestException("--jobs " + jobs + " must be from 1 to 256");
        }
        if (Files.exists(out) && !Files.isDirectory(out)) {
            throw new InvalidRequestException("--out " + out + " must be a folder");
        }
        Optional.ofNullable(openJob).ifPresent(AtomicFile::requireWritable);
        failAbove.forEach((metric, bound) -> {
            if (bound == null || !Double.isFinite(bound)) {
                throw new InvalidRequestException(
                        "--fail-above " + metric + " needs a number, such as " + metric + "=2");
            }
        });
    }

    /** Where the assets are processed. */
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

    /** Whether only a plan is written. */
    public boolean isDry() {
        return printCommands || openJob != null;
    }

    public boolean printsCommands() {
        return printCommands;
    }

    public Optional<Path> openJob() {
        return Optional.ofNullable(openJob);
    }

    public int jobs(int assets) {
        int most = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
        return Math.max(1, Math.min(most, assets));
    }

    /** The assets that {@code --only} names, or all. */
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
                    .orElseThrow(() -> new InvalidRequestException(
                            "--only " + word + " matches none of the " + Text.count(all.size(), "asset"))));
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

    /** One sentence per asset and bound that it exceeds. */
    public List<String> above(List<Row> rows) {
        List<String> sentences = new ArrayList<>();
        failAbove.forEach((asked, bound) -> {
            String metric = metric(asked);
            if (rows.stream()
                    .noneMatch(row -> row.hasFailed() || row.metric(metric).isPresent())) {
                throw new InvalidRequestException("--fail-above " + asked + ": no asset has such a metric");
            }
            rows.forEach(row -> row.metric(metric)
                    .filter(value -> value > bound)
                    .ifPresent(value -> sentences.add(
                            row.name() + ": " + asked + " " + Text.number(value) + " is above " + Text.plain(bound))));
        });
        return sentences;
    }

    /** An argument, with an absolute path if it names an input or the output folder. */
    public String absolute(String word) {
        String value = word.startsWith("--out=") ? word.substring("--out=".length()) : word;
        boolean isName = patterns.contains(value) || new File(value).equals(out.toFile());
        return isName && !value.contains("://") && !new File(value).isAbsolute()
                ? word.substring(0, word.length() - value.length())
                        + Path.of("").toAbsolutePath() + "/" + value
                : word;
    }

    /** The arguments without those that ask for a plan. */
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
