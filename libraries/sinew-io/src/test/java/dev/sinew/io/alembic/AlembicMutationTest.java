package dev.sinew.io.alembic;

import static dev.sinew.io.alembic.OgawaWriter.CompoundWriter.bytes;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Mutations;
import dev.sinew.io.SequenceInput;
import dev.sinew.io.alembic.SampledProperty.Pod;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A damaged scene with transforms and instances: wrong pointers make cycles and shared subtrees. */
class AlembicMutationTest {
    @TempDir
    Path folder;

    @Test
    void survivesDamagedScenes() throws IOException {
        Path file = folder.resolve("scene.abc");
        TestArchive.write(
                file,
                TestArchive.sampling(1.0 / 24, 0),
                TestArchive.xform(
                        "a",
                        new int[] {1, 2},
                        3,
                        k -> bytes(k, 0, 0, 0, 1, 0, 90),
                        true,
                        TestArchive.triangle("one"),
                        TestArchive.mesh("two", Pod.FLOAT64, 2, k -> bytes(0, 0, 0, 1, 0, k, 0, 1, 0))),
                TestArchive.xform(
                        "b", new int[] {0}, 1, k -> bytes(2, 2, 2), true, TestArchive.instance("copy", "/a")));
        Mutations.damage(file, f -> MeshSequences.read(SequenceInput.of(f)).validate());
    }
}
