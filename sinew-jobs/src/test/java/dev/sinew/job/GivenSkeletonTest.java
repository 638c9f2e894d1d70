package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.Models;
import dev.sinew.job.desk.Desk;
import dev.sinew.mesh.Box;
import dev.sinew.model.SkinnedModel;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The skeleton of another program, given to {@code rig} with nothing but the motion of its mesh. */
class GivenSkeletonTest {
    @TempDir
    Path folder;

    @Test
    void cesiumMansSkeletonStaysHisOwn() {
        Path man = SharedData.folder("characters").resolve("CesiumMan.glb");
        Path baked = folder.resolve("man.npz");
        Path out = folder.resolve("out.glb");
        Requests.of("convert", Map.of("input", man, "output", baked)).run(Desk.quiet());
        RigMade made = (RigMade) Requests.of("rig", Map.of("input", List.of(baked), "from", man, "output", out))
                .run(Desk.quiet());
        SkinnedModel before = Models.read(man);
        SkinnedModel after = Models.read(out);
        assertThat(after.skeleton().names()).isEqualTo(before.skeleton().names());
        assertThat(after.skeleton().parents()).isEqualTo(before.skeleton().parents());
        double size = Box.around(before.rest().positions()).diagonal();
        for (int k = 0; k < 3 * before.boneCount(); k++) {
            double moved =
                    Math.abs(after.skeleton().pivots()[k] - before.skeleton().pivots()[k]);
            assertThat(moved).isLessThan(0.0101 * size);
        }
        // 0.048 measured, without a clip to start from.
        assertThat(made.error().rmsePercent()).isLessThan(0.1);
    }
}
