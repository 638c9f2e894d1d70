package dev.sinew.bench.rivals;

import dev.sinew.bench.Flags;
import dev.sinew.bench.Flags.Data;
import dev.sinew.bench.rivals.method.DemBones;
import dev.sinew.bench.rivals.page.CsvFile;
import dev.sinew.bench.rivals.page.MarkdownPage;
import dev.sinew.bench.rivals.page.TablesPage;
import dev.sinew.bench.rivals.paper.Bench;
import dev.sinew.bench.rivals.paper.DataDriven;
import dev.sinew.bench.rivals.paper.FastSkinning;
import dev.sinew.bench.rivals.paper.Linearizing;
import dev.sinew.bench.rivals.paper.Newer;
import dev.sinew.bench.rivals.paper.SkeletalRigging;
import dev.sinew.bench.rivals.paper.TwoLayers;
import dev.sinew.bench.rivals.sheet.Chapter;
import dev.sinew.bench.rivals.sheet.ResultLog;
import dev.sinew.bench.rivals.sheet.ResultLog.Runs;
import dev.sinew.io.file.AtomicFile;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** {@code run rivals}: measures what the result log does not contain, then writes all tables and figures. */
public final class RivalTables {
    private RivalTables() {}

    // NOTE: a separate entry point, because the rivals' packages use the bench's; a call from its Main would be a
    // cycle.
    public static void main(String[] args) {
        try {
            Path root = Path.of(System.getProperty("sinew.root", "."));
            print(Flags.parse(args, "data", "out", "docs", "only", "again", "dem-bones"), root, System.out);
        } catch (IllegalArgumentException | IllegalStateException e) {
            System.err.println("sinew-bench: " + e.getMessage());
            System.exit(2);
        }
    }

    private static void print(Flags flags, Path root, PrintStream out) {
        Path folder = Path.of(flags.text(
                "out", root.resolve("proof/sinew-bench/target/rivals").toString()));
        Path docs = Path.of(flags.text("docs", root.resolve("docs/tables.md").toString()));
        Predicate<String> only = Pattern.compile(flags.text("only", "")).asPredicate();
        Predicate<String> again = Pattern.compile(flags.text("again", "^(?!)")).asPredicate();
        Runs runs = new Runs(ResultLog.open(folder.resolve("ledger.jsonl")), only, again, out);
        Bench bench = new Bench(runs, Data.of(flags, root), folder);
        Optional<DemBones> demBones = Optional.ofNullable(flags.text("dem-bones", null))
                .map(path -> new DemBones(executable(path), root.resolve("sinew")));
        List<Chapter> chapters = List.of(
                FastSkinning.of(bench),
                SkeletalRigging.of(bench),
                TwoLayers.of(bench),
                Linearizing.of(bench),
                DataDriven.of(bench),
                Newer.of(bench, demBones));
        write(folder.resolve("tables.csv"), CsvFile.of(chapters), out);
        write(docs, MarkdownPage.of(chapters), out);
        write(folder.resolve("tables.html"), TablesPage.of(chapters), out);
    }

    private static Path executable(String path) {
        if (!Files.isExecutable(Path.of(path))) {
            throw new IllegalArgumentException("--dem-bones " + path + " is not an executable file");
        }
        return Path.of(path).toAbsolutePath();
    }

    private static void write(Path file, String text, PrintStream out) {
        AtomicFile.write(file, stream -> stream.write(text.getBytes(StandardCharsets.UTF_8)));
        out.println(file.normalize());
    }
}
