package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.sinew.io.MeshSequences;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobListener;
import dev.sinew.job.text.Json;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.run.CancelledException;
import dev.sinew.run.InvalidInputException;
import dev.sinew.run.Progress.Step;
import dev.sinew.sample.cloth.Flag;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Jobs on a small flag. */
class JobsTest {
    @TempDir
    Path folder;

    private Path flag;

    @BeforeEach
    void writeFlag() {
        MeshSequences.write(new Flag().make(200, 6), folder.resolve("flag.pc2"));
        flag = folder.resolve("flag.obj");
    }

    private static JobResult run(Job<?> job, JobListener watcher, Path place) {
        try (JobContext context = new JobContext(1, watcher, place)) {
            return job.run(context);
        }
    }

    private List<String> written(Path place) throws IOException {
        try (Stream<Path> files = Files.list(place)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> !name.startsWith("flag."))
                    .toList();
        }
    }

    private Job<?> fit() {
        return Requests.of("fit", Map.of("input", flag, "output", "made.glb", "bones", 3, "iterations", 5));
    }

    @Test
    void writesOutputsToTheFolderOfTheContextAndReportsStages() throws IOException {
        List<String> stages = new ArrayList<>();
        JobResult made = run(
                fit(),
                new JobListener() {
                    @Override
                    public void stage(String name, String what) {
                        stages.add(name);
                    }
                },
                folder);
        assertThat(written(folder)).containsExactly("made.glb");
        assertThat(stages).containsExactly("read", "solve", "write", "measure");
        assertThat(made.seconds().keySet()).containsExactlyElementsOf(stages);
        assertThat(made.tree().get("result")).asString().contains("file=made.glb");
    }

    /** The options of a report, used as a request, give the same file again. */
    @Test
    void theOptionsOfAReportAreARequest() throws IOException {
        JobResult first = run(fit(), JobListener.NOBODY, folder);
        byte[] bytes = Files.readAllBytes(folder.resolve("made.glb"));
        Map<String, Object> again = new LinkedHashMap<>();
        again.put("command", "fit");
        again.put("input", flag.toString());
        again.put("output", "again.glb");
        again.put("options", first.tree().get("options"));
        run(Requests.read(Json.text(again)), JobListener.NOBODY, folder);
        assertThat(Files.readAllBytes(folder.resolve("again.glb"))).isEqualTo(bytes);
    }

    @Test
    void aJobThatIsStoppedLeavesNothing() throws IOException {
        List<Path> open = new ArrayList<>();
        JobListener impatient = new JobListener() {
            private boolean stepped;

            @Override
            public void step(Step step) {
                stepped = true;
            }

            @Override
            public boolean cancelled() {
                return stepped;
            }

            @Override
            public void unfinished(Path file) {
                open.add(file);
            }

            @Override
            public void finished(Path file) {
                open.remove(file);
            }
        };
        assertThatThrownBy(() -> run(fit(), impatient, folder)).isInstanceOf(CancelledException.class);
        assertThat(written(folder)).isEmpty();
        assertThat(open).isEmpty();
    }

    @Test
    void noRequestWritesOverWhatItReadsWhoeverAsks() throws IOException {
        run(fit(), JobListener.NOBODY, folder);
        Path model = folder.resolve("made.glb");
        byte[] before = Files.readAllBytes(model);
        for (Job<?> job : List.of(
                fit().with("from", model).with("bones", null),
                Requests.of("reduce", Map.of("input", model, "output", "made.glb", "influences", 2)),
                Requests.of("convert", Map.of("input", flag, "output", "flag.obj")),
                fit().with("rest", model.toString()))) {
            assertThatThrownBy(() -> run(job, JobListener.NOBODY, folder))
                    .isInstanceOf(InvalidInputException.class)
                    .hasMessageContaining("cannot write");
        }
        assertThat(Files.readAllBytes(model)).isEqualTo(before);
        Path locks = folder.resolve("locks.txt");
        assertThat(fit().with("from", model)
                        .with("lockWeights", locks.toString())
                        .reads())
                .contains(model, locks);
        assertThat(fit().with("from", model).with("lockWeights", "colours").reads())
                .containsOnly(flag, model);
    }

    @Test
    void notesTheLimitsOfSinglePrecision() {
        MeshSequence near = new Flag().make(200, 6);
        float[][] moved = new float[near.frameCount()][];
        for (int f = 0; f < moved.length; f++) {
            moved[f] = near.frame(f).clone();
            for (int k = 0; k < moved[f].length; k++) {
                moved[f][k] += 1e6f;
            }
        }
        Path cache = folder.resolve("far.pc2");
        MeshSequences.write(new MeshSequence("far", near.rest(), FrameSource.of(moved), 30), cache);
        JobResult far = run(fit().with("input", List.of(folder.resolve("far.obj"))), JobListener.NOBODY, folder);
        assertThat(far.notes())
                .anyMatch(note ->
                        note.contains("far.obj lies 1000000") && note.contains("single precision, which is 0.0625"));
        assertThat(run(fit(), JobListener.NOBODY, folder).notes()).noneMatch(note -> note.contains("single precision"));
    }
}
