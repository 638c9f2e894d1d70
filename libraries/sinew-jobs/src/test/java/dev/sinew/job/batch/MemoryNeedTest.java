package dev.sinew.job.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.job.run.JobContext;
import dev.sinew.job.run.JobListener;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.sample.biped.Biped;
import dev.sinew.sample.tentacle.Tentacle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a job is thought to need is never less than what it needs: with no more memory than that it comes to its end. */
class MemoryNeedTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "fit, pc2, 3000, 60",
        "fit, pc2, 200, 1000",
        "fit, pc2, 20000, 2",
        "fit, abc, 2000, 40",
        "fit, npz, 2000, 40",
        "fit, obj, 1500, 12",
        "rig, pc2, 1500, 20",
        "compress, glb, 3000, 0"
    })
    void isNeverLessThanTheNeed(String verb, String kind, int vertices, int frames) throws Exception {
        Path input = input(kind, vertices, frames);
        long need = MemoryGate.estimate(asset(verb, input, folder));
        Process job = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx" + need,
                        "-XX:+UseSerialGC",
                        "-XX:TieredStopAtLevel=1",
                        "-Dpeak=" + System.getProperty("peak", ""),
                        "-cp",
                        System.getProperty("java.class.path"),
                        MemoryNeedTest.class.getName(),
                        verb,
                        input.toString(),
                        folder.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile())
                .start();
        assertThat(job.waitFor(200, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(folder.resolve("said"));
        assertThat(job.exitValue()).as((need >> 20) + " MiB: " + said).isZero();
        if (!System.getProperty("peak", "").isEmpty()) {
            Files.writeString(
                    Path.of(System.getProperty("peak")),
                    "%s %s %d x %d: estimated %d MiB, %s".formatted(verb, kind, vertices, frames, need >> 20, said),
                    StandardOpenOption.CREATE,
                    StandardOpenOption.APPEND);
        }
    }

    private Path input(String kind, int vertices, int frames) throws IOException {
        if (kind.equals("glb")) {
            Path model = folder.resolve("m.glb");
            Models.write(new Biped().make(vertices), model);
            return model;
        }
        MeshSequence sequence = new Tentacle().make(vertices, frames);
        if (kind.equals("obj")) {
            Path frame = Files.createDirectories(folder.resolve("frames"));
            MeshSequences.write(sequence, frame.resolve("f.obj"));
            return frame;
        }
        MeshSequences.write(sequence, folder.resolve("s." + kind));
        return folder.resolve(kind.equals("pc2") ? "s.obj" : "s." + kind);
    }

    private static Asset asset(String verb, Path input, Path out) {
        Map<String, Object> options = new LinkedHashMap<>();
        if (verb.equals("compress")) {
            options.put("virtualBones", 8);
        } else {
            options.put("bones", 8);
            options.put("iterations", 2);
        }
        return AssetPattern.all(List.of(input.toString()), verb, options, new NameTemplate("{name}-made.glb"))
                .get(0);
    }

    /** The job in a separate process; with {@code -Dpeak=…} it prints its peak memory. */
    public static void main(String[] arguments) {
        Runtime all = Runtime.getRuntime();
        long[] peak = new long[1];
        Thread watch = new Thread(() -> {
            while (!System.getProperty("peak", "").isEmpty()) {
                System.gc();
                peak[0] = Math.max(peak[0], all.totalMemory() - all.freeMemory());
            }
        });
        watch.setDaemon(true);
        watch.start();
        Path out = Path.of(arguments[2]);
        try (JobContext context = new JobContext(2, JobListener.NOBODY, out)) {
            asset(arguments[0], Path.of(arguments[1]), out).job().run(context);
        }
        System.out.println("peak " + (peak[0] >> 20) + " MiB");
    }
}
