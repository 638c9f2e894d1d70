package dev.sinew.io;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneType;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Meshes of files that contain more than a mesh. */
class StillMeshTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"model.glb", "model.gltf", "model.usda"})
    void theMeshOfAModelIsItsPoseWithoutAnimation(String name) {
        Mesh mesh = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        SkinnedModel model = new SkinnedModel(
                mesh,
                SkinWeights.of(1, new int[3], new double[] {1, 1, 1}),
                new Skeleton(List.of("root"), new int[] {Skeleton.NONE}, new double[3]),
                BoneType.RIGID,
                List.of());
        Path file = folder.resolve(name);
        Models.write(model, file);
        assertThat(MeshSequences.readMesh(file).positions()).isEqualTo(mesh.positions());
    }
}
