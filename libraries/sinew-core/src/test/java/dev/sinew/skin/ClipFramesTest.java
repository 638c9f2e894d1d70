package dev.sinew.skin;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneMotion;
import dev.sinew.model.BoneType;
import dev.sinew.model.Clip;
import dev.sinew.model.Skeleton;
import dev.sinew.model.SkinWeights;
import dev.sinew.model.SkinnedModel;
import java.util.List;
import org.junit.jupiter.api.Test;

class ClipFramesTest {
    @Test
    void playsTheClipFrameByFrame() {
        Mesh triangle = Mesh.ofTriangles(new float[] {0, 0, 0, 1, 0, 0, 0, 1, 0}, new int[] {0, 1, 2});
        double[] still = {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0};
        double[] movedAndDoubled = {2, 0, 0, 5, 0, 2, 0, 0, 0, 0, 2, -1};
        double[] both = new double[24];
        System.arraycopy(still, 0, both, 0, 12);
        System.arraycopy(movedAndDoubled, 0, both, 12, 12);
        Clip clip = new Clip("hop", 24, new BoneMotion(1, 2, both));
        SkinnedModel model = new SkinnedModel(
                triangle,
                SkinWeights.of(1, new int[3], new double[] {1, 1, 1}),
                Skeleton.flat(new double[3]),
                BoneType.AFFINE,
                List.of(clip));

        MeshSequence sequence = ClipFrames.sequence(model, clip);

        assertThat(sequence.name()).isEqualTo("hop");
        assertThat(sequence.framesPerSecond()).isEqualTo(24);
        assertThat(sequence.frameCount()).isEqualTo(2);
        assertThat(sequence.frame(0)).containsExactly(triangle.positions());
        assertThat(sequence.frame(1)).containsExactly(5, 0, -1, 7, 0, -1, 5, 2, -1);
    }
}
