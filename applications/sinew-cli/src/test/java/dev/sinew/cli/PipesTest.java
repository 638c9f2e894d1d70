package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.mesh.Mesh;
import dev.sinew.sample.catalogue.Samples;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Inputs that deliver their bytes once and have no ending. */
@DisabledOnOs(OS.WINDOWS)
class PipesTest {
    @TempDir
    Path folder;

    private Path pipe;

    @BeforeEach
    void makePipe() throws IOException, InterruptedException {
        pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
    }

    private SinewRun run(byte[] content, String... arguments) throws InterruptedException {
        Thread writer = new Thread(() -> {
            try {
                Files.write(pipe, content);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        writer.start();
        SinewRun run = SinewRun.of((Object[]) arguments);
        writer.join();
        return run;
    }

    @Test
    void modelsAreRecognised() throws Exception {
        Path model = folder.resolve("x.glb");
        Models.write(Samples.modelNamed("biped").orElseThrow().make(400), model);
        SinewRun run = run(Files.readAllBytes(model), "info", pipe.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).contains("pipe: a skinned model");
    }

    @Test
    void meshesAreConverted() throws Exception {
        Mesh mesh = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        Path obj = folder.resolve("x.obj");
        MeshSequences.writeMesh(mesh, obj);
        Path out = folder.resolve("y.ply");
        SinewRun run = run(Files.readAllBytes(obj), "convert", pipe.toString(), "-o", out.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(MeshSequences.readMesh(out).positions()).isEqualTo(mesh.positions());
    }
}
