package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.MeshSequence;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.SkeletonRig;
import dev.sinew.run.Progress;
import dev.sinew.sample.mannequin.Mannequin;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Previews during rigging are poses of the input mesh that approach its frames. */
class RigViewTest {
    private static final MeshSequence POSES = new Mannequin().make(600, 10);

    @Test
    void previewsShowTheMesh() {
        List<Double> distances = new ArrayList<>();
        Progress looking = new Progress() {
            @Override
            public Answer report(Step step) {
                return Answer.CONTINUE;
            }

            @Override
            public void preview(Iterate iterate) {
                assertThat(iterate.frameCount()).isEqualTo(POSES.frameCount());
                distances.add(distance(iterate.pose(7), POSES.frame(7)));
            }
        };
        SkeletonRig.rig(POSES, RigOptions.defaults(), looking);
        double moved = distance(POSES.rest().positions(), POSES.frame(7));
        assertThat(distances).as("previews").isNotEmpty();
        assertThat(distances.get(distances.size() - 1)).isLessThan(0.1 * moved);
    }

    /** Root mean square per coordinate. */
    private static double distance(float[] a, float[] b) {
        assertThat(a).hasSameSizeAs(b);
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += (double) (a[k] - b[k]) * (a[k] - b[k]);
        }
        return Math.sqrt(sum / a.length);
    }
}
