package dev.sinew.io.alembic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.file.AtomicFile;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Streamed frames equal frames in memory. */
class AlembicFramesTest {
    private static final int VERTICES = 50;
    private static final int FRAMES = 7;

    @TempDir
    Path folder;

    @Test
    void rangesEqualPartsOfWholeFrames() {
        Random random = new Random(11);
        float[][] frames = new float[FRAMES][3 * VERTICES];
        for (float[] frame : frames) {
            for (int k = 0; k < frame.length; k++) {
                frame[k] = random.nextFloat();
            }
        }
        Mesh rest = Mesh.ofTriangles(frames[0], new int[] {0, 1, 2, 47, 48, 49});
        MeshSequence sequence = new MeshSequence("noise", rest, FrameSource.of(frames), 24);
        Path file = folder.resolve("noise.abc");
        AtomicFile.write(file, out -> AlembicWriter.write(out, sequence));
        AlembicSequence archive = AlembicSequence.open(file, List.of());
        archive.rest(0);
        FrameSource streamFrames = archive.streamFrames(new int[] {1, 3, 6}).orElseThrow();
        assertThat(streamFrames.frameCount()).isEqualTo(3);
        assertThat(streamFrames.frame(2)).containsExactly(frames[6]);
        float[] part = new float[3 * 20 + 5];
        streamFrames.positions(1, 13, 33, part, 5);
        assertThat(Arrays.copyOfRange(part, 5, part.length)).containsExactly(Arrays.copyOfRange(frames[3], 39, 99));
    }
}
