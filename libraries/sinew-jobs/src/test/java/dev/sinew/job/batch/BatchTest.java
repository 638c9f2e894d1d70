package dev.sinew.job.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MeshSequences;
import dev.sinew.job.Requests;
import dev.sinew.job.form.InvalidRequestException;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobListener;
import dev.sinew.run.CancelledException;
import dev.sinew.run.InvalidInputException;
import dev.sinew.sample.cloth.Flag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Batches of small flags. */
class BatchTest {
    private static final NameTemplate NAME = new NameTemplate("{dir}/{name}.glb");

    @TempDir
    Path folder;

    private Path out;
    private String pattern;

    @BeforeEach
    void writeFlags() throws IOException {
        Path caches = folder.resolve("caches");
        for (String name : List.of("a/one", "a/two", "three")) {
            Path file = caches.resolve(name + ".npz");
            Files.createDirectories(file.getParent());
            MeshSequences.write(new Flag().make(60 + 20 * name.length(), 4), file);
        }
        out = folder.resolve("built");
        pattern = caches + "/**/*.npz";
    }

    private List<Asset> assets(int bones) {
        return AssetPattern.all(List.of(pattern), "fit", Map.of("bones", bones, "iterations", 3), NAME);
    }

    /** The pieces that were really worked on. */
    private final ConcurrentLinkedQueue<String> worked = new ConcurrentLinkedQueue<>();

    private List<Row> run(List<Asset> assets, BooleanSupplier cancelled) {
        Batch.Observer observer = new Batch.Observer() {
            @Override
            public JobListener watcher(Asset asset) {
                worked.add(asset.name());
                return new JobListener() {
                    @Override
                    public boolean cancelled() {
                        return cancelled.getAsBoolean();
                    }
                };
            }

            @Override
            public void finished(Asset asset, Row row) {}

            @Override
            public boolean cancelled() {
                return cancelled.getAsBoolean();
            }
        };
        worked.clear();
        return new Batch(out, 1, Optional.empty(), Throwable::getMessage, observer).run(assets, assets, 2);
    }

    private List<Row> run(List<Asset> assets) {
        return run(assets, () -> false);
    }

    private List<String> statuses(List<Row> rows) {
        return rows.stream().map(Row::status).toList();
    }

    @Test
    void piecesAreNamedByTheirPlaceAndMadeAsTheVerbMakesThem() throws IOException {
        assertThat(statuses(run(assets(3)))).containsOnly("done");
        assertThat(out.resolve("a/one.glb")).exists();
        Path alone = folder.resolve("alone.glb");
        Path input = folder.resolve("caches/three.npz");
        try (JobContext context = JobContext.quiet()) {
            Requests.of("fit", Map.of("input", input, "output", alone, "bones", 3, "iterations", 3))
                    .run(context);
        }
        assertThat(out.resolve("three.glb")).hasSameBinaryContentAs(alone);
        try (var left = Files.list(out.resolve(BatchJournal.FOLDER).resolve("work"))) {
            assertThat(left).isEmpty();
        }
    }

    @Test
    void onlyWhatChangedIsDoneAgain() throws IOException {
        run(assets(3));
        assertThat(statuses(run(assets(3)))).containsOnly("current");
        assertThat(worked).isEmpty();

        Path one = folder.resolve("caches/a/one.npz");
        Files.setLastModifiedTime(one, FileTime.fromMillis(0));
        assertThat(statuses(run(assets(3))))
                .as("another time, the same content")
                .containsOnly("current");

        MeshSequences.write(new Flag().make(100, 5), one);
        run(assets(3));
        assertThat(worked).containsExactly("a/one");

        Files.writeString(out.resolve("three.glb"), "somebody else's");
        run(assets(3));
        assertThat(worked).containsExactly("three");

        run(assets(2));
        assertThat(worked).hasSize(3);
    }

    @Test
    void movesFinishedFilesIntoPlace() throws IOException {
        List<Asset> assets = assets(3);
        run(assets);
        // As after a kill between the entry and the move.
        Path target = out.resolve("a/one.glb");
        byte[] bytes = Files.readAllBytes(target);
        Path staged = new BatchJournal(out).freshFolder(assets.get(0));
        Files.move(target, staged.resolve("a/one.glb"));
        assertThat(statuses(run(assets))).containsOnly("current");
        assertThat(worked).isEmpty();
        assertThat(Files.readAllBytes(target)).isEqualTo(bytes);
    }

    @Test
    void twoFormatsOfOneNameAreTwoPieces() throws IOException {
        Path list = Files.writeString(
                folder.resolve("two.jsonl"),
                "{\"defaults\": {\"command\": \"fit\", \"options\": {\"bones\": 2, \"iterations\": 2}}}\n"
                        + "{\"input\": \"caches/three.npz\", \"output\": \"x.glb\"}\n"
                        + "{\"input\": \"caches/three.npz\", \"output\": \"x.gltf\"}\n");
        List<Asset> assets = Manifest.read(list, NAME);
        assertThat(assets).extracting(Asset::name).containsExactly("x.glb", "x.gltf");
        assertThat(statuses(run(assets))).containsOnly("done");
        assertThat(statuses(run(assets))).containsOnly("current");
    }

