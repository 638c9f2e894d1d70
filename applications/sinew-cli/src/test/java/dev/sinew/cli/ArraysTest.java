package dev.sinew.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays go in and come out wherever sequences and models do. */
class ArraysTest {
    @TempDir
    Path folder;

    private static List<String> names(Path file) throws IOException {
        try (ZipFile zip = new ZipFile(file.toFile())) {
            return Collections.list(zip.entries()).stream()
                    .map(ZipEntry::getName)
                    .map(name -> name.replace(".npy", ""))
                    .toList();
        }
    }

    private static void done(Object... arguments) {
        SinewRun run = SinewRun.of(arguments);
        assertThat(run.code()).as(run.said()).isZero();
    }

    @Test
    void aSequenceGoesThroughArraysUnchanged() throws IOException {
        Path mesh = Fixtures.sequence(folder, "cape", 5);
        Path arrays = folder.resolve("cape.npz");
        done("convert", mesh, "-o", arrays);
        MeshSequence before = MeshSequences.read(SequenceInput.of(mesh));
        MeshSequence after = MeshSequences.read(SequenceInput.of(arrays));
        for (int f = 0; f < 5; f++) {
            assertThat(after.frame(f)).isEqualTo(before.frame(f));
        }
        Path fromMesh = folder.resolve("a.glb");
        Path fromArrays = folder.resolve("b.glb");
        done("fit", mesh, "--bones", 4, "-o", fromMesh);
        done("fit", arrays, "--bones", 4, "-o", fromArrays);
        assertThat(Files.readAllBytes(fromArrays)).isEqualTo(Files.readAllBytes(fromMesh));
        assertThat(SinewRun.of("info", arrays).out()).contains("a mesh sequence");
    }

    @Test
    void modelsAreWrittenAsArrays() throws IOException {
        Path mesh = Fixtures.sequence(folder, "cape", 5);
        Path dense = folder.resolve("dense.glb");
        Path arrays = folder.resolve("dense.npz");
        done("fit", mesh, "--bones", 5, "--influences", "dense", "-o", dense, "--arrays", arrays, "--arrays-dense");
        assertThat(names(arrays))
                .contains("rest", "normals", "faces", "weight_indices", "weight_values", "weights", "transforms")
                .contains("joints", "parents", "names", "clip_names", "clip_frames", "clip_fps");
        Path light = folder.resolve("light.npz");
        done("compress", dense, "--bones-per-vertex", 3, "-o", folder.resolve("light.glb"), "--arrays", light);
        assertThat(names(light))
                .contains("virtual_indices", "vertex_virtual_values")
                .doesNotContain("weights");
    }

    @Test
    void rejections() throws IOException {
        Path mesh = Fixtures.sequence(folder, "cape", 5);
        Path out = folder.resolve("m.glb");
        assertThat(SinewRun.of("fit", mesh, "--bones", 4, "-o", out, "--arrays", folder.resolve("a.txt"))
                        .err())
                .contains("must end in .npz");
        assertThat(SinewRun.of("fit", mesh, "--bones", 4, "-o", out, "--arrays-dense")
                        .err())
                .contains("--arrays-dense needs --arrays FILE.npz");
        assertThat(SinewRun.of("fit", mesh, "--bones", 4, "-o", out, "--arrays", mesh)
                        .err())
                .contains("it is the input");
        assertThat(out).doesNotExist();
    }
}
