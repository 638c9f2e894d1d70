package dev.sinew.bench.rivals.ledger;

import dev.sinew.bench.rivals.ledger.Ledger.Entry;
import dev.sinew.bench.rivals.ledger.Ledger.Work;
import dev.sinew.bench.rivals.sheet.Cell;
import dev.sinew.bench.rivals.sheet.Cell.Source;
import java.io.PrintStream;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Predicate;

/** Measures what the ledger does not have, as far as it is wanted. */
public final class Runs {
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
