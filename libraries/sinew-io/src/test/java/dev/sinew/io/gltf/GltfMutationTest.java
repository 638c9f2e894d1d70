package dev.sinew.io.gltf;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.Models;
import dev.sinew.io.Mutations;
import dev.sinew.io.SequenceInput;
import dev.sinew.model.BoneType;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Damaged glTF files, read as models and as sequences. */
class GltfMutationTest {
    @TempDir
    Path folder;

    private static void readBoth(Path file) {
        MeshSequences.read(SequenceInput.of(file)).validate();
        Models.read(file);
    }

    @Test
    void glb() throws IOException {
        Path file = folder.resolve("x.glb");
        Models.write(
                TestModels.model(
                        TestModels.tube(3, 4), 2, 2, BoneType.SIMILARITY, TestModels.similarity(2, 4, 0.5, 0.2, 1)),
                file);
        Mutations.damage(file, GltfMutationTest::readBoth);
    }

    @Test
    void gltf() throws IOException {
        Path file = folder.resolve("x.gltf");
        GltfSequenceTest.morphing().write(file);
        Mutations.damage(file, f -> MeshSequences.read(SequenceInput.of(f)).validate());
    }
}
