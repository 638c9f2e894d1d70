package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.ModelFile;
import dev.sinew.io.Models;
import dev.sinew.io.parts.ModelDocument;
import dev.sinew.model.BlendBones;
import dev.sinew.model.BoneType;
import dev.sinew.model.Handle;
import dev.sinew.model.HandleSet;
import dev.sinew.model.LinearizedModel;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.model.SkinningOperator;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A model file is read once for all queries. */
class ModelFileTest {
    @TempDir
    Path folder;

    private static SkinnedModel tube() {
        return TestModels.model(TestModels.tube(4, 3), 2, 2, BoneType.AFFINE, TestModels.affine(2, 2, 0.1, 1));
    }

    @Test
    void readsEverythingOnce() throws Exception {
        SkinnedModel model = tube();
        List<String> names = model.skeleton().names();
        HandleSet handles = HandleSet.of(List.of(
                new Handle.Point(names.get(0), new double[] {0, 0, 0}),
                new Handle.Point(names.get(1), new double[] {0, 1, 0})));
        Path file = folder.resolve("tube.glb");
        Models.write(ModelDocument.of(model).withHandles(handles), file);

        ModelFile read = ModelFile.read(file);
        Files.delete(file);

        assertThat(read.model().boneCount()).isEqualTo(2);
        assertThat(read.layers()).isEmpty();
        assertThat(read.linearized()).isEmpty();
        assertThat(read.weightSums().vertices()).isZero();
        assertThat(read.handles().orElseThrow().count()).isEqualTo(2);
        assertThat(read.player().frameSeconds(0))
                .hasSize(model.clips().get(0).motion().frameCount());
    }

    /** Writing changes a copy of the tree, not the tree that was read. */
    @Test
    void writesTheSameBytesTwice() throws Exception {
        Path file = folder.resolve("tube.glb");
        Models.write(tube(), file);
        ModelFile read = ModelFile.read(file);
        LinearizedModel none = new LinearizedModel(
                read.model(), new BlendBones(SkinningOperator.LINEAR, SkinWeights.of(1, new int[0], new double[0])));
        read.writeWithBlendBones(none, folder.resolve("a.glb"));
        read.writeWithBlendBones(none, folder.resolve("b.glb"));
        assertThat(folder.resolve("b.glb")).hasSameBinaryContentAs(folder.resolve("a.glb"));
    }
}
