package dev.sinew.bench.rivals.sheet;

import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.Ledger.Entry;
import dev.sinew.bench.rivals.sheet.Ledger.Work;
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

/** One line of JSON a measurement, appended as soon as it is there: what was killed in the middle loses one number at most. */
public final class Ledger {
    private final Path file;
    private final Map<String, Entry> entries = new LinkedHashMap<>();

    private Ledger(Path file) {
        this.file = file;
    }

    public static Ledger open(Path file) {
        Ledger ledger = new Ledger(file);
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            if (Files.exists(file)) {
                String text = Files.readString(file);
                text.lines().forEach(ledger::read);
                // What comes next must not be written behind half a line.
                if (!text.isEmpty() && !text.endsWith("\n")) {
                    Files.writeString(file, "\n", StandardOpenOption.APPEND);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException(file + " cannot be read", e);
        }
        return ledger;
    }

    /** A line that was cut off by a kill is no measurement. */
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
     * What a piece of work gave.
     *
     * @param seconds that it took, on a machine that may have been busy
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
     * @param data fingerprint of what is read
     * @param method what is run on it
     * @param version goes up when the method changes, so that old numbers are not taken for its own
     * @param run gives numbers by name
     */
    public record Work(
            String subject, String data, String method, String version, Supplier<Map<String, double[]>> run) {
        /** What people and {@code --only} call it. */
        public String name() {
            return subject + "/" + method;
        }

        String key() {
            return name() + "@" + version + "#" + data;
        }
    }

    /** Measures what the ledger does not have, as far as it is wanted. */
    public static final class Runs {
        private final Ledger ledger;
        private final Predicate<String> only;
        private final Predicate<String> again;
        private final PrintStream progress;

        /**
         * @param only which work may be run, by name; what is not is shown from the ledger or as not run
         * @param again which is run although the ledger has it
         */
        public Runs(Ledger ledger, Predicate<String> only, Predicate<String> again, PrintStream progress) {
            this.ledger = ledger;
            this.only = only;
            this.again = again;
            this.progress = progress;
        }

        /** Empty where it is not in the ledger and not wanted now. */
        public Optional<Entry> measured(Work work) {
            Optional<Entry> known = ledger.find(work);
            boolean wanted = only.test(work.name()) && (known.isEmpty() || again.test(work.name()));
            if (!wanted) {
                return known;
            }
            long start = System.nanoTime();
            Entry made = new Entry(work.run().get(), (System.nanoTime() - start) * 1e-9);
            ledger.add(work, made);
            progress.println(String.format(Locale.ROOT, "%s: %.1f s", work.name(), made.seconds()));
            progress.flush();
            return Optional.of(made);
        }

        /** The work's number of that name as a cell; work that fails says so in it and is tried again next time. */
        public Cell cell(Work work, String number, Source source) {
            try {
                return measured(work)
                        .map(entry -> Cell.of(source, entry.number(number)))
                        .orElse(Cell.notRun());
            } catch (RuntimeException e) {
                progress.println(work.name() + ": " + e);
                return Cell.notReproduced("the run failed: " + e.getMessage());
            }
        }
    }
}
