package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.io.Models;
import dev.sinew.io.Models.WrittenModel;
import dev.sinew.mesh.Box;
import dev.sinew.mesh.Mesh;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class GltfRoundTripTest {
    @TempDir
    Path folder;

    /** Every frame within 1e-5 of the size, halfway within the rule, the same bytes twice. */
    private SkinnedModel check(SkinnedModel model, String name) throws Exception {
        Path file = folder.resolve(name + ".glb");
        WrittenModel written = Models.write(model, file);
        assertThat(written.bytes()).isEqualTo(Files.size(file));
        Path again = folder.resolve(name + "-again.glb");
        Models.write(model, again);
        assertThat(Files.mismatch(file, again)).isEqualTo(-1L);
        Interop.keep(file, model);
        GltfPlayer player = GltfPlayer.open(file);
        SkinnedModel read = player.model();
        assertThat(read.boneType()).isEqualTo(model.boneType());
        assertThat(read.skeleton().names()).isEqualTo(model.skeleton().names());
        assertThat(read.skeleton().parents()).isEqualTo(model.skeleton().parents());
        assertThat(read.rest().positions()).isEqualTo(model.rest().positions());
        assertThat(read.clips()).hasSameSizeAs(model.clips());
        for (int c = 0; c < model.clips().size(); c++) {
            checkClip(model, player, c);
            if (model.boneType() == BoneType.AFFINE) {
                HalfwayRule.check(player, c);
            }
        }
        return read;
    }

    private static void checkClip(SkinnedModel model, GltfPlayer player, int c) {
        Clip wanted = model.clips().get(c);
        Clip got = player.model().clips().get(c);
        assertThat(got.name()).isEqualTo(wanted.name());
        assertThat(got.framesPerSecond()).isEqualTo(wanted.framesPerSecond());
        assertThat(got.motion().frameCount()).isEqualTo(wanted.motion().frameCount());
        double size = Box.around(model.rest().positions()).diagonal();
        double[] a = new double[3 * model.vertexCount()];
        double[] b = new double[a.length];
        for (int f = 0; f < wanted.motion().frameCount(); f++) {
            new LinearSkinning(model).positions(wanted.motion(), f, a);
            new LinearSkinning(player.model()).positions(got.motion(), f, b);
            assertThat(HalfwayRule.largest(a, b)).as("frame %d", f).isLessThan(1e-5 * size);
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.05, 0.3, 0.8, 2})
    void affineMotion(double wild) throws Exception {
        check(TestModels.model(TestModels.tube(20, 12), 6, 4, BoneType.AFFINE, TestModels.affine(6, 40, wild, 1)), "a" + wild);
    }

    @Test
    void rigidMotion() throws Exception {
        check(
                TestModels.model(
                        TestModels.tube(20, 12), 6, 3, BoneType.RIGID, TestModels.similarity(6, 40, 0.7, 0, 3)),
                "rigid");
    }
}
