package dev.sinew.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real cluster of local processes, some of which are killed: every result exists once, complete, and equal to that without a
 * cluster.
 */
class ClusterTest {
    private static final int PIECES = 5;

    @TempDir
    Path folder;

    private StandaloneCluster cluster;

    @BeforeEach
    void start() throws Exception {
        cluster = new StandaloneCluster(folder, 2);
    }

    @AfterEach
    void end() throws Exception {
        cluster.close();
    }

    private Process sinew(String log, Object... arguments) throws IOException {
        return new SinewProcess(folder).start(log, arguments);
    }

    private void check(String log, int code, Process process) throws Exception {
        new SinewProcess(folder).check(log, code, process);
    }

    private void await(Process process, String log, String text) throws Exception {
        while (process.isAlive() && !Files.readString(folder.resolve(log)).contains(text)) {
            Thread.sleep(50);
        }
    }

    private void samples() throws Exception {
        for (int k = 1; k <= PIECES; k++) {
            check(
                    "s",
                    0,
                    sinew("s", "sample", "flag", "--vertices", 200 + 100 * k, "--frames", 8, "-o", "f" + k + ".pc2"));
        }
    }

    private Process batch(String log, String out, Object... engine) throws IOException {
        List<Object> words = new ArrayList<>(
                List.of("batch", "f*.obj", "--verb", "fit", "--bones", 4, "--out", out, "--no-reports"));
        words.addAll(List.of(engine));
        return sinew(log, words.toArray());
    }

    private void awaitOutput(Process process) throws Exception {
        while (process.isAlive()
                && Stream.of(1, 2, 3, 4, 5).noneMatch(k -> Files.exists(folder.resolve("spark/f" + k + ".glb")))) {
            Thread.sleep(20);
        }
    }

    private void checkBatch() throws Exception {
        check("here", 0, batch("here", "local"));
        for (int k = 1; k <= PIECES; k++) {
            assertThat(Files.mismatch(folder.resolve("local/f" + k + ".glb"), folder.resolve("spark/f" + k + ".glb")))
                    .isEqualTo(-1);
        }
        assertThat(Files.readAllLines(folder.resolve("spark/results.jsonl"))).hasSize(PIECES);
        assertThat(folder.resolve("spark/results.parquet")).isNotEmptyFile();
        assertThat(folder.resolve("spark/index.html")).isNotEmptyFile();
        try (Stream<Path> unfinished = Files.list(folder.resolve("spark/.sinew-batch/work"))) {
            assertThat(unfinished).isEmpty();
        }
    }

    @Test
    void batchSurvivesLossOfWorkerAndDriver() throws Exception {
        samples();
        Process first = batch("first", "spark", "--engine", "spark", "--master", cluster.url());
        awaitOutput(first);
        cluster.killWorker(0);
        Thread.sleep(500);
        first.destroyForcibly().waitFor();
        check("second", 0, batch("second", "spark", "--engine", "spark", "--master", cluster.url()));
        checkBatch();
        // Results of the first driver were not computed again.
        assertThat(Files.readString(folder.resolve("spark/results.jsonl"))).contains("\"current\"");
    }

    @Test
    void batchSurvivesLossOfWorker() throws Exception {
        samples();
        Process run = batch("run", "spark", "--engine", "spark", "--master", cluster.url());
        awaitOutput(run);
        cluster.killWorker(1);
        check("run", 0, run);
        checkBatch();
    }

    @Test
    @Tag("quick")
    void fitSurvivesLossOfWorker() throws Exception {
        check("s", 0, sinew("s", "sample", "flag", "--vertices", 3000, "--frames", 20, "-o", "f.pc2"));
        Object[] fit = {"fit", "f.obj", "--bones", 5, "--iterations", 12, "-o"};
        check(
                "l",
                0,
                sinew("l", Stream.concat(Stream.of(fit), Stream.of("l.glb")).toArray()));
        Object[] there = {"s.glb", "--engine", "spark", "--master", cluster.url()};
        Process run = sinew("r", Stream.concat(Stream.of(fit), Stream.of(there)).toArray());
        await(run, "r", "refine");
        cluster.killWorker(0);
        check("r", 0, run);
        assertThat(Files.mismatch(folder.resolve("l.glb"), folder.resolve("s.glb")))
                .isEqualTo(-1);
        // The remaining worker resolves inputs relative to the driver's folder, not to its own.
        check("b", 0, batch("b", "made", "--engine", "spark", "--master", cluster.url()));
        assertThat(folder.resolve("made/f.glb")).isNotEmptyFile();
    }

