package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.io.parts.WrittenModel;
import dev.sinew.mesh.Box;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rough affine fits of real sequences in files; the columns are bones and the maximum number of keys. */
class RealSequencesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({
        "samba, 30, 22000",
        "elastic-cow, 18, 19000",
        "horse-poses, 20, 2300",
        "dance, 24, 21000",
        "horse-gallop, 30, 7600",
    })
    void isExactAtFramesAndStraightBetween(String sequence, int bones, long keys) throws Exception {
        SkinnedModel model = SequenceData.fitted(sequence, bones);
        Path file = folder.resolve(sequence + ".glb");
        WrittenModel written = Models.write(model, file);
        Interop.keep(file);
        GltfPlayer player = GltfPlayer.open(file);
        BoneMotion wanted = model.clips().get(0).motion();
        BoneMotion got = player.model().clips().get(0).motion();
        double size = Box.around(model.rest().positions()).diagonal();
        double[] a = new double[3 * model.vertexCount()];
        double[] b = new double[a.length];
        for (int f = 0; f < wanted.frameCount(); f++) {
            new LinearSkinning(model).positions(wanted, f, a);
            new LinearSkinning(player.model()).positions(got, f, b);
            assertThat(HalfwayRule.largest(a, b)).as("frame %d", f).isLessThan(1e-6 * size);
        }
        HalfwayRule.check(player, 0);
        assertThat(written.keys()).isLessThan(keys);
    }
}
