package dev.sinew.correct;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.sinew.QuietTest;
import dev.sinew.Synthetic;
import dev.sinew.correct.CorrectiveFit.Bones;
import dev.sinew.correct.CorrectiveFit.Options;
import dev.sinew.measure.Measure;
import dev.sinew.measure.SequenceError;
import dev.sinew.mesh.Mesh;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.Clip;
import dev.sinew.model.Correctives;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.skin.ClipFrames;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Known shapes are recovered, judged by their effect. */
class CorrectiveFitTest extends QuietTest {
    private static final int FRAMES = 24;

    private static SkinnedModel known() {
        Mesh mesh = Synthetic.shells(Synthetic.tube(16, 10), 2, 1.6f);
        return Synthetic.model(mesh, new double[] {-1.4, 0, 0, 1.4, 0, 0, 0, 1.6, 0}, FRAMES, 5);
    }

    /** With two shapes that swell it in different places. */
    private static SkinnedModel swelling(SkinnedModel model) {
        Random random = new Random(7);
        float[][] shapes = new float[2][3 * model.vertexCount()];
        for (int k = 0; k < 2; k++) {
            for (int at = 0; at < shapes[k].length; at++) {
                shapes[k][at] = (float) (0.1 * Math.sin(3 * model.rest().positions()[at] + k));
            }
        }
        Clip clip = model.clips().get(0);
        double[] amounts = random.doubles(2 * FRAMES, -1, 1).toArray();
        Correctives correctives = new Correctives(List.of("a", "b"), shapes, new float[0][]);
        return model.withCorrectives(correctives, List.of(clip.withShapes(amounts)));
    }

    private static Options options(int shapes, Bones bones) {
        return new Options(shapes, bones, 1, Optional.empty(), 1, 2);
    }

    private static Options positionsOnly(Bones bones) {
        return new Options(2, bones, 0, Optional.empty(), 1, 2);
    }

    private static SequenceError error(SkinnedModel model, MeshSequence truth) {
        try (Workers workers = new Workers(1)) {
            return Measure.withVisualErrors(model, model.clips().get(0), truth, workers);
        }
    }

    private static double degrees(SequenceError error) {
        return error.seen().orElseThrow().normals().orElseThrow().matrix().mean();
    }

    @ParameterizedTest
    @EnumSource(Bones.class)
    void recoversTwoShapes(Bones bones) {
        SkinnedModel plain = known();
        SkinnedModel wanted = swelling(plain);
        MeshSequence truth = ClipFrames.sequence(wanted, wanted.clips().get(0));
        SkinnedModel found = CorrectiveFit.fit(plain, truth, positionsOnly(bones), Progress.SILENT);
        SequenceError before = error(plain, truth);
        SequenceError after = error(found, truth);
        assertThat(after.erms()).isLessThan(0.02 * before.erms());
        assertThat(found.correctives().count()).isEqualTo(2);
        assertThat(Arrays.stream(found.clips().get(0).shapes())
                        .map(Math::abs)
                        .max()
                        .orElseThrow())
                .isCloseTo(1, within(1e-9));
        assertThat(found.weights().maxInfluences())
                .isLessThanOrEqualTo(plain.weights().maxInfluences());
    }

    /** Bones that shear transform normals incorrectly; two shapes cannot fix that in all frames but reduce the error. */
    @Test
    void improvesNormals() {
        SkinnedModel plain = known();
        SkinnedModel wanted = swelling(plain);
        MeshSequence truth = ClipFrames.sequence(wanted, wanted.clips().get(0));
        SequenceError without =
                error(CorrectiveFit.fit(plain, truth, positionsOnly(Bones.KEEP), Progress.SILENT), truth);
        SequenceError with = error(CorrectiveFit.fit(plain, truth, options(2, Bones.KEEP), Progress.SILENT), truth);
        assertThat(degrees(with)).isLessThan(degrees(without)).isLessThan(0.9 * degrees(error(plain, truth)));
        assertThat(with.erms()).isLessThan(0.1 * error(plain, truth).erms());
    }

    @Test
    void fewerShapesStillLowerTheError() {
        SkinnedModel plain = known();
        SkinnedModel wanted = swelling(plain);
        MeshSequence truth = ClipFrames.sequence(wanted, wanted.clips().get(0));
        SkinnedModel one = CorrectiveFit.fit(plain, truth, options(1, Bones.KEEP), Progress.SILENT);
        assertThat(error(one, truth).erms())
                .isLessThan(0.9 * error(plain, truth).erms());
    }

    /** Nothing to correct, and more shapes than frames. */
    @Test
    void acceptsDegenerateInput() {
        SkinnedModel plain = known();
        MeshSequence truth = ClipFrames.sequence(plain, plain.clips().get(0));
        SkinnedModel same = CorrectiveFit.fit(plain, truth, options(40, Bones.SOLVE), Progress.SILENT);
        assertThat(same.correctives().count()).isEqualTo(FRAMES);
        assertThat(error(same, truth).erms()).isLessThan(1e-2);
    }

    @Test
    void resultsDoNotDependOnThreads() {
        SkinnedModel plain = known();
        SkinnedModel wanted = swelling(plain);
        MeshSequence truth = ClipFrames.sequence(wanted, wanted.clips().get(0));
        Options alone = new Options(2, Bones.SOLVE, 1, Optional.empty(), 1, 1);
        SkinnedModel a = CorrectiveFit.fit(plain, truth, alone, Progress.SILENT);
        SkinnedModel b = CorrectiveFit.fit(plain, truth, options(2, Bones.SOLVE), Progress.SILENT);
        assertThat(a.correctives().positions()).isDeepEqualTo(b.correctives().positions());
        assertThat(a.clips().get(0).shapes()).isEqualTo(b.clips().get(0).shapes());
    }
}