    @Test
    void rebuildsUnfinishedAssets() throws IOException {
        List<Asset> assets = assets(3);
        Path staged = new BatchJournal(out).freshFolder(assets.get(0));
        Files.writeString(staged.resolve("a/one.glb"), "half");
        assertThat(statuses(run(assets))).containsOnly("done");
        assertThat(Files.size(out.resolve("a/one.glb"))).isGreaterThan(1000);
    }

    @Test
    void aFailureStopsNothingElseAndIsTriedAgain() throws IOException {
        Path bad = Files.writeString(folder.resolve("caches/bad.npz"), "no archive");
        List<Row> rows = run(assets(3));
        assertThat(statuses(rows)).containsOnlyOnce("failed").contains("done");
        assertThat(rows.stream()
                        .filter(Row::hasFailed)
                        .findFirst()
                        .orElseThrow()
                        .message()
                        .orElse(""))
                .contains("bad.npz");
        MeshSequences.write(new Flag().make(60, 3), bad);
        assertThat(statuses(run(assets(3)))).containsOnlyOnce("done").contains("current");
    }

    @Test
    void aRunThatIsStoppedLeavesNothingHalfDone() {
        List<Asset> assets = assets(3);
        assertThatThrownBy(() -> run(assets, () -> !worked.isEmpty())).isInstanceOf(CancelledException.class);
        assertThat(out.resolve("three.glb")).doesNotExist();
        assertThat(statuses(run(assets))).containsOnly("done");
    }

    @Test
    void somebodyElsesPieceIsLeftToThem() {
        List<Asset> assets = assets(3);
        try (BatchJournal.Lock lock = new BatchJournal(out).lock(assets.get(1)).orElseThrow()) {
            assertThat(lock).isNotNull();
            assertThat(statuses(run(assets))).containsExactly("done", "elsewhere", "done");
        }
    }

    @Test
    void twoOutputsInOneFileAreRejected() {
        assertThatThrownBy(
                        () -> AssetPattern.all(List.of(pattern), "fit", Map.of("bones", 3), new NameTemplate("x.glb")))
                .isInstanceOf(InvalidRequestException.class)
                .hasMessageContaining("would both write x.glb");
        assertThatThrownBy(() -> AssetPattern.all(
                        List.of(pattern), "fit", Map.of("bones", 3), new NameTemplate("../{name}.glb")))
                .hasMessageContaining("must be below the batch's folder");
        assertThatThrownBy(() -> AssetPattern.all(
                        List.of(pattern), "fit", Map.of("bones", 3), new NameTemplate("{name}-{bonez}.glb")))
                .hasMessageContaining("{bonez}");
        assertThatThrownBy(() -> AssetPattern.all(List.of(folder + "/nothing/*.abc"), "fit", Map.of("bones", 3), NAME))
                .isInstanceOf(InvalidInputException.class);
    }

    @Test
    void aManifestHasARequestPerLine() throws IOException {
        Path manifest = folder.resolve("all.jsonl");
        Files.writeString(manifest, """
                {"defaults": {"command": "fit", "options": {"bones": 3, "iterations": 2}}}
                {"input": ["caches/three.npz"]}

                {"input": "caches/a/one.npz", "output": "rigid.glb", "options": {"boneType": "rigid"}}
                """);
        List<Asset> assets = Manifest.read(manifest, NAME);
        assertThat(assets).extracting(Asset::name).containsExactly("caches/three", "rigid");
        assertThat(statuses(run(assets))).containsOnly("done");

        Files.writeString(manifest, "{\"command\": \"fit\", \"input\": \"x.obj\", \"options\": {\"bonez\": 3}}\n");
        assertThatThrownBy(() -> Manifest.read(manifest, NAME))
                .hasMessageContaining("line 1")
                .hasMessageContaining("bonez");
        Files.writeString(manifest, "{\"command\": \"fat\", \"input\": \"x.obj\"}\n");
        assertThatThrownBy(() -> Manifest.read(manifest, NAME)).hasMessageContaining("line 1: unknown command 'fat'");
        Files.writeString(manifest, "{oops\n");
        assertThatThrownBy(() -> Manifest.read(manifest, NAME)).hasMessageContaining("line 1");
    }

    @Test
    void jobsThatDoNotFitTogetherWait() throws Exception {
        MemoryGate gate = new MemoryGate(1000);
        gate.enter(600);
        CountDownLatch inside = new CountDownLatch(1);
        Thread second = new Thread(() -> {
            try {
                gate.enter(600);
                inside.countDown();
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
            }
        });
        second.start();
        assertThat(inside.await(200, TimeUnit.MILLISECONDS)).isFalse();
        gate.leave(600);
        assertThat(inside.await(20, TimeUnit.SECONDS)).isTrue();
        gate.leave(600);
        // One that fits nowhere goes alone.
        gate.enter(5000);
        gate.leave(5000);
    }
}
