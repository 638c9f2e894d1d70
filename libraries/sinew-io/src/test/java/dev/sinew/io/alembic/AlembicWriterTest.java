package dev.sinew.io.alembic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.TestMeshes;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Material;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Written archives are read back bit by bit. */
class AlembicWriterTest {
    @TempDir
    Path folder;

    private MeshSequence roundTrip(MeshSequence sequence) {
        Path file = folder.resolve("x.abc");
        MeshSequences.write(sequence, file);
        return MeshSequences.read(SequenceInput.of(file));
    }

    /** Faces may begin at any corner; only the cyclic order matters. */
    private static int[] fromLeast(Mesh mesh, int[] values) {
        int[] turned = new int[values.length];
        for (int k = 0; k < mesh.faceCount(); k++) {
            int from = mesh.faceStarts()[k];
            int count = mesh.faceStarts()[k + 1] - from;
            int least = 0;
            for (int c = 1; c < count; c++) {
                least = mesh.corners()[from + c] < mesh.corners()[from + least] ? c : least;
            }
            for (int c = 0; c < count; c++) {
                turned[from + c] = values[from + (c + least) % count];
            }
        }
        return turned;
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void readsBackEverythingWritten(long seed) {
        MeshSequence sequence = TestMeshes.sequence(TestMeshes.rich(seed), 5, 25);
        MeshSequence back = roundTrip(sequence);
        assertThat(back.framesPerSecond()).isEqualTo(25);
        assertThat(back.frameCount()).isEqualTo(5);
        for (int f = 0; f < 5; f++) {
            assertThat(back.frame(f)).isEqualTo(sequence.frame(f));
        }
        Mesh is = back.rest();
        Mesh was = sequence.rest();
        assertThat(is.faceStarts()).isEqualTo(was.faceStarts());
        assertThat(fromLeast(is, is.corners())).isEqualTo(fromLeast(was, was.corners()));
        TestMeshes.assertSameAttribute(is.surface().uvs(), was.surface().uvs());
        TestMeshes.assertSameAttribute(is.surface().normals(), was.surface().normals());
        assertThat(is.surface().faceMaterials()).isEqualTo(was.surface().faceMaterials());
        assertThat(is.surface().materials())
                .extracting(Material::name)
                .isEqualTo(
                        was.surface().materials().stream().map(Material::name).toList());
        assertThat(is.surface().groups()).containsExactly("test");
    }

    @Test
    void storesEqualFramesOnce() throws IOException {
        Mesh mesh = TestMeshes.plain(1);
        float[][] frames = new float[1000][];
        java.util.Arrays.fill(frames, mesh.positions());
        MeshSequence back = roundTrip(new MeshSequence("still", mesh, FrameSource.of(frames), 24));
        assertThat(back.frameCount()).isEqualTo(1000);
        assertThat(back.frame(999)).isSameAs(back.frame(0));
        assertThat(Files.size(folder.resolve("x.abc"))).isLessThan(30_000);
    }

    @Test
    void writesOneFrame() {
        MeshSequence back = roundTrip(TestMeshes.sequence(TestMeshes.plain(2), 1, 24));
        assertThat(back.frameCount()).isEqualTo(1);
    }
}
