package dev.sinew.io.gltf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.io.Models.WrittenModel;
import dev.sinew.mesh.Box;
import dev.sinew.model.SkinnedModel;
import dev.sinew.skin.LinearSkinning;
import java.nio.file.Path;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RealSequencesTest {
    @TempDir
    Path folder;

    @ParameterizedTest
    @CsvSource({"samba, 30", "elastic-cow, 18", "horse-poses, 20", "dance, 24", "horse-gallop, 30"})
    void keysAndHalfwayPoints(String sequence, int bones) throws Exception {
        SkinnedModel model = SequenceData.fitted(sequence, bones);
        Path file = folder.resolve(sequence + ".glb");
        long t0 = System.nanoTime();
        WrittenModel written = Models.write(model, file);
        long t1 = System.nanoTime();
        Interop.keep(file);
        GltfPlayer player = GltfPlayer.open(file);
        double worst = HalfwayRule.worst(player, 0);
        double[] a = new double[3 * model.vertexCount()];
        double[] b = new double[a.length];
        double size = Box.around(model.rest().positions()).diagonal();
        double off = 0;
        for (int f = 0; f < model.clips().get(0).motion().frameCount(); f++) {
            new LinearSkinning(model).positions(model.clips().get(0).motion(), f, a);
            new LinearSkinning(player.model())
                    .positions(player.model().clips().get(0).motion(), f, b);
            off = Math.max(off, HalfwayRule.largest(a, b));
        }
        System.out.printf(
                "%s %s frames %d base %d halfway %.3f frames off %.2e write %.2f s%n",
                sequence,
                written,
                model.clips().get(0).motion().frameCount(),
                4 * bones * model.clips().get(0).motion().frameCount(),
                worst,
                off / size,
                (t1 - t0) * 1e-9);
        assertThat(off).isLessThan(1e-5 * size);
        assertThat(worst).isLessThan(1);
    }
}
