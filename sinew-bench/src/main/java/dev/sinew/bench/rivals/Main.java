package dev.sinew.bench.rivals;

import dev.sinew.bench.Data;
import dev.sinew.bench.Flags;
import dev.sinew.bench.rivals.ledger.Ledger;
import dev.sinew.bench.rivals.ledger.Runs;
import dev.sinew.bench.rivals.page.CsvFile;
import dev.sinew.bench.rivals.page.MarkdownPage;
import dev.sinew.bench.rivals.page.TablesPage;
import dev.sinew.bench.rivals.paper.Bench;
import dev.sinew.bench.rivals.paper.FastSkinning;
import dev.sinew.bench.rivals.paper.TwoLayers;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.io.file.AtomicFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** {@code run rivals}: measures what the ledger does not have, then writes all tables and figures. */
public final class Main {
    private Main() {}

    public static void main(String[] args) {
        try {
            run(args);
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.err.println("sinew-bench: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void run(String[] args) {
        Path root = Path.of(System.getProperty("sinew.root", "."));
        Flags flags = Flags.parse(args, "data", "out", "docs", "only", "again");
        Path out = Path.of(
                flags.text("out", root.resolve("sinew-bench/target/rivals").toString()));
        Path docs = Path.of(flags.text("docs", root.resolve("docs/tables.md").toString()));
        Predicate<String> only = Pattern.compile(flags.text("only", "")).asPredicate();
        Predicate<String> again = Pattern.compile(flags.text("again", "^(?!)")).asPredicate();
        Runs runs = new Runs(Ledger.open(out.resolve("ledger.jsonl")), only, again, System.out);
        Bench bench = new Bench(runs, Data.of(flags, root), out);
        List<Chapter> chapters = List.of(FastSkinning.of(bench), TwoLayers.of(bench));
        write(out.resolve("tables.csv"), CsvFile.of(chapters));
        write(docs, MarkdownPage.of(chapters));
        write(out.resolve("tables.html"), TablesPage.of(chapters));
    }

    private static void write(Path file, String text) {
        AtomicFile.write(file, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
        System.out.println(file.normalize());
    }
}
