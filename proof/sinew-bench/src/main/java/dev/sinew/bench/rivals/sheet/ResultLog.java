package dev.sinew.bench.rivals.sheet;

import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.ResultLog.Entry;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import dev.sinew.job.text.Json;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** Appends one line of JSON per measurement as soon as it is available: an interrupted run loses at most one number. */
public final class ResultLog {
    private final Path file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private ResultLog(Path file) {
        this.file = file;
    }

    public static ResultLog open(Path file) {
        ResultLog log = new ResultLog(file);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            if (Files.exists(file)) {
                String text = Files.readString(file);
                text.lines().forEach(log::read);
                // Do not append to an incomplete line.
                if (!text.isEmpty() && !text.endsWith("\n")) {
                    Files.writeString(file, "\n", StandardOpenOption.APPEND);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
        return log;
    }

    /** Ignores a line that was cut off by a kill. */
    private void read(String line) {
        Map<String, Object> tree;
        try {
            tree = Json.read(line);
        } catch (RuntimeException cut) {
            return;
        }
        if (tree.get("key") instanceof String key
                && tree.get("seconds") instanceof Number seconds
                && tree.get("numbers") instanceof Map<?, ?> numbers) {
            Map<String, double[]> values = new LinkedHashMap<>();
            numbers.forEach((name, list) -> values.put((String) name, doubles((List<?>) list)));
            entries.put(key, new Entry(values, seconds.doubleValue()));
        }
    }

    private static double[] doubles(List<?> list) {
        return list.stream()
                .mapToDouble(x -> x instanceof Number number ? number.doubleValue() : Double.NaN)
                .toArray();
    }

    Optional<Entry> find(Work work) {
        return Optional.ofNullable(entries.get(work.key()));
    }

    void add(Work work, Entry entry) {
        Map<String, Object> numbers = new LinkedHashMap<>();
        entry.numbers()
                .forEach((name, values) ->
                        numbers.put(name, Arrays.stream(values).boxed().toList()));
        Map<String, Object> tree = new LinkedHashMap<>();
        tree.put("key", work.key());
        tree.put("seconds", entry.seconds());
        tree.put("numbers", numbers);
        try {
            Files.writeString(
                    file,
                    Json.line(tree) + "\n",
                    StandardCharsets.UTF_8,
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be written", e);
        }
        entries.put(work.key(), entry);
    }

    /**
     * The result of a measurement.
     *
     * @param seconds it took, on a machine that may have been busy
     */
    public record Entry(Map<String, double[]> numbers, double seconds) {
        /** The single number of that name. */
        public double number(String name) {
            return numbers.get(name)[0];
        }
    }

    /**
     * Something to be measured once.
     *
     * @param subject data and sizes, for people and for {@code --only}: {@code elastic-cow/18}
     * @param data fingerprint of the input
     * @param method what is run on it
     * @param version increases when the method changes, so that old numbers are not reused
     * @param run returns numbers by name
     */
    public record Work(
            String subject, String data, String method, String version, Supplier<Map<String, double[]>> run) {
        /** Its name for people and for {@code --only}. */
        public String name() {
            return subject + "/" + method;
        }

        String key() {
            return name() + "@" + version + "#" + data;
        }
    }

    /** Measures what the log does not contain, if selected. */
    public static final class Runs {
        private final ResultLog log;
        private final Predicate<String> only;
        private final Predicate<String> again;
        private final PrintStream progress;

        /**
         * @param only which work may be run, by name; other work is shown from the log or as not run
         * @param again which work is run although the log contains it
         */
        public Runs(ResultLog log, Predicate<String> only, Predicate<String> again, PrintStream progress) {
            this.log = log;
            this.only = only;
            this.again = again;
            this.progress = progress;
        }

        /** Empty if it is neither in the log nor selected. */
        public Optional<Entry> measure(Work work) {
            Optional<Entry> known = log.find(work);
            boolean wanted = only.test(work.name()) && (known.isEmpty() || again.test(work.name()));
            if (!wanted) {
                return known;
            }
            long start = System.nanoTime();
            Entry made = new Entry(work.run().get(), (System.nanoTime() - start) * 1e-9);
            log.add(work, made);
            progress.println(String.format(Locale.ROOT, "%s: %.1f s", work.name(), made.seconds()));
            progress.flush();
            return Optional.of(made);
        }

        /** A number of the work as a cell. Failed work has a note and is tried again next time. */
        public Cell cell(Work work, String number, Source source) {
            try {
                return measure(work)
                        .map(entry -> Cell.of(source, entry.number(number)))
                        .orElse(Cell.notRun());
            } catch (RuntimeException e) {
                progress.println(work.name() + ": " + e);
                return Cell.notReproduced("the run failed: " + e.getMessage());
            }
        }
    }
}
