package dev.sinew.bench.rivals.sheet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell;
import dev.sinew.bench.rivals.sheet.Chapter.Table.Cell.Source;
import dev.sinew.bench.rivals.sheet.ResultLog.Runs;
import dev.sinew.bench.rivals.sheet.ResultLog.Work;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunsTest {
    @TempDir
    Path folder;

    private final AtomicInteger times = new AtomicInteger();

    private Runs runs(String only, String again) {
        return new Runs(
                ResultLog.open(folder.resolve("ledger.jsonl")),
                name -> name.contains(only),
                name -> !again.isEmpty() && name.contains(again),
                new PrintStream(OutputStream.nullOutputStream()));
    }

    private Work work(String version) {
        return new Work("cow/18", "abc", "svd", version, () -> {
            times.incrementAndGet();
            return Map.of("erms", new double[] {1.5});
        });
    }

    private Cell cell(Runs runs, String version) {
        return runs.cell(work(version), "erms", Source.RERUN);
    }

    @Test
    void doesNotRepeatLoggedWork() {
        assertThat(cell(runs("", ""), "1").text()).isEqualTo("1.50");
        assertThat(cell(runs("", ""), "1").text()).isEqualTo("1.50");
        assertThat(times).hasValue(1);
    }

    @Test
    void repeatsOnNewVersionOrRequest() {
        cell(runs("", ""), "1");
        cell(runs("", ""), "2");
        cell(runs("", "cow"), "2");

        assertThat(times).hasValue(3);
    }

    @Test
    void skipsUnselectedWork() {
        assertThat(cell(runs("horse", ""), "1").source()).isEqualTo(Source.NOT_RUN);
        assertThat(times).hasValue(0);
    }

    @Test
    void repeatsWorkOfATruncatedLine() throws IOException {
        cell(runs("", ""), "1");
        Path file = folder.resolve("ledger.jsonl");
        String line = Files.readString(file);
        Files.writeString(file, line.substring(0, line.length() / 2), StandardOpenOption.TRUNCATE_EXISTING);

        assertThat(cell(runs("", ""), "1").text()).isEqualTo("1.50");
        assertThat(cell(runs("", ""), "1").text()).isEqualTo("1.50");
        assertThat(times).hasValue(2);
    }

    @Test
    void failedWorkHasANoteAndIsNotLogged() {
        Work broken = new Work("cow/18", "abc", "broken", "1", () -> {
            throw new IllegalStateException("no bones");
        });

        Cell cell = runs("", "").cell(broken, "erms", Source.RERUN);

        assertThat(cell.source()).isEqualTo(Source.NOT_REPRODUCED);
        assertThat(cell.note()).contains("no bones");
        assertThat(folder.resolve("ledger.jsonl")).doesNotExist();
    }
}
