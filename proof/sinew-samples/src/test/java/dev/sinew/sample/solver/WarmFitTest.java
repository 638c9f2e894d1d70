package dev.sinew.sample.solver;

import static org.assertj.core.api.Assertions.assertThat;

import dev.sinew.fit.FitOptions;
import dev.sinew.fit.FitResult;
import dev.sinew.fit.LinearFit;
import dev.sinew.fit.WarmFit;
import dev.sinew.measure.Measure;
import dev.sinew.mesh.MeshSequence;
import dev.sinew.model.BoneType;
import dev.sinew.model.SkinnedModel;
import dev.sinew.platform.Workers;
import dev.sinew.run.Progress;
import dev.sinew.sample.catalogue.Samples;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A loaded sequence gives the same result as a new fit, and previews show its progress. */
class WarmFitTest {
    private static final MeshSequence FLAG = Samples.named("flag").orElseThrow().make(300, 9);

    private static FitOptions options(int bones) {
        return FitOptions.defaults(new FitOptions.Bones(bones)).withThreads(2);
    }

    @Test
    void consecutiveFitsEqualSeparateFits() {
        List<FitOptions> asked = List.of(
                options(6),
                options(3),
                options(6).withShading(0),
                options(4).withBoneType(BoneType.RIGID),
                options(6).withInfluences(2),
                options(6));
        try (WarmFit warm = new WarmFit(FLAG, 2)) {
            for (FitOptions options : asked) {
                SkinnedModel found = warm.fit(options, Progress.SILENT).fitted().model();
                SkinnedModel alone =
                        LinearFit.fit(FLAG, options, Progress.SILENT).fitted().model();
                assertThat(found.weights().weights()).isEqualTo(alone.weights().weights());
                assertThat(found.weights().bones()).isEqualTo(alone.weights().bones());
                assertThat(found.rest().positions()).isEqualTo(alone.rest().positions());
                assertThat(found.clips().get(0).motion().matrices())
                        .isEqualTo(alone.clips().get(0).motion().matrices());
            }
        }
    }

    /** The early model is valid and near the last one, and requesting it changes nothing. */
    @ParameterizedTest
    @EnumSource(BoneType.class)
    void reportsOneEarlyModelNearTheLast(BoneType type) {
        FitOptions options = options(6).withBoneType(type);
        List<SkinnedModel> early = new ArrayList<>();
        try (WarmFit warm = new WarmFit(FLAG, 2)) {
            SkinnedModel last =
                    warm.fit(options, Progress.SILENT, early::add).fitted().model();
            SkinnedModel alone =
                    LinearFit.fit(FLAG, options, Progress.SILENT).fitted().model();
            assertThat(last.weights().weights()).isEqualTo(alone.weights().weights());
            assertThat(early).hasSize(1);
            double ofEarly = erms(early.get(0));
            double ofLast = erms(last);
            assertThat(ofEarly).as("early %s, last %s", ofEarly, ofLast).isBetween(0.8 * ofLast, 3 * ofLast);
        }
    }

    /** After a fit with more bones, a preview is available before the first step of the next one, and it changes nothing. */
    @ParameterizedTest
    @EnumSource(BoneType.class)
    void previewComesFromExistingBones(BoneType type) {
        FitOptions options = options(5).withBoneType(type);
        List<SkinnedModel> early = new ArrayList<>();
        List<String> before = new ArrayList<>();
        Progress hearing = step -> {
            if (early.isEmpty()) {
                before.add(step.stage());
            }
            return Progress.Answer.CONTINUE;
        };
        try (WarmFit warm = new WarmFit(FLAG, 2)) {
            warm.fit(options(9), Progress.SILENT);
            SkinnedModel last = warm.fit(options, hearing, early::add).fitted().model();
            SkinnedModel alone =
                    LinearFit.fit(FLAG, options, Progress.SILENT).fitted().model();
            assertThat(last.weights().weights()).isEqualTo(alone.weights().weights());
            assertThat(last.rest().positions()).isEqualTo(alone.rest().positions());
            assertThat(early).hasSize(1);
            assertThat(early.get(0).boneCount()).isEqualTo(5);
            assertThat(before).contains("preview").doesNotContain("find bones", "refine");
            double ofEarly = erms(early.get(0));
            double ofLast = erms(last);
            assertThat(ofEarly).as("ahead %s, last %s", ofEarly, ofLast).isBetween(0.5 * ofLast, 2 * ofLast);
        }
    }

    private static double erms(SkinnedModel model) {
        try (Workers workers = new Workers(2)) {
            return Measure.of(model, model.clips().get(0), FLAG, workers).erms();
        }
    }

    @ParameterizedTest
    @EnumSource(BoneType.class)
    void previewsShowTheResult(BoneType type) {
        List<Double> distances = new ArrayList<>();
        Progress looking = new Progress() {
            @Override
            public Answer report(Step step) {
                return Answer.CONTINUE;
            }

            @Override
            public void preview(Iterate iterate) {
                assertThat(iterate.frameCount()).isEqualTo(FLAG.frameCount());
                double sum = 0;
                for (int f = 0; f < FLAG.frameCount(); f++) {
                    sum += squared(iterate.pose(f), FLAG.frame(f));
                }
                distances.add(Math.sqrt(sum / (FLAG.frameCount() * FLAG.vertexCount())));
            }
        };
        FitResult fit = LinearFit.fit(FLAG, options(6).withBoneType(type), looking);
        double radius = 1 / 1000.0 * fit.curve().get(0).erms() * Math.sqrt(3);
        double size = dev.sinew.mesh.Ball.around(FLAG.frame(0)).radius();
        double last = distances.get(distances.size() - 1) / size;
        assertThat(last).as("the last preview is near the result").isBetween(0.7 * radius, 1.4 * radius);
    }

    private static double squared(float[] a, float[] b) {
        double sum = 0;
        for (int k = 0; k < a.length; k++) {
            sum += (double) (a[k] - b[k]) * (a[k] - b[k]);
        }
        return sum;
    }
}
