package dev.sinew.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.io.MeshSequences;
import dev.sinew.io.SequenceInput;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.rig.PosedRig;
import dev.sinew.rig.RigOptions;
import dev.sinew.rig.SkeletonRig;
import dev.sinew.run.Progress;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A skeleton made without one of the poses reaches it by turning its bones: it is a skeleton, not a fit of the others. */
class HeldOutPosesTest {
    @ParameterizedTest
    @CsvSource({"cat-poses, 4, 28", "horse-poses, 5, 27"})
    void aPoseThatWasNotSeenIsReachedNearlyAsWell(String name, int held, int bones) {
        MeshSequence all = MeshSequences.read(SequenceInput.of(SharedData.sequence(name)));
        MeshSequence others = only(
                all, IntStream.range(0, all.frameCount()).filter(f -> f != held).toArray());
        MeshSequence unseen = only(all, held);
        SkinnedModel model = SkeletonRig.rig(others, RigOptions.defaults().withMaxBones(bones), Progress.SILENT)
                .fitted()
                .model();
        double seen = error(model, others);
        double reached = error(PosedRig.pose(model, unseen), unseen);
        assertThat(reached)
                .as("%s, pose %d: %.3f %% where the others have %.3f", name, held, reached, seen)
                .isLessThan(2 * seen);
    }

    private static MeshSequence only(MeshSequence all, int... frames) {
        float[][] some = IntStream.of(frames).mapToObj(all::frame).toArray(float[][]::new);
        return new MeshSequence(all.name(), all.rest(), FrameSource.of(some), all.framesPerSecond());
    }

    private static double error(SkinnedModel model, MeshSequence poses) {
        return Measure.withVisualErrors(model, model.clips().get(0), poses, Workers.CALLER)
                .rmsePercent();
    }
}
