package dev.sinew.fit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.mesh.FrameSource;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.SkinnedModel;
import dev.sinew.run.Progress;
import dev.sinew.skin.ClipFrames;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Several sequences of one mesh are fitted by the same entry point as one. */
class SeveralTakesTest extends FitCases {
    private static MeshSequence part(MeshSequence whole, String name, int from, int to) {
        float[][] frames = new float[to - from][];
        for (int f = from; f < to; f++) {
            frames[f - from] = whole.frame(f);
        }
        return new MeshSequence(name, whole.rest(), FrameSource.of(frames), whole.framesPerSecond());
    }

    @Test
    void givesOneSetOfWeightsAndAClipPerSequence() {
        SkinnedModel truth = knownModel(14);
        MeshSequence whole = ClipFrames.sequence(truth, truth.clips().get(0));
        Takes takes = new Takes(List.of(part(whole, "walk", 0, 9), part(whole, "wave", 9, 14)));
        SkinnedModel model = modelOf(LinearFit.fit(takes, bones(5), Progress.SILENT));
        SkinnedModel joined = modelOf(LinearFit.fit(takes.joined(), bones(5), Progress.SILENT));
        assertThat(model.clips()).extracting(Clip::name).containsExactly("walk", "wave");
        assertThat(model.clips()).extracting(c -> c.motion().frameCount()).containsExactly(9, 5);
        assertThat(model.weights().weights()).isEqualTo(joined.weights().weights());
        assertThat(takes.join(model.clips()).motion().matrices())
                .isEqualTo(joined.clips().get(0).motion().matrices());
    }
}