    @Test
    void rejectsUnreachableMaster() throws Exception {
        check("s", 0, sinew("s", "sample", "flag", "--vertices", 100, "--frames", 4, "-o", "f.pc2"));
        check(
                "a",
                3,
                sinew(
                        "a",
                        "fit",
                        "--quiet",
                        "f.obj",
                        "--bones",
                        2,
                        "-o",
                        "a.glb",
                        "--engine",
                        "spark",
                        "--master",
                        "spark://127.0.0.1:1"));
        assertThat(Files.readString(folder.resolve("a"))).contains("cannot reach the Spark master spark://127.0.0.1:1");
        check(
                "b",
                2,
                sinew("b", "fit", "f.obj", "--bones", 2, "-o", "b.glb", "--engine", "spark", "--master", "sparky"));
        check("c", 2, sinew("c", "fit", "f.obj", "--bones", 2, "-o", "c.glb", "--master", "local[2]"));
        check("d", 3, batch("d", "none", "--engine", "spark", "--master", "spark://127.0.0.1:1", "--quiet"));
        sentence(Files.readString(folder.resolve("a")));
        sentence(Files.readString(folder.resolve("d")));
        Files.writeString(
                folder.resolve("m.jsonl"),
                "{\"command\": \"fit\", \"input\": [\"f.obj\"], \"options\": {\"bonse\": 3}}\n");
        check(
                "e",
                2,
                sinew(
                        "e",
                        "batch",
                        "m.jsonl",
                        "--out",
                        "none",
                        "--engine",
                        "spark",
                        "--master",
                        "spark://127.0.0.1:1"));
        assertThat(sentence(Files.readString(folder.resolve("e"))))
                .contains("m.jsonl, line 1")
                .contains("bonse");
        assertThat(folder.resolve("none/index.html")).doesNotExist();
    }

    /** One name that refers to different folders for driver and workers. */
    private static final String DIFFERENT_FOLDERS = "/proc/self/cwd/../..";

    @Test
    void rejectsWorkersWithoutAccessToTheFiles() throws Exception {
        Path deep = Files.createDirectories(folder.resolve("a/b"));
        SinewProcess driver = new SinewProcess(deep);
        Path in = Files.createDirectories(folder.resolve("in"));
        driver.run(0, "sample", "flag", "--vertices", 300, "--frames", 6, "-o", "../../in/f.pc2");
        String output = fit(driver, 3);
        assertThat(output).contains("cannot read").contains("f.pc2").contains("folders that all workers share");
        assertThat(batch(driver, DIFFERENT_FOLDERS + "/out"))
                .contains("cannot see")
                .contains("folders that all workers share");

        for (int k = 0; k < 2; k++) {
            Path other = Files.createDirectories(folder.resolve("worker" + k + "/in"));
            driver.run(
                    0,
                    "sample",
                    "flag",
                    "--vertices",
                    300,
                    "--frames",
                    7,
                    "--noise",
                    1,
                    "-o",
                    other.resolve("f.pc2").toString());
        }
        assertThat(fit(driver, 3)).contains("finds other frames in").contains("f.obj");
        assertThat(batch(driver, folder.resolve("out").toString())).contains("a worker sees other files");
        for (int k = 0; k < 2; k++) {
            Files.delete(folder.resolve("worker" + k + "/in/f.obj"));
            Files.copy(in.resolve("f.obj"), folder.resolve("worker" + k + "/in/g.obj"));
        }
        assertThat(batch(driver, folder.resolve("out").toString())).contains("a worker sees other files");
        assertThat(deep.resolve("f.glb")).doesNotExist();
        assertThat(folder.resolve("out/f.glb")).doesNotExist();
    }

    private String fit(SinewProcess driver, int code) throws Exception {
        return sentence(driver.run(
                code,
                "fit",
                DIFFERENT_FOLDERS + "/in/f.obj",
                "--bones",
                2,
                "-o",
                "f.glb",
                "--engine",
                "spark",
                "--master",
                cluster.url(),
                "--quiet"));
    }

    private String batch(SinewProcess driver, String out) throws Exception {
        return sentence(driver.run(
                3,
                "batch",
                DIFFERENT_FOLDERS + "/in/*.obj",
                "--verb",
                "fit",
                "--bones",
                2,
                "--out",
                out,
                "--no-reports",
                "--engine",
                "spark",
                "--master",
                cluster.url(),
                "--quiet"));
    }

    private static String sentence(String output) {
        assertThat(output.lines()).as(output).hasSize(1);
        assertThat(output).startsWith("sinew: ");
        return output;
    }
}
